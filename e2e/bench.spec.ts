/** The measuring program runs to its end with small inputs, and has a figure for every target. What the figures say is not asked here. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BenchResult } from '../tools/bench/bench.ts';
import { expect, ROOT, test } from './fixtures/desk-app.ts';

/** Everything once, on a machine that does other work besides. In milliseconds. */
const LONGEST = 600_000;

test('every measurement runs, and is in the table and in the JSON', ({ scratch }) => {
  test.skip(Boolean(process.env.CI), 'two minutes of a shared machine; the parts have unit tests');
  test.setTimeout(LONGEST);
  const json = join(scratch, 'bench.json');
  const ran = spawnSync(process.execPath, [join(ROOT, 'tools', 'bench.mjs'), '--quick', '--json', json], {
    encoding: 'utf8',
    env: { ...process.env, TMPDIR: scratch, UAIX_ON_PROJECT_NODE: '1' },
  });
  expect(ran.status, ran.stderr).toBe(0);
  const { rows, targets } = JSON.parse(readFileSync(json, 'utf8')) as BenchResult;
  expect([...new Set(rows.map(({ contest }) => contest.split('/')[0]))]).toEqual([
    'start',
    'drop',
    'inspect',
    'import',
    'steps',
    'queue',
    'chain',
    'block',
    ...(ran.stderr.includes('no Chromium here') ? [] : ['window']),
  ]);
  for (const { what } of rows) expect(ran.stdout).toContain(what);
  for (const { text } of targets) expect(ran.stdout).toContain(text);
  // A program that is not here was named; otherwise every target has its figure.
  const nothingMissing = !/There is no|no Chromium here/.test(ran.stderr);
  if (nothingMissing && process.platform === 'linux') expect(targets.filter(({ met }) => met === null)).toEqual([]);
  expect(readdirSync(scratch).filter((name) => name.startsWith('uaix-bench-'))).toEqual([]);
});
