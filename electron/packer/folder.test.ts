import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { ProblemError } from '../problem.ts';
import { readFolder } from './folder.ts';
import { packFolder } from './pack.ts';
import { PackRefused } from './refusal.ts';
import { bundledPack, DRAFT, folderWith } from './testing.ts';

const MANIFEST = '.uai/manifest.uaix.json';
const onWindows = process.platform === 'win32';

/** Rules and paths of a refusal; fails when nothing is refused. */
async function refusal(folder: string, limits = DEFAULT_LIMITS): Promise<string[]> {
  try {
    await packFolder(folder, { pack: bundledPack(), limits });
  } catch (thrown) {
    if (thrown instanceof PackRefused) return thrown.findings.map(({ rule, path }) => `${rule} ${path ?? ''}`.trim());
    throw thrown;
  }
  throw new Error('nothing was refused');
}

async function problem(act: Promise<unknown>): Promise<unknown> {
  const thrown = await act.then(
    () => null,
    (error: unknown) => error,
  );
  return thrown instanceof ProblemError ? thrown.problem : thrown;
}

describe('what is read', () => {
  it('is every file, composed names, forward slashes', async () => {
    const folder = folderWith({ 'a/b/c.md': 'deep', 'e\u0301.md': 'accent', '.hidden': 'dot' });
    const { files, leftOut } = await readFolder(folder, DEFAULT_LIMITS);
    expect([...files].map(([path, bytes]) => [path, bytes.toString()])).toEqual([
      ['.hidden', 'dot'],
      ['a/b/c.md', 'deep'],
      ['\u00e9.md', 'accent'],
    ]);
    expect(leftOut).toEqual([]);
  });

  it('leaves litter out and says so', async () => {
    const folder = folderWith({
      '.DS_Store': '',
      '.git/config': '[core]',
      '__MACOSX/._a.md': '',
      'docs/._a.md': '',
      'docs/THUMBS.DB': '',
      'docs/a.md': 'kept',
      'docs/git.md': 'kept',
      'out.uaix': 'PK',
      'src/__pycache__/a.pyc': '',
    });
    const { files, leftOut } = await readFolder(folder, DEFAULT_LIMITS);
    expect([...files.keys()]).toEqual(['docs/a.md', 'docs/git.md']);
    expect(leftOut).toEqual([
      { path: '.DS_Store', reason: 'system-litter' },
      { path: '.git', reason: 'version-control' },
      { path: '__MACOSX', reason: 'system-litter' },
      { path: 'docs/._a.md', reason: 'system-litter' },
      { path: 'docs/THUMBS.DB', reason: 'system-litter' },
      { path: 'out.uaix', reason: 'package' },
      { path: 'src/__pycache__', reason: 'interpreter-cache' },
    ]);
  });

  it.skipIf(onWindows)('may be named through a link: the person named it', async () => {
    const folder = folderWith({ 'a.md': 'text' });
    const link = join(folderWith({}), 'link');
    symlinkSync(folder, link);
    expect([...(await readFolder(link, DEFAULT_LIMITS)).files.keys()]).toEqual(['a.md']);
  });
});

describe.skipIf(onWindows)('links and special files are refused, all in one answer', () => {
  it('whatever they point to', async () => {
    const outside = folderWith({ 'secret.md': 'not yours' });
    const folder = folderWith({ [MANIFEST]: DRAFT, 'docs/real.md': 'text' });
    symlinkSync(join(outside, 'secret.md'), join(folder, 'docs/link.md'));
    symlinkSync(outside, join(folder, 'docs/folder'));
    symlinkSync('real.md', join(folder, 'docs/inside.md'));
    symlinkSync('nowhere', join(folder, 'docs/dangling.md'));
    symlinkSync('..', join(folder, 'docs/loop'));
    execFileSync('mkfifo', [join(folder, 'docs/pipe')]);
    expect(await refusal(folder)).toEqual([
      'zip/special-file docs/pipe',
      'zip/symlink docs/dangling.md',
      'zip/symlink docs/folder',
      'zip/symlink docs/inside.md',
      'zip/symlink docs/link.md',
      'zip/symlink docs/loop',
    ]);
  });
});

describe('what cannot be read is a problem with a path', () => {
  it('a folder that is not there', async () => {
    const folder = join(folderWith({}), 'missing');
    expect(await problem(readFolder(folder, DEFAULT_LIMITS))).toEqual({
      code: 'source-missing',
      values: { variant: 'packing', path: folder },
    });
  });

  it('a file where a folder is expected', async () => {
    const file = join(folderWith({ 'a.md': 'text' }), 'a.md');
    expect(await problem(readFolder(file, DEFAULT_LIMITS))).toEqual({
      code: 'source-special',
      values: { variant: 'not-a-folder', path: file },
    });
  });

  it.skipIf(onWindows)('a file without permission', async () => {
    const folder = folderWith({ 'docs/open.md': 'text', 'docs/shut.md': 'text' });
    chmodSync(folder, 0o755);
    chmodSync(join(folder, 'docs/shut.md'), 0);
    // The system's administrator may read everything: the test steps down for a moment.
    const user = process.geteuid?.();
    if (user === 0) process.seteuid?.(65_534);
    try {
      expect(await problem(readFolder(folder, DEFAULT_LIMITS))).toEqual({
        code: 'source-unreadable',
        values: { variant: 'packing', path: 'docs/shut.md' },
      });
    } finally {
      if (user === 0) process.seteuid?.(0);
    }
  });
});

describe('limits end the walk', () => {
  it('the size of a file', async () => {
    const folder = folderWith({ 'big.md': '12345678901', 'fits.md': '1234567890' });
    expect(await refusal(folder, { ...DEFAULT_LIMITS, fileBytes: 10 })).toEqual(['zip/entry-size big.md']);
  });

  it('the size of all files', async () => {
    const folder = folderWith({ 'a.md': '123456', 'b.md': '123456' });
    expect(await refusal(folder, { ...DEFAULT_LIMITS, totalBytes: 11 })).toEqual(['zip/total-size']);
  });

  it('the number of files', async () => {
    const folder = folderWith({ 'a.md': '', 'b.md': '', 'c.md': '' });
    expect(await refusal(folder, { ...DEFAULT_LIMITS, entries: 2 })).toEqual(['zip/entry-count']);
  });
});

describe.skipIf(onWindows)('names no importer takes', () => {
  it('are refused before they are written', async () => {
    const folder = folderWith({ [MANIFEST]: DRAFT });
    mkdirSync(join(folder, 'docs'));
    for (const name of ['a\\b.md', 'aux.md', 'Note.md', 'note.md', 'tail.', 'what?.md']) {
      writeFileSync(join(folder, 'docs', name), 'text');
    }
    expect(await refusal(folder)).toEqual([
      'path/backslash docs/a\\b.md',
      'path/device-name docs/aux.md',
      'path/duplicate docs/note.md',
      'path/reserved-character docs/what?.md',
      'path/segment docs/tail.',
    ]);
  });

  it('so are bytes that are not UTF-8', async () => {
    const folder = folderWith({ [MANIFEST]: DRAFT });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from('gr\xfc\xdfe.md', 'latin1')]), 'text');
    expect(await refusal(folder)).toEqual(['path/encoding gr\u00fc\u00dfe.md']);
  });

  it('and two spellings of one name', async () => {
    const folder = folderWith({ [MANIFEST]: DRAFT, 'e\u0301.md': 'decomposed', '\u00e9.md': 'composed' });
    expect(await refusal(folder)).toEqual(['path/duplicate \u00e9.md']);
  });
});
