/** Electron's program is not in its npm package. It is fetched once; a machine that cannot is remembered, so that later starts are quick. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PROJECT_NODE, ROOT } from './project.mjs';
import { say } from './say.mjs';

const PACKAGE = join(ROOT, 'node_modules', 'electron');
const FAILURE = join(ROOT, 'node_modules', '.cache', 'uaix-electron-failure.json');
/** About 120 MB on a slow line; without any network the answer comes at once. */
const FETCH_LIMIT_MS = 5 * 60_000;
/** After this time it is tried again. */
const REMEMBERED_MS = 7 * 24 * 3_600_000;

/** Path of the program, or null when it is not there. */
export function installedElectron() {
  try {
    const path = join(PACKAGE, 'dist', readFileSync(join(PACKAGE, 'path.txt'), 'utf8'));
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

function version() {
  return JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version;
}

function failedLately() {
  try {
    const failure = JSON.parse(readFileSync(FAILURE, 'utf8'));
    return failure.version === version() && Date.now() - failure.at < REMEMBERED_MS;
  } catch {
    return false;
  }
}

/** Path of the program; fetches it when it is missing. Null when it cannot be had. */
export function electronOrNull() {
  const there = installedElectron();
  if (there || process.env.UAIX_HOST === 'stand-in' || failedLately()) return there;
  say('Fetching Electron (once) …');
  const ran = spawnSync(PROJECT_NODE, [join(PACKAGE, 'install.js')], { timeout: FETCH_LIMIT_MS, stdio: 'ignore' });
  const now = installedElectron();
  if (ran.status === 0 && now) return now;
  mkdirSync(dirname(FAILURE), { recursive: true });
  writeFileSync(FAILURE, JSON.stringify({ version: version(), at: Date.now() }));
  return null;
}
