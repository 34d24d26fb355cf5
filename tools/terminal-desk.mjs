/** The main job without a window: takes files in with the command line, which tells verdict and findings, and says what to do next. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_NODE, ROOT } from './bootstrap/project.mjs';

const CLI = join(ROOT, 'dist', 'electron', 'cli.js');
const SAMPLE = join(ROOT, 'dist', 'samples', 'marlow-persona.uaix');
/** Anchors are decided one by one: `--clean` never includes them. */
const ANCHORS = '.uai/totem.uai .uai/taboo.uai .uai/talisman.uai';
/** Enough digits to name a package for a person. */
const SHORT = 12;

function print(line = '') {
  process.stdout.write(`${line}\n`);
}

/** State of a package in the desk by its digest; null when it is not there. */
function stateOf(digest, dataWords) {
  const ran = spawnSync(PROJECT_NODE, [CLI, 'queue', '--json', ...dataWords], { encoding: 'utf8' });
  const rows = ran.stdout.split('\n').filter((line) => line.startsWith('{'));
  return rows.map((line) => JSON.parse(line)).find((row) => row.archiveSha256 === digest)?.state ?? null;
}

function digestOf(file) {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return null; // the import has told what is wrong with it
  }
}

/** What a person types next for a package in this state. */
function nextCommands(state, digest, dataWords) {
  const name = digest.slice(0, SHORT);
  const data = dataWords.map((word) => ` ${JSON.stringify(word)}`).join('');
  const run = (words) => `  npm run -s uaix -- ${words}${data}`;
  if (state === 'no_op') return [run(`show ${name}`), run(`receipt ${name}`)];
  if (state === 'loaded') return [run('profiles')];
  return [
    run(`show ${name}`),
    run(`cat ${name} .uai/totem.uai`),
    run(`review ${name} ${ANCHORS} --approve`),
    run(`review ${name} --clean --approve`),
    run(`check ${name}`),
    run(`load ${name}`),
  ];
}

/**
 * @param {readonly string[]} words absolute files, and perhaps `--data DIR`
 * @returns {number} exit code of `uaix import`
 */
export function terminalDesk(words) {
  const at = words.indexOf('--data');
  const dataWords = words.filter(
    (word, place) => word.startsWith('--data=') || (at >= 0 && (place === at || place === at + 1)),
  );
  const files = words.filter((word) => !word.startsWith('-') && !dataWords.includes(word));
  if (files.length === 0) print('No file was named: taking in the sample that comes with the program.');
  const given = files.length > 0 ? files : [SAMPLE];
  const ran = spawnSync(PROJECT_NODE, [CLI, 'import', ...given, ...dataWords], { stdio: 'inherit' });
  for (const digest of given.map(digestOf)) {
    const state = digest && stateOf(digest, dataWords);
    if (!state) continue;
    print(`\nNext, for ${digest.slice(0, SHORT)}:`);
    for (const line of nextCommands(state, digest, dataWords)) print(line);
  }
  return ran.status ?? 3;
}
