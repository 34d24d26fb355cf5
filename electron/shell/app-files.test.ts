import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AppFiles, findAppFile, isAppPage, readAppFiles } from './app-files.ts';

let files: AppFiles;

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'uaix-app-files-'));
  mkdirSync(join(folder, 'window', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'secret.html'), 'outside');
  writeFileSync(join(folder, 'window', 'index.html'), '<p>page</p>');
  writeFileSync(join(folder, 'window', 'assets', 'a.js'), 'code');
  writeFileSync(join(folder, 'window', 'notes.txt'), 'not a type of the build');
  symlinkSync(join(folder, 'secret.html'), join(folder, 'window', 'link.html'));
  files = readAppFiles(join(folder, 'window'));
  return () => rmSync(folder, { recursive: true, force: true });
});

describe('the allow list', () => {
  it('holds the built files by their exact names, and neither links nor other types', () => {
    expect([...files.keys()].sort()).toEqual(['/assets/a.js', '/index.html']);
  });

  it.each(['app://desk/index.html', 'app://desk/index.html#/queue', 'app://desk/assets/a.js'])(
    'finds %s',
    (address) => {
      expect(findAppFile(files, address)).not.toBeNull();
    },
  );

  it.each([
    ['the folder above', 'app://desk/../secret.html'],
    ['an encoded folder above', 'app://desk/%2e%2e/secret.html'],
    ['a doubly encoded one', 'app://desk/%252e%252e/secret.html'],
    ['a detour through a folder', 'app://desk/assets/../index.html'],
    ['an encoded slash', 'app://desk/assets%2fa.js'],
    ['a backslash', 'app://desk/assets\\a.js'],
    ['NUL', 'app://desk/index.html%00.js'],
    ['a raw NUL', 'app://desk/index.html\0'],
    ['another host', 'app://other/index.html'],
    ['a host that begins like ours', 'app://desk.evil/index.html'],
    ['credentials', 'app://desk@evil/index.html'],
    ['a port', 'app://desk:80/index.html'],
    ['a query', 'app://desk/index.html?x'],
    ['another scheme', 'file:///index.html'],
    ['no file', 'app://desk/'],
    ['a doubled slash', 'app://desk//index.html'],
    ['another case', 'app://desk/INDEX.html'],
    ['a name of Object', 'app://desk/constructor'],
  ])('does not find %s', (_what, address) => {
    expect(findAppFile(files, address)).toBeNull();
  });

  it('finds nothing but what it lists, whatever is asked', () => {
    const listed = new Set(['app://desk/index.html', 'app://desk/assets/a.js']);
    const pieces = fc.array(
      fc.constantFrom('app://desk', '/', '..', '%2e', 'index.html', 'assets', 'a.js', '\\', '%00', ':', '@', '?'),
    );
    fc.assert(
      fc.property(pieces, (parts) => {
        const address = parts.join('');
        expect(findAppFile(files, address) !== null).toBe(listed.has(address));
      }),
    );
  });
});

describe('our page', () => {
  it.each([
    ['app://desk/index.html', true],
    ['app://desk/index.html#/queue', true],
    ['app://desk/assets/a.js', false],
    ['app://desk/index.html?x', false],
    ['app://desk.evil/index.html', false],
    ['https://desk/index.html', false],
    ['data:text/html,app://desk/index.html', false],
    ['', false],
  ])('%s: %s', (address, ours) => {
    expect(isAppPage(address)).toBe(ours);
  });
});
