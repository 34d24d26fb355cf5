/** The system itself is the witness: traced from start to end, the program opens no socket of the Internet families, nor looks up a name. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { CANCEL_ALL } from './chromium/dialogs.ts';
import { findChromium } from './chromium/find-chromium.ts';
import { StandInHost } from './chromium/host.ts';
import { expect, hostHere, MAIN, ROOT, test } from './fixtures/desk-app.ts';
import { IMPORT_MS } from './fixtures/person.ts';

const CLI = join(ROOT, 'dist', 'electron', 'cli.js');
const SAMPLE = join(ROOT, 'dist', 'samples', 'marlow-persona.uaix');

/** Network calls of the kernel, and the opening of the files that a name look-up begins with. */
const TRACED = ['-f', '-qq', '-y', '-e', 'trace=socket,connect,bind,sendto,sendmsg,openat'];

function onPath(name: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

const mayTrace = process.platform === 'linux' && onPath('strace') && tracingWorks();

/** Containers may forbid tracing. */
function tracingWorks(): boolean {
  return spawnSync('strace', [...TRACED, '-o', '/dev/null', process.execPath, '--version']).status === 0;
}

/** Lines of a trace that have to do with a network. `AF_UNIX` pairs are how Node talks to its own children. */
function network(trace: string): string[] {
  return trace
    .split('\n')
    .filter((line) => /\bAF_(INET6?|NETLINK|PACKET)\b|"\/etc\/(resolv\.conf|hosts|gai\.conf)"/.test(line));
}

/** Traces a command to its end. */
function traced(file: string, args: readonly string[], dataFolder: string) {
  const ran = spawnSync('strace', [...TRACED, '-o', file, process.execPath, ...args], {
    encoding: 'utf8',
    env: { ...process.env, UAIX_DATA: dataFolder, LANG: 'en_GB.UTF-8' },
  });
  return { ...ran, trace: readFileSync(file, 'utf8') };
}

test.describe('traced by the system', () => {
  test.skip(!mayTrace, 'strace is not on this machine, or may not trace here');

  test('a program that does open a socket is seen', ({ scratch }) => {
    const script = "require('node:net').connect(9, '127.0.0.1').on('error', () => {})";
    expect(network(traced(join(scratch, 'trace'), ['-e', script], scratch).trace).join()).toContain('AF_INET');
  });

  test('import, review and load on the command line open none', ({ scratch }) => {
    const data = join(scratch, 'data');
    const seen: string[] = [];
    let archive = '';
    const uaix = (...args: string[]) => {
      const ran = traced(join(scratch, 'trace'), [CLI, ...args], data);
      // The trace is of this very program: it opened the desk's database.
      if (args[0] !== 'lint') expect(ran.trace).toContain('desk.sqlite');
      seen.push(...network(ran.trace));
      return ran;
    };
    expect(uaix('lint', SAMPLE).status).toBe(0);
    const imported = uaix('import', SAMPLE, '--json');
    expect(imported.status, imported.stderr).toBe(0);
    archive = JSON.parse(imported.stdout).archiveSha256;
    const anchors = ['.uai/totem.uai', '.uai/taboo.uai', '.uai/talisman.uai'];
    expect(uaix('review', archive, '--clean', '--approve').status).toBe(0);
    expect(uaix('review', archive, ...anchors, '--approve').status).toBe(0);
    uaix('acknowledge', archive, '--all', '--note', 'read');
    expect(uaix('check', archive).status).toBe(0);
    expect(uaix('load', archive).status).toBe(0);
    expect(seen).toEqual([]);
  });

  test('the process behind the window opens none, from its start over an import to its end', async ({ scratch }) => {
    test.skip(hostHere() === 'electron', 'Chromium itself keeps sockets inside one process with ours in Electron');
    const executable = findChromium();
    if (!executable) throw new Error('no Chromium on this machine');
    const file = join(scratch, 'trace');
    const host = new StandInHost({
      main: MAIN,
      args: [SAMPLE],
      cwd: scratch,
      env: { ...process.env, UAIX_DATA: join(scratch, 'data') },
      browser: { executable, headless: true, locale: 'en-US', colorScheme: 'light' },
      dialogs: { ...CANCEL_ALL, message: () => 1 },
      openPath: async () => '',
      through: ['strace', ...TRACED, '-o', file],
    });
    try {
      const page = await host.nextPage();
      await expect
        .poll(
          () =>
            page.evaluate(async () => {
              const found = await window.uaix.listQueue({ states: [], search: '', sort: 'title', offset: 0, limit: 9 });
              return found.ok ? found.value.rows.map(({ state }) => state) : [];
            }),
          { timeout: IMPORT_MS },
        )
        .toEqual(['in_review']);
    } finally {
      await host.quit();
    }
    const trace = readFileSync(file, 'utf8');
    expect(trace).toContain('desk.sqlite');
    expect(network(trace)).toEqual([]);
  });
});
