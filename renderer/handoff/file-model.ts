/** What a handed-over file waits for, and what may be done with it now. */
import {
  type HandoffDecision,
  type HandoffFile,
  type HandoffState,
  type ScanEntry,
  stepOf,
} from '../../shared/handoff.ts';

/** A line of the list: a file that was taken in, or a name that the scan found and nobody took. */
export interface HandoffLine {
  readonly path: string;
  readonly entry: ScanEntry | null;
  readonly file: HandoffFile | null;
}

/** Files first, as they were taken; then what still lies in the buckets. Placeholders keep folders and are no work. */
export function linesOf({ files, scan }: Pick<HandoffState, 'files' | 'scan'>): readonly HandoffLine[] {
  const entries = scan?.entries ?? [];
  const taken = files.map((file) => ({
    path: file.path,
    file,
    entry: entries.find((entry) => entry.path === file.path) ?? null,
  }));
  const names = new Set(files.map((file) => file.path));
  const waiting = entries
    .filter((entry) => entry.status !== 'placeholder' && !names.has(entry.path))
    .map((entry) => ({ path: entry.path, file: null, entry }));
  return [...taken, ...waiting];
}

/** True when every file has an end and the run can be finished. */
export function canFinish({ run, files }: Pick<HandoffState, 'run' | 'files'>): boolean {
  return run !== null && files.every((file) => ['preserved', 'kept', 'removed'].includes(stepOf(file)));
}

/** The decision a form starts with: what was decided, or the careful choice for this kind of content. */
export function draftOf(file: HandoffFile): HandoffDecision {
  if (file.decision) return file.decision;
  const blocked = file.content === 'blocked';
  return {
    fileKind: 'content',
    disposition: blocked ? 'block-as-unsafe-or-out-of-scope' : 'defer-with-reason',
    outcome: blocked ? 'rejected-with-reason' : 'preserved-to-durable-memory',
    reason: '',
    recommendations: [{ summary: '', decision: 'rejected-with-reason', reason: '' }],
    checks: [],
    memoryPaths: [],
  };
}

/** A decision can be recorded once it says why, and names what the file recommends with an answer to each. */
export function isWhole({ reason, recommendations }: HandoffDecision): boolean {
  return (
    reason.trim() !== '' &&
    recommendations.length > 0 &&
    recommendations.every((one) => one.summary.trim() !== '' && one.reason.trim() !== '')
  );
}
