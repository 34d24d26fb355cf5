/** Lines that one text has and another lacks, in order: enough for a diff note that a person reads. */

export interface LineChange {
  readonly kind: 'removed' | 'added';
  /** 1-based, in the text the line stands in. */
  readonly line: number;
  readonly text: string;
}

/** The table of the comparison has at most this many cells; longer texts are told as wholly replaced between their common ends. */
const MOST_CELLS = 4_000_000;

/** Longest common subsequence of lines; removed lines before added ones at the same place. */
export function diffLines(before: string, after: string): readonly LineChange[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [mine, theirs] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const kept = mine.length * theirs.length <= MOST_CELLS ? commonLines(mine, theirs) : [];
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  for (const [keptA, keptB] of [...kept, [mine.length, theirs.length] as const]) {
    for (; i < keptA; i += 1) changes.push({ kind: 'removed', line: start + i + 1, text: mine[i] ?? '' });
    for (; j < keptB; j += 1) changes.push({ kind: 'added', line: start + j + 1, text: theirs[j] ?? '' });
    i = keptA + 1;
    j = keptB + 1;
  }
  return changes;
}

function commonLines(a: readonly string[], b: readonly string[]): readonly (readonly [number, number])[] {
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
