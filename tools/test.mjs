/** Everything that must hold: `npm test`. Lint, unused code, types, unit tests, build, end-to-end tests; the last line sums up. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedElectron } from './bootstrap/electron-binary.mjs';
import { onProjectNode, PROJECT_NODE, ROOT } from './bootstrap/project.mjs';
import { runTool, say } from './bootstrap/say.mjs';
import { ensureChromium, ensureWitnesses } from './bootstrap/system-packages.mjs';
import { build } from './build.mjs';

const PASSED = { passed: 1, failed: 0, skipped: 0 };
const FAILED = { passed: 0, failed: 1, skipped: 0 };
const SKIPPED = { passed: 0, failed: 0, skipped: 1 };

/** Runs a program of an npm package on the project's Node; its output goes to the terminal. */
function runPackage(script, args, env = {}) {
  const ran = spawnSync(PROJECT_NODE, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return ran.status === 0;
}

/** A check that has no tests of its own counts as one. */
function check(name, script, args) {
  say(`── ${name}`);
  const passed = runPackage(script, args);
  if (!passed) say(`${name}: failed`);
  return passed ? PASSED : FAILED;
}

/** Runs a suite that writes its numbers as JSON. A suite that breaks off without numbers is one failure. */
function suite(name, script, args, report, counts, env) {
  say(`── ${name}`);
  const passed = runPackage(script, args, env);
  try {
    const found = counts(JSON.parse(readFileSync(report, 'utf8')));
    // A suite may also fail outside of its tests, in a set-up or an unhandled rejection.
    return passed || found.failed > 0 ? found : { ...found, failed: 1 };
  } catch {
    return FAILED;
  }
}

async function buildStep() {
  say('── build');
  try {
    await build();
    return PASSED;
  } catch (thrown) {
    say(thrown instanceof Error ? thrown.message : String(thrown));
    return FAILED;
  }
}

async function endToEnd(folder, playwrightCounts) {
  const { findChromium } = await import('../e2e/chromium/find-chromium.ts');
  const chromium = ensureChromium(findChromium);
  if (!chromium && !installedElectron()) {
    say('── end to end\nThere is neither Electron nor a Chromium here; install one of them.');
    return FAILED;
  }
  const report = join(folder, 'playwright.json');
  return suite('end to end', '@playwright/test/cli.js', ['test'], report, playwrightCounts, {
    UAIX_PLAYWRIGHT_REPORT: report,
    ...(chromium ? { UAIX_CHROMIUM: chromium } : {}),
  });
}

/** What only the real program can show; the end-to-end tests have run on it already where it is there. */
function realElectron() {
  const args = [join(ROOT, 'tools', 'check-electron.mjs'), '--present-only', '--without-specs'];
  say('── real Electron');
  const ran = spawnSync(PROJECT_NODE, args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  process.stdout.write(ran.stdout);
  if (ran.status !== 0) return FAILED;
  return installedElectron() ? PASSED : SKIPPED;
}

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  // Written in TypeScript, which only the project's Node reads.
  const { playwrightCounts, summaryLine, sumOf, vitestCounts } = await import('./test-counts.ts');
  const folder = mkdtempSync(join(tmpdir(), 'uaix-test-'));
  try {
    ensureWitnesses();
    const vitest = join(folder, 'vitest.json');
    const counts = [
      check('lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings']),
      check('unused code', 'knip/bin/knip.js', ['--no-progress']),
      check('types', 'typescript/bin/tsc', []),
      check('types of shared/, without Node and DOM', 'typescript/bin/tsc', ['-p', 'shared/tsconfig.json']),
      suite(
        'unit',
        'vitest/vitest.mjs',
        ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${vitest}`],
        vitest,
        vitestCounts,
      ),
      await buildStep(),
      await endToEnd(folder, playwrightCounts),
    ];
    counts.push(realElectron());
    const sum = sumOf(counts);
    process.stdout.write(`\n${summaryLine(sum)}\n`);
    return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
