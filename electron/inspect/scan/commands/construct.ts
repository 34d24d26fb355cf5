/** What a command does that makes it destructive. */

export type Construct =
  | 'recursive-delete'
  | 'disk'
  | 'fetch-and-run'
  | 'decode-and-run'
  | 'fork-bomb'
  | 'history'
  | 'database'
  | 'shadow-copies'
  | 'permissions'
  | 'remote-shell'
  | 'cloud'
  | 'protection-off';

/** A construct and the offset at which its command begins in the tokenised text. */
export interface Found {
  readonly construct: Construct;
  readonly from: number;
}
