import { hash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileListDigest } from './package-digest.ts';

const file = (path: string): { path: string; sha256: string } => ({ path, sha256: hash('sha256', path) });
const digestOf = (paths: readonly string[]): string =>
  hash('sha256', paths.map((path) => `${hash('sha256', path)}  ${path}\n`).join(''));

describe('digest of a file list', () => {
  it.each([
    ['ASCII', ['A.md', 'a.md', 'a/b.md', 'b.md']],
    ['letters beyond it', ['a.md', 'é.md', '文.md', '\uff5e.md']],
    // F0 9F … stands behind EF BD …, although its first unit, D83D, stands before FF5E.
    ['letters that are spelled with two units', ['a.md', '文.md', '\uff5e.md', '😀.md']],
  ])('goes by the bytes of the paths: %s', (_what, ordered) => {
    expect(fileListDigest(ordered.toReversed().map(file))).toBe(digestOf(ordered));
  });

  it('leaves the manifest out', () => {
    expect(fileListDigest(['.uai/manifest.uaix.json', 'a.md'].map(file))).toBe(digestOf(['a.md']));
  });
});
