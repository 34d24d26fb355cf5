/** Two generations of a profile beside each other: which two, and which files are listed. Pure. */
import type { GenerationFileChange, Profile } from '../../shared/models.ts';

export interface Pair {
  readonly before: number;
  readonly after: number;
}

/**
 * What a generation is compared with first: the current one; and the current one with the one loaded before it, else after it.
 * The older one is always before. Null when there is no other.
 */
export function pairWith({ generations, current }: Pick<Profile, 'generations' | 'current'>, n: number): Pair | null {
  const others = generations.map((each) => each.n).filter((each) => each !== n);
  const earlier = others.filter((each) => each < n);
  const other = n === current ? (earlier.length > 0 ? Math.max(...earlier) : Math.min(...others)) : current;
  if (others.length === 0) return null;
  return { before: Math.min(n, other), after: Math.max(n, other) };
}

/** Files that differ; all of them when asked for. */
export function listed(files: readonly GenerationFileChange[], all: boolean): readonly GenerationFileChange[] {
  return all ? files : files.filter(({ change }) => change !== 'unchanged');
}

/** How many files came, changed, went and stayed. */
export function countChanges(
  files: readonly GenerationFileChange[],
): Readonly<Record<GenerationFileChange['change'], number>> {
  const counts = { added: 0, changed: 0, removed: 0, unchanged: 0 };
  for (const { change } of files) counts[change] += 1;
  return counts;
}
