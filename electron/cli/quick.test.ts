import { describe, expect, it } from 'vitest';
import { cacheFolder } from './compiled-code.ts';
import { languageOf } from './language.ts';
import { quickAnswer } from './quick.ts';
import { runCommandLine } from './run.ts';

async function ran(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  let printed = '';
  const stream = {
    write: (text: string | Uint8Array) => {
      printed += text.toString();
      return true;
    },
  };
  const exitCode = await runCommandLine(args, { streams: { out: stream, err: stream }, env, cwd: '/' });
  expect(exitCode).toBe(0);
  return printed;
}

/** Columns of a terminal: a Chinese character and its punctuation take two. */
const columns = (line: string): number => line.replace(/[\u3000-\u9fff\uff00-\uff60]/g, '  ').length;

describe('answers that need nothing of the program', () => {
  it.each([
    [['--help'], 'en_GB.UTF-8'],
    [['-h'], 'en_GB.UTF-8'],
    [['help'], 'zh_CN.UTF-8'],
    [['--help', '--lang', 'zh-CN'], 'en_GB.UTF-8'],
    [['--lang=en', '--help'], 'zh_CN.UTF-8'],
    [['--version'], 'en_GB.UTF-8'],
  ])('are those of the whole command line: %j', async (args, LANG) => {
    const quick = quickAnswer(args, { LANG }, undefined);
    expect(quick).toBe(await ran(args, { LANG }));
  });

  it.each([
    [[]],
    [['lint', '--help']],
    [['--help', 'lint']],
    [['--help', '--json']],
    [['--lang', 'fr', '--help']],
    [['--lang']],
    [['--', '--help']],
    [['queue']],
  ])('leave everything else to it: %j', (args) => {
    expect(quickAnswer(args, {}, undefined)).toBeNull();
  });

  it.each(['en', 'zh-CN'])('name every command and fit the terminal, in %s', (language) => {
    const shown = quickAnswer(['--help', '--lang', language], {}, 120) ?? '';
    for (const name of ['lint', 'import', 'review', 'load', 'rollback', 'doctor'])
      expect(shown).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(shown).not.toMatch(/command\.|option\.|heading\./);
    const long = shown.split('\n').filter((line) => columns(line) > 120);
    expect(long).toEqual([]);
  });

  it('keep lines whole where a terminal is too narrow for two columns', () => {
    const shown = quickAnswer(['--help'], {}, 60) ?? '';
    expect(shown).toMatch(/^ {2}lint <files\.\.\.> +inspect packages; keeps nothing$/m);
    // The paragraph above the lists is still broken.
    expect(
      shown
        .split('\n')
        .slice(2, 4)
        .every((line) => columns(line) <= 60),
    ).toBe(true);
  });
});

describe('the language of the command line', () => {
  it.each([
    [['--lang', 'en'], { LANG: 'zh_CN.UTF-8' }, 'en'],
    [['queue', '--lang=zh-CN'], {}, 'zh-CN'],
    [['--lang', 'fr'], { LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
    [[], { LC_ALL: 'en_US', LANG: 'zh_CN' }, 'en'],
    [[], {}, 'en'],
  ])('%j %j: %s', (args, env, language) => {
    expect(languageOf(args, env)).toBe(language);
  });
});

describe('the folder of compiled code', () => {
  it.each([
    ['linux', {}, '/home/ada/.cache/uaix-desktop/compiled-code'],
    ['linux', { XDG_CACHE_HOME: '/cache' }, '/cache/uaix-desktop/compiled-code'],
    ['darwin', {}, '/home/ada/Library/Caches/uaix-desktop/compiled-code'],
    ['win32', { LOCALAPPDATA: '/local' }, '/local/uaix-desktop/compiled-code'],
  ] as const)('is the one of this account on %s %j', (platform, env, folder) => {
    expect(cacheFolder(env, platform, '/home/ada').replaceAll('\\', '/')).toBe(folder);
  });
});
