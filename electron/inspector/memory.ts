/** Keeps the inspector small while it works through a large package, and makes it give up when it cannot. */
import { ProblemError } from '../problem.ts';

const MIB = 1024 * 1024;

/** Below this a collection would only cost time: the program itself and an archive of ordinary size take as much. */
const COLLECT_ABOVE_BYTES = 176 * MIB;
/** Inflated files are judged one after the other in one go, and V8 is slow to notice that the last ones are garbage. */
const COLLECT_EVERY_BYTES = 16 * MIB;

/** Asking the system takes as long as a small file; in this time no process grows by much. In milliseconds. */
const LOOK_EVERY_MS = 5;

/** What the guard looks at and does; the process itself by default. */
export interface MemoryPlace {
  /** In milliseconds, from any beginning. */
  now(): number;
  residentBytes(): number;
  /** Null where the host does not allow it. */
  readonly collect: (() => void) | null;
}

const THIS_PROCESS: MemoryPlace = {
  now: () => performance.now(),
  residentBytes: () => process.memoryUsage.rss(),
  collect: (globalThis as { gc?: () => void }).gc ?? null,
};

/**
 * A check to call between two files.
 * @param limitMiB resident memory at which the process gives up
 * @throws ProblemError inspector-memory, from the check, when garbage collection does not bring the process below its limit
 */
export function memoryGuard(limitMiB: number, { now, residentBytes, collect }: MemoryPlace = THIS_PROCESS): () => void {
  let collectAt = COLLECT_ABOVE_BYTES;
  let lookAgainAt = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() < lookAgainAt) return;
    let resident = residentBytes();
    if (resident > Math.min(collectAt, limitMiB * MIB) && collect !== null) {
      collect();
      resident = residentBytes();
      collectAt = Math.max(COLLECT_ABOVE_BYTES, resident + COLLECT_EVERY_BYTES);
    }
    lookAgainAt = now() + LOOK_EVERY_MS;
    if (resident > limitMiB * MIB) throw new ProblemError('inspector-memory', { limitMiB });
  };
}
