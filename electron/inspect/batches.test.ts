import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { batchesOf } from './batches.ts';
import type { ArchiveEntry } from './package.ts';

const MIB = 1024 * 1024;

const entry = (name: string, sizeBytes: number): ArchiveEntry => ({
  name,
  sizeBytes,
  compressedBytes: sizeBytes,
  crc32: 0,
  method: 0,
  offset: 0,
  condemned: false,
  read: () => ({ ok: false, findings: [] }),
});

const namesOf = (entries: readonly ArchiveEntry[]): readonly (readonly string[])[] =>
  batchesOf(entries, DEFAULT_LIMITS).map((batch) => batch.map(({ name }) => name));

describe('batches', () => {
  it('hold every file once, the largest batch first', () => {
    const entries = [entry('small', 1), entry('middle', 5 * MIB), entry('large', 9 * MIB), entry('tiny', 0)];
    expect(namesOf(entries)).toEqual([['large'], ['middle'], ['small'], ['tiny']]);
  });

  it('gather small files', () => {
    const entries = Array.from({ length: 640 }, (_, i) => entry(`f${i}`, 1_000));
    const batches = namesOf(entries);
    expect(batches.length).toBe(64);
    expect(batches[0]).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7', 'f8', 'f9']);
    expect(batches.flat().length).toBe(640);
  });

  it('are none where there is nothing', () => {
    expect(namesOf([])).toEqual([]);
    expect(namesOf([entry('empty', 0)])).toEqual([['empty']]);
  });

  it('are one, in the order of the bytes, where some file is the one too many', () => {
    const room = DEFAULT_LIMITS.totalBytes - DEFAULT_LIMITS.entries;
    expect(namesOf([entry('a', 1), entry('b', room - 1)]).length).toBe(2);
    expect(namesOf([entry('a', 1), entry('b', room)])).toEqual([['a', 'b']]);
  });

  it('are one where two entries have one name', () => {
    expect(namesOf([entry('a', 1), entry('b', MIB), entry('a', 2)])).toEqual([['a', 'b', 'a']]);
  });
});
