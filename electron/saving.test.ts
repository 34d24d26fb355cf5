import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Link, saveNew, saveOver } from './saving.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uaix-saving-'));
  file = join(folder, 'report.md');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const noLinks: Link = async () => {
  throw Object.assign(new Error('not permitted'), { code: 'EPERM' });
};

describe.each([
  ['a disk with second names', undefined],
  ['a disk without them', noLinks],
])('a new file, on %s', (_, linked) => {
  it('holds what was asked for, and nothing else is left', async () => {
    await saveNew(file, 'alpha', linked);
    await saveNew(join(folder, 'bytes'), new Uint8Array([0, 255]), linked);
    expect(readFileSync(file, 'utf8')).toBe('alpha');
    expect([...readFileSync(join(folder, 'bytes'))]).toEqual([0, 255]);
    expect(readdirSync(folder).sort()).toEqual(['bytes', 'report.md']);
  });

  it('is refused where something is, which stays as it was', async () => {
    writeFileSync(file, 'old');
    mkdirSync(join(folder, 'folder'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
    for (const name of ['report.md', 'folder', 'link']) {
      await expect(saveNew(join(folder, name), 'new', linked)).rejects.toMatchObject({
        code: 'EEXIST',
        path: join(folder, name),
      });
    }
    expect(readFileSync(file, 'utf8')).toBe('old');
    expect(readdirSync(folder).sort()).toEqual(['folder', 'link', 'report.md']);
  });
});

describe('a file in place of another', () => {
  it('is the new one, whole', async () => {
    writeFileSync(file, 'the old one, which is longer');
    await saveOver(file, 'new');
    expect(readFileSync(file, 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['report.md']);
  });

  it('leaves everything as it was when it cannot be', async () => {
    mkdirSync(join(file, 'inside'), { recursive: true });
    await expect(saveOver(file, 'new')).rejects.toMatchObject({ path: file });
    expect(readdirSync(folder)).toEqual(['report.md']);
    expect(readdirSync(file)).toEqual(['inside']);
  });
});

it('tells of the file that was asked for when its folder is missing', async () => {
  const lost = join(folder, 'missing', 'report.md');
  await expect(saveNew(lost, 'x')).rejects.toMatchObject({ code: 'ENOENT', path: lost });
  await expect(saveOver(lost, 'x')).rejects.toMatchObject({ code: 'ENOENT', path: lost });
});
