import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';

vi.mock('electron', () => import('../../e2e/chromium/electron.ts'));

const LAUNCHER = join(import.meta.dirname, '../../resources/launchers/uaix');

const { commandWords } = await import('./command-line.ts');

describe('the words of a command', () => {
  it.each([
    [
      ['--cli', 'lint', 'a.uaix'],
      ['lint', 'a.uaix'],
    ],
    [
      ['--ozone-platform=headless', '--cli', '--', 'queue', '--json'],
      ['queue', '--json'],
    ],
    [['--cli', '--', '--version'], ['--version']],
    [
      ['--cli', '--', '--', '-odd'],
      ['--', '-odd'],
    ],
    [['--cli'], []],
  ])('%j: %j', (words, expected) => {
    expect(commandWords(words)).toEqual(expected);
  });

  it.each([
    ['no words', []],
    ['a file', ['/a.uaix']],
    ['a file in front', ['/a.uaix', '--cli', 'purge']],
    ['after the end of the switches', ['--', '--cli', 'purge']],
    ['a longer switch', ['--client', 'purge']],
    ['a value', ['--cli=purge']],
  ])('are none for %s', (_what, words) => {
    expect(commandWords(words)).toBeNull();
  });
});

describe('the launcher', () => {
  it.skipIf(process.platform === 'win32')('hands its words over unchanged, also through links', () => {
    const folder = mkdtempSync(join(tmpdir(), 'uaix launcher '));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    mkdirSync(join(folder, 'app', 'resources'), { recursive: true });
    mkdirSync(join(folder, 'bin'));
    copyFileSync(LAUNCHER, join(folder, 'app', 'resources', 'uaix'));
    writeFileSync(join(folder, 'app', 'uaix-desktop'), '#!/bin/sh\nprintf "<%s>" "$@"\nexit 7\n', { mode: 0o755 });
    symlinkSync('../app/resources/uaix', join(folder, 'bin', 'uaix'));
    const ran = spawnSync(join(folder, 'bin', 'uaix'), ['lint', 'two words', '--json', '$HOME', ''], {
      encoding: 'utf8',
    });
    expect(ran.stdout).toBe('<--ozone-platform=headless><--cli><--><lint><two words><--json><$HOME><>');
    expect(ran.status).toBe(7);
  });
});
