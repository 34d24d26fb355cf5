import { describe, expect, it } from 'vitest';
import { zip } from '../../../e2e/fixtures/zip-writer.ts';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import { disagreement, type ProvenEntry } from './agreement.ts';
import { readDirectory } from './directory.ts';
import { locateEndRecord } from './end-record.ts';
import { type CentralHeader, nameOf } from './records.ts';

const archiveOf = (...names: readonly string[]): Buffer =>
  zip({ entries: names.map((name) => ({ name, data: Buffer.from(`text of ${name}`) })) });

function provenIn(archive: Buffer): readonly ProvenEntry[] {
  const located = locateEndRecord(archive);
  const directory = located.ok ? readDirectory(archive, located.end, DEFAULT_LIMITS) : located;
  if (!directory.ok) throw new Error(directory.finding.rule);
  return directory.headers.map((header) => ({ name: nameOf(archive, header).toString(), header }));
}

describe('the second reader', () => {
  it('agrees with what was proven', async () => {
    const archive = archiveOf('a.md', 'b/c.md', '文.md');
    expect(await disagreement(archive, provenIn(archive))).toBeNull();
    expect(await disagreement(archiveOf(), [])).toBeNull();
  });

  it('is waited for where it takes its time, as it does for an entry of nothing but numbers', async () => {
    const archive = archiveOf('a.md', '', '', 'b.md', '');
    expect(provenIn(archive).map(({ name }) => name)).toEqual(['a.md', '', '', 'b.md', '']);
    expect(await disagreement(archive, provenIn(archive))).toBeNull();
  });

  it.each([
    [2, '3 ≠ 2'],
    [4, '3 ≠ 4'],
  ])('sees another number of entries than %i', async (count, reason) => {
    const archive = archiveOf('a.md', 'b.md', 'c.md');
    const proven = [...provenIn(archive), ...provenIn(archive)].slice(0, count);
    const found = await disagreement(archive, proven);
    expect(found?.rule).toBe('zip/end-record');
    expect(found?.detail).toEqual({ variant: 'readers', reason });
  });

  it.each<[string, Partial<CentralHeader>]>([
    ['method', { method: 0 }],
    ['flags', { flags: 8 }],
    ['compressedSize', { compressedBytes: 1 }],
    ['size', { sizeBytes: 1 }],
    ['crc', { crc32: 1 }],
    ['offset', { localAt: 1 }],
  ])('sees another %s, and names the first entry that has one', async (field, change) => {
    const archive = archiveOf('a.md', 'b.md', 'c.md');
    const proven = provenIn(archive).map(({ name, header }, index) => ({
      name,
      header: index === 0 ? header : { ...header, ...change },
    }));
    const found = await disagreement(archive, proven);
    expect(found?.rule).toBe('zip/header-mismatch');
    expect([found?.path, found?.detail]).toEqual(['b.md', { variant: 'readers', fields: [field] }]);
  });

  it('sees another name', async () => {
    const archive = archiveOf('a.md', 'b.md');
    const proven = provenIn(archive).map((entry) => ({ ...entry, name: entry.name.replace('b', 'c') }));
    expect((await disagreement(archive, proven))?.detail).toEqual({ variant: 'readers', fields: ['name'] });
  });

  it('objects in its own words, whatever it has seen before', async () => {
    const archive = archiveOf('a.md', '../b.md');
    const found = await disagreement(archive, []);
    expect(found?.rule).toBe('zip/end-record');
    expect(found?.detail).toEqual({ variant: 'readers', reason: 'invalid relative path: ../b.md' });
  });

  it('objects to a directory that is cut short', async () => {
    const archive = archiveOf('a.md', 'b.md');
    const proven = provenIn(archive);
    const cut = Buffer.concat([archive.subarray(0, proven[1]?.header.at), archive.subarray(-22)]);
    expect((await disagreement(cut, proven))?.detail.variant).toBe('readers');
  });
});
