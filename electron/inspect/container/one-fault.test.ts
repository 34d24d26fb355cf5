/** A package in which one field of the container is spoiled gets one no-op finding, whichever file it is: later stages do not echo it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPackage } from '../../../e2e/fixtures/package-builder.ts';
import { type ArchiveSpec, type EntrySpec, extraRecord, zip } from '../../../e2e/fixtures/zip-writer.ts';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { CURRENT_PACK, readFormatPacks } from '../../inspector/format-packs.ts';
import { resourcesFolder } from '../../resources.ts';
import type { FormatPack } from '../format/pack.ts';
import { inspectArchive } from '../inspect.ts';

const PERSONA = '.uai/persona.uai';

const entries: readonly EntrySpec[] = [...buildPackage().contents()].map(([name, data]) => ({ name, data }));
let pack: FormatPack;

beforeAll(() => {
  const current = readFormatPacks(resourcesFolder()).get(CURRENT_PACK);
  if (current === undefined) throw new Error('the current format pack is missing');
  pack = current;
});

async function refusals(spec: ArchiveSpec): Promise<string[]> {
  const { findings } = await inspectArchive(zip(spec), { fileName: 'a.uaix', limits: DEFAULT_LIMITS, pack });
  return findings.filter(({ severity }) => severity === 'no-op').map(({ rule }) => rule);
}

/** The package with one entry changed. */
function spoiled(path: string, change: Partial<EntrySpec>): ArchiveSpec {
  return { entries: entries.map((entry) => (entry.name === path ? { ...entry, ...change } : entry)) };
}

const SPOILS: readonly (readonly [string, Partial<EntrySpec>, string])[] = [
  ['local name', { local: { name: '.uai/other.uai' } }, 'zip/header-mismatch'],
  ['local CRC', { local: { crc32: 1 } }, 'zip/header-mismatch'],
  ['CRC in both headers', { fields: { crc32: 1 } }, 'zip/crc'],
  ['central size', { central: { sizeBytes: 1 } }, 'zip/header-mismatch'],
  ['size in both headers', { fields: { sizeBytes: 1 } }, 'zip/size'],
  ['method', { fields: { method: 12 } }, 'zip/method'],
  ['flags', { fields: { flags: 1 } }, 'zip/encrypted'],
  ['data', { raw: Buffer.from([0xff, 0xff]) }, 'zip/corrupt'],
  ['mode', { central: { externalAttributes: (0o120777 << 16) >>> 0 } }, 'zip/symlink'],
  ['extra field', { fields: { extra: extraRecord(0x7075, Buffer.alloc(9)) } }, 'zip/extra-field'],
  ['comment', { central: { comment: Buffer.from('x') } }, 'zip/comment'],
  ['gap before it', { before: Buffer.from('x') }, 'zip/gap'],
];

describe('one spoiled field, one refusal', () => {
  it('starts from a package without any', async () => {
    expect(await refusals({ entries })).toEqual([]);
  });

  it.each(SPOILS)('%s of a required file', async (_what, change, rule) => {
    expect(await refusals(spoiled(PERSONA, change))).toEqual([rule]);
  });

  it.each(SPOILS)('%s of the manifest', async (what, change, rule) => {
    // The manifest is the first entry: what stands before it stands before the archive.
    expect(await refusals(spoiled(MANIFEST_PATH, change))).toEqual([
      what === 'gap before it' ? 'zip/leading-bytes' : rule,
    ]);
  });

  it('a comment, bytes after the end, a wrong count', async () => {
    expect(await refusals({ entries, comment: Buffer.from('x') })).toEqual(['zip/comment']);
    expect(await refusals({ entries, suffix: Buffer.from('x') })).toEqual(['zip/trailing-bytes']);
    expect(await refusals({ entries, end: { entries: 1 } })).toEqual(['zip/end-record']);
  });

  it('the same file twice', async () => {
    const twin = entries.find(({ name }) => name === PERSONA);
    expect(await refusals({ entries: [...entries, ...(twin ? [twin] : [])] })).toEqual(['path/duplicate']);
  });
});
