/** Long work in turns: between two of them everything else in the process gets its turn. */
import { setImmediate } from 'node:timers/promises';

/** Waits until what is due besides has been done. */
export async function nextTurn(): Promise<void> {
  await setImmediate();
}

/** The rows in slices of that length, in order. */
export function* slicesOf<T>(rows: readonly T[], length: number): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += length) yield rows.slice(from, from + length);
}
