/** What tests need besides npm packages: a browser, and other ZIP programs as witnesses. Installed with apt where we may. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './say.mjs';

/** Program → Debian package. */
const WITNESSES = { unzip: 'unzip', bsdtar: 'libarchive-tools', '7z': 'p7zip-full', python3: 'python3' };

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
}

function mayInstall() {
  return process.platform === 'linux' && process.getuid?.() === 0 && onPath('apt-get');
}

function aptInstall(packages) {
  say(`Installing ${packages.join(', ')} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (args) => spawnSync('apt-get', args, { stdio: 'ignore', env }).status === 0;
  const args = ['install', '-y', '--no-install-recommends', ...packages];
  return run(args) || (run(['update']) && run(args));
}

/** Installs the witnesses that are missing. Tests that need one say so when it is not there. */
export function ensureWitnesses() {
  const missing = Object.entries(WITNESSES).filter(([program]) => !onPath(program));
  if (missing.length > 0 && mayInstall()) aptInstall(missing.map(([, name]) => name));
}

/**
 * Path of a Chromium; installs Debian's when there is none and we may.
 * @param {() => string | null} find
 */
export function ensureChromium(find) {
  const there = find();
  if (there || process.env.UAIX_CHROMIUM || !mayInstall()) return there;
  aptInstall(['chromium']);
  return find();
}
