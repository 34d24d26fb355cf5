/** The main job without a window: takes files in with the command line, prints what was found and what to do next. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { PROJECT_NODE, ROOT } from './bootstrap/project.mjs';

const CLI = join(ROOT, 'dist', 'electron', 'cli.js');
const SAMPLE = join(ROOT, 'dist', 'samples', 'marlow-persona.uaix');
/** So many findings are read in a terminal; `uaix show` has them all. */
const SHOWN = 20;

function uaix(args) {
  return spawnSync(PROJECT_NODE, [CLI, ...args], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

function print(line = '') {
  process.stdout.write(`${line}\n`);
}

function tellImport(answer) {
  const { file, package: claims, state, known, counts, archiveSha256, findings } = answer;
  print();
  print(`${claims?.packageId ?? file}`);
  print(`  file      ${file}`);
  if (claims) print(`  from      ${claims.issuer} (a claim of the package)   scopes ${claims.scopes.join(', ')}`);
  print(`  sha256    ${archiveSha256}`);
  print(`  state     ${state}${known ? ' (was here already)' : ''}`);
  print(`  findings  ${counts['no-op']} no-op · ${counts.review} review · ${counts.note} note`);
  for (const finding of findings.slice(0, SHOWN)) {
    const place = [finding.path, finding.line].filter((part) => part !== undefined).join(':');
    print(`    ${finding.severity.padEnd(7)} ${finding.rule.padEnd(30)} ${place}`);
    print(`            ${finding.message}`);
  }
  if (findings.length > SHOWN) print(`    … and ${findings.length - SHOWN} more`);
}

/** What a person does next with a package in this state. */
function nextCommands({ state, archiveSha256 }, data) {
  const name = archiveSha256.slice(0, 12);
  const run = (words) => `  npm run -s uaix -- ${words}${data ? ` --data ${JSON.stringify(data)}` : ''}`;
  if (state === 'no_op') return [run(`show ${name}`), run(`receipt ${name}`)];
  if (state === 'loaded') return [run('profiles')];
  return [
    run(`show ${name}`),
    run(`cat ${name} .uai/totem.uai`),
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
  const joined = words.find((word) => word.startsWith('--data='))?.slice('--data='.length);
  const data = joined ?? (at < 0 ? undefined : words[at + 1]);
  const files = words.filter((word, place) => !word.startsWith('-') && (at < 0 || place !== at + 1));
  if (files.length === 0) print('No file was named: taking in the sample that comes with the program.');
  const given = files.length > 0 ? files : [SAMPLE];
  const ran = uaix(['import', '--json', ...given, ...(data ? ['--data', data] : [])]);
  const answers = ran.stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
  for (const answer of answers.filter((each) => each.findings)) tellImport(answer);
  if (ran.stderr.trim()) print(`\n${ran.stderr.trim()}`);
  const last = answers.findLast((each) => each.findings);
  if (last) {
    print('\nNext:');
    for (const line of nextCommands(last, data)) print(line);
  }
  return ran.status ?? 3;
}
