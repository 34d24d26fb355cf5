/** Two and three programs on one data folder at once: defined answers, no lost update, nothing broken. */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { sweep } from '../quarantine/recovery.ts';
import { faultsOf } from './invariants.ts';
import { newLayout, openBench, removeLayouts, sampleBytes, sha256, take } from './sample.ts';

afterAll(removeLayouts);

const RIVAL = fileURLToPath(new URL('./rival.ts', import.meta.url));
/** Answers that a rival may get; everything else is a fault. */
const DEFINED = new Set([
  'new',
  'known',
  'purged',
  'purged already',
  'swept',
  'decided',
  'changed-meanwhile',
  'not-allowed-in-state',
  'not-found',
]);

interface Told {
  readonly told: Readonly<Record<string, number>>;
  readonly touches: number;
}

interface Rival {
  readonly ready: Promise<void>;
  go(): Promise<Told>;
}

function start(folder: string, seed: number, acts: number): Rival {
  const child = spawn(process.execPath, [
    '--disable-warning=ExperimentalWarning',
    RIVAL,
    folder,
    String(seed),
    String(acts),
  ]);
  let out = '';
  let err = '';
  const ready = new Promise<void>((resolve) => {
    child.stdout.on('data', (bytes: Buffer) => {
      out += bytes.toString();
      resolve();
    });
  });
  child.stderr.on('data', (bytes: Buffer) => {
    err += bytes.toString();
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    ready: Promise.race([ready, ended.then(() => {})]),
    async go() {
      child.stdin.write('go\n');
      expect([await ended, err]).toEqual([0, '']);
      return JSON.parse(out.split('\n')[1] ?? '') as Told;
    },
  };
}

function prepare(sources: number) {
  const layout = newLayout();
  const folder = dirname(layout.root);
  const list = Array.from({ length: sources }, (_, index) => {
    const bytes = sampleBytes({ 'a.md': `text ${index} `.repeat(2_000), 'b.md': `b ${index}` });
    const path = join(folder, `source-${index}.uaix`);
    writeFileSync(path, bytes);
    return [path, sha256(bytes)];
  });
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(list));
  return { layout, folder };
}

test('three programs import, decide, purge and sweep at once, from the first start on', async () => {
  const { layout, folder } = prepare(2);
  const acts = Number(process.env.UAIX_ACTS ?? 60);
  const rivals = [1, 2, 3].map((seed) => start(folder, seed, acts));
  await Promise.all(rivals.map(({ ready }) => ready));
  const results = await Promise.all(rivals.map((rival) => rival.go()));
  const db = openDatabase(layout);
  await sweep(db, layout);
  expect(faultsOf(db)).toEqual([]);
  const told = results.flatMap((result) => Object.entries(result.told));
  expect(told.filter(([what]) => !DEFINED.has(what))).toEqual([]);
  const sum = (what: string): number =>
    told.filter(([name]) => name === what).reduce((total, [, number]) => total + number, 0);
  const number = (sql: string): unknown => db.sql.prepare(sql).pluck().get();
  // Every answer that said yes has its event, and none has one without.
  expect(number(`SELECT COUNT(*) FROM events WHERE kind = 'package.inspected'`)).toBe(sum('new'));
  expect(number(`SELECT COUNT(*) FROM events WHERE kind = 'package.seen-again'`)).toBe(sum('known'));
  expect(number(`SELECT COUNT(*) FROM events WHERE kind = 'package.purged'`)).toBe(sum('purged'));
  // No lost update: versions count every act that was told as done. A package begins at 1, a purge and a return add one each.
  const versions = number('SELECT SUM(version) FROM packages') as number;
  const packages = number('SELECT COUNT(*) FROM packages') as number;
  expect(versions).toBe(sum('decided') + sum('purged') + sum('new'));
  expect(packages).toBeGreaterThan(0);
  console.info(`rivals: ${JSON.stringify(Object.fromEntries([...DEFINED].map((what) => [what, sum(what)])))}`);
  // They did meet.
  expect(sum('known')).toBeGreaterThan(0);
  expect(sum('changed-meanwhile')).toBeGreaterThan(0);
  db.close();
});

test('two programs import one file at the same moment: one records it, the other has seen it', async () => {
  const { layout } = prepare(0);
  const one = openBench(layout);
  const two = openBench(layout);
  const path = one.give('m.uaix', { 'a.md': 'alpha '.repeat(300_000) });
  const ends = await Promise.all([take(one, path), take(two, path)]);
  expect(ends.map(({ stage }) => stage)).toEqual(['done', 'done']);
  expect(ends.map(({ known }) => known).sort()).toEqual([false, true]);
  expect(one.db.sql.prepare('SELECT COUNT(*) FROM sightings').pluck().get()).toBe(2);
  expect(faultsOf(one.db)).toEqual([]);
  one.db.close();
  two.db.close();
});
