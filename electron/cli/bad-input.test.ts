/** Bad input on the command line: each kind ends in its named finding or message, and nothing half-done stays. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hostilePackages } from '../../e2e/fixtures/hostile-packages.ts';
import { bundledPack } from '../packer/testing.ts';
import { commandLine } from './testing.ts';

describe('hostile packages', () => {
  it('are all refused by lint with their own findings, in one call, and all reported', {
    timeout: 120_000,
  }, async () => {
    const uaix = commandLine();
    const packages = await hostilePackages(bundledPack());
    const names = packages.map(({ name, fileName, bytes }, at) => {
      mkdirSync(join(uaix.folder, String(at)));
      const file = join(String(at), fileName ?? `${name}.uaix`);
      writeFileSync(join(uaix.folder, file), bytes);
      return file;
    });
    const { exitCode, items } = await uaix.json('lint', ...names);
    expect(exitCode).toBe(1);
    expect(items.map(({ file }) => file)).toEqual(names);
    for (const [at, item] of items.entries()) {
      const found = (item.findings as { rule: string; severity: string; message: string }[]).filter(
        (f) => f.severity === 'no-op',
      );
      expect([...new Set(found.map((f) => f.rule))].sort(), packages[at]?.name).toEqual(
        [...packages[at]!.expectRules].sort(),
      );
      expect(found.every((f) => f.message.length > 20)).toBe(true);
    }
    expect(existsSync(uaix.dataFolder)).toBe(false);
  });
});

describe('things that are no packages', () => {
  it('a folder, an empty file, a missing file: each has its word, and the others are still done', async () => {
    const uaix = commandLine();
    mkdirSync(join(uaix.folder, 'folder.uaix'));
    writeFileSync(join(uaix.folder, 'empty.uaix'), '');
    const { exitCode, items, err } = await uaix.json('lint', 'folder.uaix', 'empty.uaix', 'nowhere.uaix');
    expect(exitCode).toBe(2);
    expect(items.slice(0, 2).map((item) => (item.findings as any[]).map((f) => [f.rule, f.detail.variant]))).toEqual([
      [['zip/not-zip', 'folder']],
      [['zip/not-zip', 'empty']],
    ]);
    expect(items[2]).toMatchObject({
      schema: 'uaix-desktop.problem.v1',
      subject: 'nowhere.uaix',
      code: 'source-missing',
    });
    expect(err).toContain('nowhere.uaix');
  });

  it('import of a folder leaves nothing behind', async () => {
    const uaix = commandLine();
    mkdirSync(join(uaix.folder, 'folder.uaix'));
    expect((await uaix('import', 'folder.uaix')).exitCode).toBe(2);
    expect((await uaix.json('queue')).items).toEqual([]);
    expect(readdirSync(join(uaix.dataFolder, 'quarantine'))).toEqual([]);
    expect(readdirSync(join(uaix.dataFolder, 'staging'))).toEqual([]);
  });

  it('a refused package is in quarantine, can be shown, receipted and purged, and nothing else', async () => {
    const uaix = commandLine();
    const wrong = (await hostilePackages(bundledPack())).find(({ name }) => name === 'wrong-hash')!;
    writeFileSync(join(uaix.folder, 'wrong.uaix'), wrong.bytes);
    const imported = await uaix.json('import', 'wrong.uaix');
    expect(imported).toMatchObject({ exitCode: 1, items: [{ state: 'no_op', verdict: 'no_op', known: false }] });
    const archive = String(imported.items[0]?.archiveSha256);
    expect((await uaix('show', archive)).exitCode).toBe(0);
    expect((await uaix('receipt', archive)).exitCode).toBe(0);
    expect((await uaix('review', archive, '--clean', '--approve')).exitCode).toBe(1);
    expect((await uaix('load', archive)).exitCode).toBe(1);
    expect((await uaix('purge', archive)).exitCode).toBe(0);
    expect(existsSync(join(uaix.dataFolder, 'quarantine', archive))).toBe(false);
    expect((await uaix.json('show', archive)).items[0]).toMatchObject({ state: 'purged' });
    expect((await uaix('audit', 'verify')).exitCode).toBe(0);
  });
});

describe('environment', () => {
  it('a data folder that cannot be: a sentence and exit 3', async () => {
    const uaix = commandLine();
    writeFileSync(join(uaix.folder, 'data'), 'a file where the folder should be');
    const { exitCode, err } = await uaix('queue');
    expect(exitCode).toBe(3);
    expect(err).not.toContain('    at ');
    expect(err.length).toBeGreaterThan(40);
  });

  it('a broken policy file: nothing loads, the place is named, exit 3', async () => {
    const uaix = commandLine();
    const honest = (await import('../../e2e/fixtures/hostile-packages.ts')).honestPackage;
    writeFileSync(join(uaix.folder, 'honest.uaix'), await honest(bundledPack()));
    const archive = String((await uaix.json('import', 'honest.uaix')).items[0]?.archiveSha256);
    writeFileSync(join(uaix.dataFolder, 'policy.json'), '{\n  "version": 1,\n  "issuers": oops\n}\n');
    const checked = await uaix('check', archive);
    expect(checked.exitCode).toBe(3);
    expect(checked.err).toMatch(/3/);
    expect((await uaix('load', archive)).exitCode).toBe(3);
    expect((await uaix('show', archive)).exitCode).toBe(0);
    expect((await uaix('profiles')).exitCode).toBe(0);
  });

  it('a broken policy file gives way to the strict defaults on request, and is kept', async () => {
    const uaix = commandLine();
    expect((await uaix('policy', 'reset')).exitCode).toBe(1);
    writeFileSync(join(uaix.dataFolder, 'policy.json'), 'oops');
    const { exitCode, items } = await uaix.json('policy', 'reset');
    expect(exitCode).toBe(0);
    expect(readFileSync(String(items[0]?.kept), 'utf8')).toBe('oops');
    expect((await uaix('policy', 'show')).exitCode).toBe(0);
  });
});

describe('usage', () => {
  it('wrong words end with 2 and say where to look', async () => {
    const uaix = commandLine();
    for (const line of [
      ['nonsense'],
      ['show'],
      ['lint', '--nonsense', 'x'],
      ['show', 'zz'],
      ['queue', '--state', 'nowhere'],
    ]) {
      const { exitCode, err } = await uaix(...line);
      expect(exitCode, line.join(' ')).toBe(2);
      expect(err, line.join(' ')).not.toMatch(/\berror\b/i);
    }
  });

  it('global options may stand anywhere', async () => {
    const uaix = commandLine();
    expect((await uaix('--json', 'profiles')).out).toBe('');
    expect((await uaix('profiles', '--lang', 'zh-CN')).out).toContain('还没有配置');
    expect((await uaix('--lang', 'zh-CN', '--help')).out).toContain('隔离');
    expect((await uaix('review', '--help')).exitCode).toBe(0);
  });
});

describe('a place that takes no file', () => {
  it('is told as that place, not as the data folder, and nothing is left', async () => {
    const uaix = commandLine();
    await uaix('init', 'mine', '--scope', 'persona_profile');
    const packed = await uaix('pack', 'mine', '--allow-no-op', '-o', join('missing', 'mine.uaix'));
    expect(packed.exitCode).toBe(3);
    expect(packed.err).toContain('The chosen folder does not take files. It may have been moved');
    await uaix('pack', 'mine', '--allow-no-op', '-o', 'mine.uaix');
    await uaix('import', 'mine.uaix');
    const archive = String((await uaix.json('queue')).items[0]?.archiveSha256);
    const reported = await uaix('report', archive, '-o', join('missing', 'report.md'));
    expect(reported.exitCode).toBe(3);
    expect(reported.err).toContain('The chosen folder does not take files.');
    expect(readdirSync(uaix.folder).sort()).toEqual(['data', 'mine', 'mine.uaix']);
  });
});
