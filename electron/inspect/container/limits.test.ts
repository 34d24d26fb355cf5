/** Bombs: each ends in its one finding, before anything large is allocated. */
import { describe, expect, it } from 'vitest';
import {
  countBomb,
  declaredSizeBomb,
  depthBomb,
  fullOverlapBomb,
  nameBomb,
  nestedArchive,
  quotedOverlapBomb,
  ratioBomb,
  totalBomb,
  understatedBomb,
} from '../../../e2e/fixtures/zip-bombs.ts';
import { containerView } from '../../../e2e/fixtures/zip-mutations.ts';
import { zip } from '../../../e2e/fixtures/zip-writer.ts';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import { proveArchive } from './prove.ts';

const MIB = 1024 * 1024;

async function rules(bytes: Buffer, limits = DEFAULT_LIMITS): Promise<string[]> {
  return (await containerView(bytes, limits)).findings.map(({ rule }) => rule);
}

describe('bombs', () => {
  it.each([
    ['ratio', ratioBomb(24), ['zip/ratio']],
    ['size in the headers', declaredSizeBomb(), ['zip/size']],
    ['size behind the headers', understatedBomb(24), ['zip/size']],
    ['total', totalBomb(10, 30), ['zip/total-size']],
    ['count', countBomb(5_001), ['zip/entry-count']],
    ['count beyond 16 bits', countBomb(70_000), ['zip/entry-count']],
    ['one name of 64 KiB', nameBomb(1), ['path/length']],
    ['depth', depthBomb(), ['path/length']],
    ['full overlap', fullOverlapBomb(200), ['zip/overlap']],
    ['quoted overlap', quotedOverlapBomb(20, 1), ['zip/overlap']],
  ])('%s', async (_name, bytes, expected) => {
    expect(await rules(bytes)).toEqual(expected);
  });

  it('names cannot fill a report', async () => {
    const { findings } = await containerView(nameBomb(200));
    expect(findings).toHaveLength(200);
    expect(JSON.stringify(findings).length).toBeLessThan(200 * 4_096);
  });

  it('a ZIP in a ZIP is a file like any other, and is not opened', async () => {
    const { findings, files } = await containerView(nestedArchive());
    expect(findings).toEqual([]);
    expect(files).toHaveLength(1);
  });

  it('after the total is passed nothing more is inflated', async () => {
    const bytes = zip({ entries: ['a', 'b', 'c'].map((name) => ({ name, data: name.repeat(60) })) });
    const proof = await proveArchive(bytes, 'x.uaix', { ...DEFAULT_LIMITS, totalBytes: 100 });
    const reads = proof.entries?.map((entry) => entry.read());
    expect(reads?.map((read) => (read.ok ? 'read' : read.findings.map(({ rule }) => rule)))).toEqual([
      'read',
      ['zip/total-size'],
      [],
    ]);
  });

  it('reading one entry again does not count again', async () => {
    const bytes = zip({ entries: ['a', 'b'].map((name) => ({ name, data: name.repeat(50) })) });
    const proof = await proveArchive(bytes, 'x.uaix', { ...DEFAULT_LIMITS, totalBytes: 100 });
    const [a, b] = proof.entries ?? [];
    expect([a, a, a, b, a].map((entry) => entry?.read().ok)).toEqual([true, true, true, true, true]);
  });

  it('condemned entries count too', async () => {
    const bytes = zip({ entries: ['../a', 'b'].map((name) => ({ name, data: 'x'.repeat(60) })) });
    expect(await rules(bytes, { ...DEFAULT_LIMITS, totalBytes: 100 })).toEqual(['path/traversal', 'zip/total-size']);
  });

  it('an entry of exactly the limit passes', async () => {
    const text = Buffer.from('0123456789abcdef'.repeat(MIB / 16));
    const limits = { ...DEFAULT_LIMITS, fileBytes: MIB, totalBytes: MIB, ratio: 1_000 };
    expect(await rules(zip({ entries: [{ name: 'a', data: text }] }), limits)).toEqual([]);
    expect(await rules(zip({ entries: [{ name: 'a', data: text, method: 0 }] }), limits)).toEqual([]);
  });
});
