/** The command line inside the app: the compiled main process, asked with `--cli`, does what the command line of a checkout does. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronBinary, expect, hostHere, MAIN, ROOT, test } from './fixtures/desk-app.ts';

/** One after the other: a test here looks at what the others leave in the system's folder for temporary files. */
test.describe.configure({ mode: 'default' });

const CLI = join(ROOT, 'dist', 'electron', 'cli.js');
const SAMPLE = join(ROOT, 'dist', 'samples', 'marlow-persona.uaix');
const REGISTER = join(ROOT, 'e2e', 'chromium', 'register.ts');

function run(program: string, args: readonly string[], data: string) {
  const ran = spawnSync(program, args, {
    encoding: 'utf8',
    cwd: data,
    env: { ...process.env, UAIX_DATA: join(data, 'data'), LANG: 'en_GB.UTF-8', NODE_NO_WARNINGS: '1' },
  });
  return { status: ran.status, out: ran.stdout, err: ran.stderr };
}

/** The program as its launcher starts it. */
function app(data: string, ...words: string[]) {
  const launcher = ['--ozone-platform=headless', '--cli', '--', ...words];
  const electron = hostHere() === 'electron' ? electronBinary() : null;
  if (!electron) return run(process.execPath, ['--import', REGISTER, MAIN, ...launcher], data);
  return run(electron, [ROOT, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), ...launcher], data);
}

const checkout = (data: string, ...words: string[]) => run(process.execPath, [CLI, ...words], data);
const leftOver = () => readdirSync(tmpdir()).filter((name) => name.startsWith('uaix-cli-'));

test('answers the same as the command line of a checkout', ({ scratch }) => {
  for (const words of [['lint', SAMPLE, '--json'], ['rules', 'zip/crc'], ['no-such-command'], ['--version']]) {
    expect(app(scratch, ...words), words.join(' ')).toEqual(checkout(scratch, ...words));
  }
});

test('imports and shows in the desk of the window, without a window and without left-overs', ({ scratch }) => {
  const before = leftOver();
  const imported = app(scratch, 'import', SAMPLE, '--json');
  expect(imported.status, imported.err).toBe(0);
  expect(JSON.parse(imported.out)).toMatchObject({ schema: 'uaix-desktop.import.v1', state: 'in_review' });
  const queue = app(scratch, 'queue', '--json');
  expect(queue).toEqual(checkout(scratch, 'queue', '--json'));
  expect(existsSync(join(scratch, 'data', 'desk.sqlite'))).toBe(true);
  // No window has been there: its folder, lock and log were not made.
  expect(existsSync(join(scratch, 'data', 'window'))).toBe(false);
  expect(leftOver()).toEqual(before);
});

test('the launcher of the installed app is a program, and says what is missing where the app is not', ({ scratch }) => {
  test.skip(process.platform === 'win32', 'a POSIX shell script');
  const launcher = join(ROOT, 'resources', 'launchers', 'uaix');
  expect(statSync(launcher).mode & 0o111).toBe(0o111);
  const ran = run(launcher, ['queue'], scratch);
  test.skip(ran.status !== 3 && existsSync('/opt/UAIX Desktop'), 'the app is installed here');
  expect(ran).toEqual({ status: 3, out: '', err: 'uaix: UAIX Desktop is not installed beside this launcher.\n' });
});
