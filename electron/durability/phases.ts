/** Moments of the work on a data folder in which a process may be killed. Those of `thread-…` are the recorder thread's. */
export const PHASES = [
  'opening',
  'sweeping',
  'copying',
  'syncing',
  'naming',
  'inspecting',
  'placing',
  'committing',
  'witnessing',
  'removing',
  'purging',
  'building',
  'placing-generation',
  'pointing',
  'rolling-back',
  'thread-opening',
  'thread-taking',
  'thread-placing',
  'thread-witnessing',
] as const;
export type Phase = (typeof PHASES)[number];

/** What the victim says of itself, so that whoever killed it knows what to expect. One JSON line each, written before and after an act. */
export interface Diary {
  readonly at: 'begin' | 'end';
  readonly act: 'import' | 'purge' | 'retry' | 'load' | 'roll-back' | 'reject';
  /** Archive, or profile key. */
  readonly subject: string;
  /** With `end`: the state that was committed, or the current generation. With `begin` of a roll-back: the generation it goes to. */
  readonly state?: string;
  /** With `end` of a load: the profile and its new generation. */
  readonly profile?: string;
  readonly generation?: string;
  /** With `end`: newest event, which must never be lost again. */
  readonly seq?: number;
  readonly hash?: string;
}

/** Names of the files that the two share, beside the data folder. */
export const DIARY = 'diary.jsonl';
export const MARK = 'phase';
/** Bytes of the mark: a phase, padded. */
export const MARK_BYTES = 32;
