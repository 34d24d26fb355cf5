import { expect, test } from 'vitest';
import { eventFacts, isArchive } from './event-model.ts';

test('a row tells names first, then what was done', () => {
  expect(
    eventFacts({ decision: 'approved', files: [{ path: 'a.md', sha256: 'x' }, { path: 'b.md' }], manner: 'clean' }),
  ).toEqual([
    'a.md +1',
    { key: 'evidence.token.approved', value: 'approved' },
    { key: 'evidence.token.clean', value: 'clean' },
  ]);
  expect(eventFacts({ fileName: 'x.uaix', n: 2, note: '', other: 'ignored' })).toEqual([
    'x.uaix',
    { key: 'evidence.number.n', value: 2 },
  ]);
});

test('only a whole digest names a package', () => {
  expect(isArchive('a'.repeat(64))).toBe(true);
  expect(isArchive('a'.repeat(16))).toBe(false);
  expect(isArchive(null)).toBe(false);
});
