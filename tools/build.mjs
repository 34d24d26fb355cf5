/**
 * Builds the program into dist/: the processes of dist/electron, the window of dist/renderer, the samples of dist/samples.
 * Does nothing when nothing changed. `node tools/build.mjs [--force]`
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onProjectNode, PROJECT_NODE, ROOT } from './bootstrap/project.mjs';
import { runTool, say } from './bootstrap/say.mjs';
import { inputsDigest } from './build/stamp.mjs';

const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, 'build-stamp');

/** `marlow-persona-2` holds only what the second edition of `marlow-persona` changes. */
const EDITION = /-\d+$/;

function foldersIn(folder) {
  const entries = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  return entries.filter((entry) => existsSync(join(folder, entry.name, '.uai'))).map(({ name }) => name);
}

/** Packs each sample, and each later edition of one, with the program's own packer. */
function packSamples(cli, target) {
  const samples = join(ROOT, 'resources', 'samples');
  const updates = join(samples, 'updates');
  mkdirSync(join(target, 'updates'), { recursive: true });
  for (const id of foldersIn(samples)) pack(cli, join(samples, id), join(target, `${id}.uaix`));
  for (const id of foldersIn(updates)) {
    const base = join(samples, id.replace(EDITION, ''));
    pack(cli, join(updates, id), join(target, 'updates', `${id}.uaix`), ['--base', base]);
  }
}

function pack(cli, folder, out, more = []) {
  const ran = spawnSync(PROJECT_NODE, [cli, 'pack', folder, '-o', out, ...more], { cwd: ROOT, encoding: 'utf8' });
  if (ran.status !== 0 || !existsSync(out)) {
    throw new Error(`the sample in ${folder} does not pack:\n${`${ran.stdout}${ran.stderr}`.trim()}`);
  }
}

/** Puts a finished part in the place of the old one; programs that run from the old one keep their open files. */
function replacePart(from, to) {
  rmSync(to, { recursive: true, force: true });
  renameSync(from, to);
}

/**
 * @param {{ force?: boolean }} options
 * @returns {Promise<boolean>} false when nothing had to be done
 */
export async function build({ force = false } = {}) {
  const digest = inputsDigest(ROOT);
  if (!force && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === digest) return false;
  say('Building …');
  // Beside the old build first, so that a build that fails leaves the old one whole.
  const fresh = join(DIST, `.fresh-${process.pid}`);
  try {
    const { build: bundle } = await import('vite');
    const { bundles } = await import('./build/bundles.ts');
    for (const config of bundles(fresh)) await bundle(config);
    packSamples(join(fresh, 'electron', 'cli.js'), join(fresh, 'samples'));
    rmSync(STAMP, { force: true });
    for (const part of ['electron', 'renderer', 'samples']) replacePart(join(fresh, part), join(DIST, part));
    writeFileSync(STAMP, digest);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return true;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await runTool(async () => {
    if (await onProjectNode(import.meta.url)) {
      const built = await build({ force: process.argv.includes('--force') });
      say(built ? 'Built into dist/.' : 'Nothing changed since the last build.');
    }
    return Number(process.exitCode ?? 0);
  });
}
