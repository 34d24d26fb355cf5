import { describe, expect, test } from 'vitest';
import { countChanges, listed, pairWith } from './compare-model.ts';

const profile = (current: number, ...numbers: readonly number[]) => ({
  current,
  generations: numbers.map((n) => ({
    n,
    archiveSha256: '',
    loadedUtc: '',
    loadedBy: '',
    files: 1,
    policySha256: '',
    pinned: false,
  })),
});

describe('what a generation is compared with first', () => {
  test.each([
    ['an old one with the current one', profile(4, 1, 2, 4), 1, { before: 1, after: 4 }],
    ['a newer one, after a roll-back, with the current one', profile(1, 1, 2, 4), 4, { before: 1, after: 4 }],
    ['the current one with the one before it', profile(4, 1, 2, 4), 4, { before: 2, after: 4 }],
    ['the current one, when it is the oldest, with the next', profile(1, 1, 2, 4), 1, { before: 1, after: 2 }],
    ['the only one with nothing', profile(3, 3), 3, null],
  ])('%s', (_name, given, n, pair) => expect(pairWith(given, n)).toEqual(pair));
});

const FILES = [
  { path: 'a', change: 'changed', sizeBefore: 1, sizeAfter: 2 },
  { path: 'b', change: 'unchanged', sizeBefore: 1, sizeAfter: 1 },
  { path: 'c', change: 'removed', sizeBefore: 1, sizeAfter: null },
] as const;

test('only what differs is listed until all is asked for', () => {
  expect(listed(FILES, false).map(({ path }) => path)).toEqual(['a', 'c']);
  expect(listed(FILES, true)).toEqual(FILES);
  expect(countChanges(FILES)).toEqual({ added: 0, changed: 1, removed: 1, unchanged: 1 });
});
