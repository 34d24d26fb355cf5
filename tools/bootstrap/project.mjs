/** Gets the project ready on any machine with Node 20 or newer: packages first, then the Node that the project brings along. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { giveUp, say } from './say.mjs';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Written by npm when an installation is complete; its absence means a broken or missing one. */
const INSTALLED = join(ROOT, 'node_modules', '.package-lock.json');
const OLDEST_NODE = 20;

/** The Node of the project: the one that Electron embeds. */
export const PROJECT_NODE = join(
  ROOT,
  'node_modules',
  'node',
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
);

/** Runs npm the way it was started, or from the path. Its output is shown only when it fails. */
function npm(args) {
  const script = process.env.npm_execpath;
  const command = script?.endsWith('.js') ? process.execPath : process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const before = script?.endsWith('.js') ? [script] : [];
  return spawnSync(command, [...before, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    shell: command.endsWith('.cmd'),
    maxBuffer: 64 * 1024 * 1024,
  });
}

function lastLines(text, count) {
  return text.trim().split('\n').slice(-count).join('\n');
}

/** Installs the packages when they are not there, with one line of output. */
export function ensurePackages() {
  if (existsSync(INSTALLED) && existsSync(PROJECT_NODE)) return;
  say('Installing packages (once, about a minute) …');
  const locked = npm(['ci', '--no-audit', '--no-fund']);
  if (locked.status === 0 && existsSync(PROJECT_NODE)) return;
  const loose = npm(['install', '--no-audit', '--no-fund', '--no-save']);
  if (loose.status === 0 && existsSync(PROJECT_NODE)) return;
  giveUp(
    `The packages could not be installed. What npm said last:\n${lastLines(`${loose.stdout ?? ''}\n${loose.stderr ?? ''}`, 8)}\n` +
      'Check the connection to the npm registry, then start again.',
  );
}

/**
 * Makes sure that the calling script runs on the project's Node, and starts it again there when it does not.
 * @param {string} scriptUrl `import.meta.url` of the script
 * @returns {Promise<boolean>} true when the caller goes on; false when a child did the work and the exit code is set
 */
export async function onProjectNode(scriptUrl) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < OLDEST_NODE) giveUp(`Node ${OLDEST_NODE} or newer is needed; this is ${process.versions.node}.`);
  ensurePackages();
  if (resolve(process.execPath) === resolve(PROJECT_NODE) || process.env.UAIX_ON_PROJECT_NODE === '1') return true;
  process.exitCode = await passOn(PROJECT_NODE, [fileURLToPath(scriptUrl), ...process.argv.slice(2)], {
    UAIX_ON_PROJECT_NODE: '1',
  });
  return false;
}

/**
 * Runs a child in the foreground, hands signals on, and answers its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} env added to the environment
 */
export function passOn(command, args, env = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    child.on('error', (thrown) => giveUp(`${command} could not be started: ${thrown.message}`));
    child.on('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}
