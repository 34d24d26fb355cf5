import { describe, expect, it } from 'vitest';
import { draftOf, readDraft } from './draft.ts';
import { packFolder } from './pack.ts';
import { PackRefused } from './refusal.ts';
import { bundledPack, DRAFT, folderWith } from './testing.ts';

const MANIFEST = '.uai/manifest.uaix.json';

/** Rule and place of each finding; fails when nothing is refused. */
function refused(act: () => unknown): string[] {
  try {
    act();
  } catch (thrown) {
    if (!(thrown instanceof PackRefused)) throw thrown;
    return thrown.findings.map(({ rule, pointer, line, column }) => `${rule} ${pointer ?? ''}@${line}:${column}`);
  }
  throw new Error('nothing was refused');
}

const reading = (text: string) => refused(() => readDraft(Buffer.from(text), bundledPack()));

describe('a draft that cannot be worked with', () => {
  it('is missing', () => {
    expect(() => readDraft(undefined, bundledPack())).toThrow(/manifest\/missing/u);
  });

  it('is not JSON: the place is named', () => {
    expect(reading('{\n  "packageId": "a"\n  "profileId": "b"\n}')).toEqual(['manifest/json @3:3']);
    expect(reading('')).toHaveLength(1);
    expect(reading('{"a": 1,}')).toHaveLength(1);
    expect(reading('// no\n{}')).toHaveLength(1);
  });

  it('says a key twice', () => {
    expect(reading('{\n  "issuer": "A",\n  "issuer": "B"\n}').map((f) => f.split(' ')[0])).toEqual([
      'manifest/duplicate-key',
    ]);
  });

  it('reaches for the prototype', () => {
    expect(reading('{"files": [{"path": "a", "__proto__": {}}]}').map((f) => f.split(' ')[0])).toEqual([
      'manifest/reserved-key',
    ]);
  });

  it('is nested beyond reading', () => {
    expect(reading(`{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`).map((f) => f.split(' ')[0])).toEqual([
      'manifest/depth',
    ]);
  });

  it('is too large, or not UTF-8', () => {
    expect(reading(' '.repeat(4 * 1024 * 1024 + 1))[0]).toMatch(/^manifest\/size /u);
    expect(refused(() => readDraft(Buffer.from([0x7b, 0xff, 0x7d]), bundledPack()))[0]).toMatch(
      /^manifest\/encoding /u,
    );
  });

  it('lists its files in the older object shape (format F4.2)', () => {
    expect(reading('{"files": {"a.md": {}}}').map((f) => f.split('@')[0])).toEqual(['manifest/schema /files']);
  });

  it('has elements without a path, or the same path twice', () => {
    expect(
      reading('{"files": ["a.md", {"role": "x"}, {"path": "b.md"}, {"path": "b.md"}]}').map((f) => f.split('@')[0]),
    ).toEqual(['inventory/duplicate /files/3/path', 'manifest/schema /files/0', 'manifest/schema /files/1']);
  });
});

describe('a draft', () => {
  it('may leave out everything', () => {
    const draft = draftOf({});
    expect([draft.members, [...draft.files], draft.listsItself]).toEqual([{}, [], false]);
  });

  it('loses nothing but its list and its digest', () => {
    const { members } = draftOf({
      packageId: 'a',
      files: [],
      integrity: { algorithm: 'sha256' },
      longTermMemory: { steward: 'Ada' },
    });
    expect(members).toEqual({ packageId: 'a', longTermMemory: { steward: 'Ada' } });
  });

  it('that lists a file which is not there is refused at its line: it was forgotten, renamed or misspelt', async () => {
    const text = JSON.stringify({ ...JSON.parse(DRAFT), files: [{ path: 'docs/lost.md' }] }, null, 2);
    const line = text.split('\n').findIndex((row) => row.includes('docs/lost.md')) + 1;
    await expect(packFolder(folderWith({ [MANIFEST]: text }), { pack: bundledPack() })).rejects.toMatchObject({
      findings: [{ rule: 'inventory/missing', path: 'docs/lost.md', pointer: '/files/0/path', line }],
    });
  });
});
