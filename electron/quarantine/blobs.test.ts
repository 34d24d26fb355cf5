import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { newLayout, openBench, removeLayouts, sampleRederive, sha256, take } from '../durability/sample.ts';
import { systemFiles } from '../files.ts';
import { damagedBlobs, readArchive, readBlob, readBlobOrRestore, restoreBlobs } from './blobs.ts';
import { filesOf } from './packages.ts';

afterAll(removeLayouts);

/** printf alpha | sha256sum; printf beta | sha256sum */
const ALPHA = '8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8';
const BETA = 'f44e64e75f3948e9f73f8dfa94721c4ce8cbb4f265c4790c702b2d41cfbf2753';

async function imported() {
  const bench = openBench();
  const end = await take(bench, bench.give('m.uaix', { 'a.md': 'alpha', 'b.md': 'beta' }));
  return { ...bench, archive: end.archiveSha256 ?? '' };
}

test('bytes are proven at each read', async () => {
  const { layout, archive } = await imported();
  expect(readBlob(layout, archive, ALPHA).toString()).toBe('alpha');
  writeFileSync(layout.blob(archive, ALPHA), 'alphb');
  expect(() => readBlob(layout, archive, ALPHA)).toThrow(/damaged.*changed/);
  rmSync(layout.blob(archive, ALPHA));
  expect(() => readBlob(layout, archive, ALPHA)).toThrow(/damaged.*missing/);
});

test.each(['missing', 'changed', 'cut', 'a folder'] as const)(
  'a blob that is %s is made again from the archive',
  async (how) => {
    const { layout, archive } = await imported();
    const path = layout.blob(archive, ALPHA);
    rmSync(path);
    if (how === 'changed') writeFileSync(path, 'alphb');
    if (how === 'cut') writeFileSync(path, 'alp');
    if (how === 'a folder') mkdirSync(path);
    expect((await readBlobOrRestore(layout, archive, ALPHA, sampleRederive)).toString()).toBe('alpha');
    if (how !== 'a folder') expect(readFileSync(path, 'utf8')).toBe('alpha');
  },
);

test('a blob is not made again from a damaged archive, nor from a reader that gives other bytes', async () => {
  const { layout, archive } = await imported();
  rmSync(layout.blob(archive, ALPHA));
  const lying = async () =>
    new Map([
      [ALPHA, Buffer.from('evil')],
      [BETA, Buffer.from('beta')],
    ]);
  await expect(readBlobOrRestore(layout, archive, ALPHA, lying)).rejects.toThrow(/damaged/);
  expect(existsSync(layout.blob(archive, ALPHA))).toBe(false);
  writeFileSync(layout.archive(archive), 'rotten');
  await expect(readBlobOrRestore(layout, archive, ALPHA, sampleRederive)).rejects.toThrow(/damaged/);
  expect(() => readArchive(layout, archive)).toThrow(/damaged/);
  // What is whole is read without the archive.
  expect((await readBlobOrRestore(layout, archive, BETA, sampleRederive)).toString()).toBe('beta');
});

test('the whole folder of blobs lost: all of them come back', async () => {
  const { layout, archive } = await imported();
  rmSync(layout.blobs(archive), { recursive: true });
  const restored = await restoreBlobs(layout, archive, [ALPHA, BETA], sampleRederive);
  expect([...restored.keys()].sort()).toEqual([ALPHA, BETA].sort());
  expect(readBlob(layout, archive, BETA).toString()).toBe('beta');
});

test('a full disk does not hide what can be made again', async () => {
  const { layout, archive } = await imported();
  rmSync(layout.blob(archive, ALPHA));
  const full = {
    ...systemFiles,
    replace: () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  };
  expect((await readBlobOrRestore(layout, archive, ALPHA, sampleRederive, full)).toString()).toBe('alpha');
});

test('a refused access is not called damage', async () => {
  const { layout, archive } = await imported();
  const closed = {
    ...systemFiles,
    readAll: () => {
      throw Object.assign(new Error('closed'), { code: 'EACCES' });
    },
  };
  expect(() => readBlob(layout, archive, ALPHA, closed)).toThrow('closed');
});

test('a look names what is missing or has another size', async () => {
  const { layout, archive, db } = await imported();
  const files = filesOf(db, archive);
  expect(damagedBlobs(layout, archive, files).size).toBe(0);
  writeFileSync(layout.blob(archive, ALPHA), 'alp');
  rmSync(layout.blob(archive, BETA));
  expect([...damagedBlobs(layout, archive, files)].sort()).toEqual([ALPHA, BETA].sort());
  expect(damagedBlobs(newLayout(), archive, files).size).toBe(2);
  expect(sha256('alpha')).toBe(ALPHA);
});
