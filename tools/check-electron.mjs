/**
 * Looks at the real thing: `npm run check:electron`. Builds, starts Electron, reads preferences and fuses, tries the file argument and the command
 * line, then runs the end-to-end tests on it. Without Electron's program it says `skipped` and ends with 0.
 * `--present-only` fetches nothing; `--without-specs` leaves the end-to-end tests to the caller.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { electronOrNull, installedElectron } from './bootstrap/electron-binary.mjs';
import { onProjectNode, PROJECT_NODE, ROOT } from './bootstrap/project.mjs';
import { runTool, say } from './bootstrap/say.mjs';
import { build } from './build.mjs';

const SAMPLE = join(ROOT, 'dist', 'samples', 'marlow-persona.uaix');
/** Where electron-builder leaves the program before it makes installers of it. */
const UNPACKED = {
  linux: 'linux-unpacked/uaix-desktop',
  win32: 'win-unpacked/uaix-desktop.exe',
  darwin: 'mac/uaix-desktop.app',
};
const IMPORT_LIMIT_MS = 60_000;

/** Chromium refuses to run as root inside its own sandbox. */
const AS_ROOT = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

/** What a running desk says of itself. */
async function lookInside(electron, { compared, preferenceRows }) {
  const { _electron } = await import('@playwright/test');
  const data = mkdtempSync(join(tmpdir(), 'uaix-check-'));
  const app = await _electron.launch({
    executablePath: electron,
    args: [ROOT, ...AS_ROOT, SAMPLE],
    env: { ...process.env, UAIX_DATA: data },
  });
  try {
    const page = await app.firstWindow();
    const versions = await app.evaluate(() => ({ electron: process.versions.electron, node: process.versions.node }));
    const preferences = await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0].webContents.getLastWebPreferences(),
    );
    const pinned = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).devDependencies.electron;
    const inPage = await page.evaluate(async () => ({
      node: ['require', 'process', 'Buffer', 'electron'].filter((name) => name in globalThis),
      start: await globalThis.uaix.startProblem({}),
      out: await fetch('https://example.invalid/').then(
        () => 'out',
        () => 'blocked',
      ),
      notifications: await Notification.requestPermission(),
    }));
    const states = await page.waitForFunction(
      async () => {
        const answer = await globalThis.uaix.listQueue({ states: [], search: '', sort: 'title', offset: 0, limit: 9 });
        return answer.ok && answer.value.rows.some(({ state }) => state === 'in_review') ? 'in_review' : null;
      },
      undefined,
      { timeout: IMPORT_LIMIT_MS },
    );
    return [
      compared('version of Electron', pinned, versions.electron),
      compared('Node inside', '24', versions.node.split('.')[0]),
      ...preferenceRows(preferences),
      compared('address of the window', 'app://desk/index.html', page.url()),
      compared('names of Node in the page', [], inPage.node),
      compared('desk opens', { ok: true, value: null }, inPage.start),
      compared('request outside', 'blocked', inPage.out),
      compared('permission asked by the page', 'denied', inPage.notifications),
      compared('package given as an argument', 'in_review', await states.jsonValue()),
    ];
  } finally {
    await app.evaluate(({ app: inside }) => inside.quit()).catch(() => {});
    await app.close().catch(() => {});
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

function commandLine(electron, { compared }) {
  const words = [ROOT, ...AS_ROOT, '--ozone-platform=headless', '--cli', '--', '--version'];
  const ran = spawnSync(electron, words, { encoding: 'utf8', timeout: IMPORT_LIMIT_MS });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  return [compared('command line inside the program', [0, version], [ran.status, ran.stdout.trim()])];
}

async function fuses(electron, { fuseRows }) {
  const { FuseV1Options, getCurrentFuseWire } = await import('@electron/fuses');
  const { builderConfig } = await import('./packed-files.ts');
  const packed = join(ROOT, 'dist', 'installers', UNPACKED[process.platform] ?? '');
  const isPacked = process.platform in UNPACKED && existsSync(packed);
  const wire = await getCurrentFuseWire(isPacked ? packed : electron);
  return fuseRows(wire, FuseV1Options, builderConfig(ROOT).electronFuses, isPacked);
}

function specs() {
  const playwright = join(ROOT, 'node_modules', '@playwright', 'test', 'cli.js');
  const env = { ...process.env, UAIX_E2E_HOST: 'electron' };
  return spawnSync(PROJECT_NODE, [playwright, 'test'], { cwd: ROOT, stdio: 'inherit', env }).status === 0;
}

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const electron = process.argv.includes('--present-only') ? installedElectron() : electronOrNull();
  if (!electron) {
    process.stdout.write("check:electron: skipped. Electron's program is not on this machine.\n");
    return 0;
  }
  await build();
  const check = await import('./electron-check.ts');
  const rows = [
    ...(await lookInside(electron, check)),
    ...commandLine(electron, check),
    ...(await fuses(electron, check)),
  ];
  process.stdout.write(`${check.checkTable(rows)}\n`);
  const holds = rows.every(({ state }) => state !== 'fails');
  if (!holds) say('check:electron: something does not hold; see the rows with ⊘.');
  if (process.argv.includes('--without-specs')) return holds ? 0 : 1;
  return specs() && holds ? 0 : 1;
});
