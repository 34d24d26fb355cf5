import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import en from '../../shared/locales/en/doctor.json' with { type: 'json' };
import zh from '../../shared/locales/zh-CN/doctor.json' with { type: 'json' };
import { openDatabase } from '../database/open.ts';
import { openBench, removeLayouts, sampleRederive, sha256, take } from '../durability/sample.ts';
import { checkCopies } from '../handoff/doctor.ts';
import { problemOf } from '../problem.ts';
import { DOCTOR_CHECKS, type DoctorRow, examine, examineUnopened } from './doctor.ts';

afterAll(removeLayouts);

/** printf alpha | sha256sum; printf beta | sha256sum */
const ALPHA = '8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8';
const BETA = 'f44e64e75f3948e9f73f8dfa94721c4ce8cbb4f265c4790c702b2d41cfbf2753';
const options = { rederive: sampleRederive, policyProblem: () => null, handoff: checkCopies };

async function desk() {
  const bench = openBench();
  const one = await take(bench, bench.give('one.uaix', { 'a.md': 'alpha', 'b.md': 'beta' }));
  const two = await take(bench, bench.give('two.uaix', { 'a.md': 'alpha' }));
  const archive = one.archiveSha256 ?? '';
  const { layout, db } = bench;
  const folder = layout.generation('1111111111111111', 1);
  mkdirSync(join(folder, '.uai'), { recursive: true });
  writeFileSync(join(folder, '.uai', 'totem.uai'), 'alpha');
  writeFileSync(layout.generationList('1111111111111111', 1), '[]');
  db.sql.exec(`INSERT INTO profiles VALUES ('1111111111111111',1,'p','i','t','TT',0,1,'2031',NULL);
    INSERT INTO generations VALUES ('1111111111111111',1,'${archive}','','2031','a',1,'','${sha256('[]')}',0);
    INSERT INTO generation_files VALUES ('1111111111111111',1,'.uai/totem.uai','${ALPHA}',5)`);
  return { ...bench, archive, other: two.archiveSha256 ?? '', totem: join(folder, '.uai', 'totem.uai') };
}

/** Rows that are not in order; which blob comes first depends on its digest. */
function told(rows: readonly DoctorRow[]): string[] {
  return rows
    .filter(({ state }) => state !== 'ok')
    .map((row) => `${row.check} ${row.state} ${row.detail}${row.repairable ? ' (repairable)' : ''}`)
    .sort((a, b) => (a.startsWith('blobs') && b.startsWith('blobs') ? (a < b ? -1 : 1) : 0));
}

test('a healthy folder: one row a check, all in order, nothing changed by looking', async () => {
  const { db, layout } = await desk();
  const before = db.sql.prepare('SELECT COUNT(*) FROM events').pluck().get();
  const rows = await examine(db, options);
  expect(rows.map(({ check }) => check)).toEqual([...DOCTOR_CHECKS]);
  expect(told(rows)).toEqual([]);
  expect(rows.find(({ check }) => check === 'blobs')).toMatchObject({ detail: 'blobs-whole', values: { number: 3 } });
  expect(db.sql.prepare('SELECT COUNT(*) FROM events').pluck().get()).toBe(before);
  expect(readdirSync(layout.staging)).toEqual([]);
});

test('everything that was damaged on purpose is found, each once', async () => {
  const { db, layout, archive, other, totem } = await desk();
  writeFileSync(layout.blob(archive, ALPHA), 'alphb');
  rmSync(layout.blob(archive, BETA));
  truncateSync(layout.archive(other), 3);
  rmSync(layout.blob(other, ALPHA));
  writeFileSync(totem, 'Alpha');
  writeFileSync(join(layout.blobs(archive), sha256('stray')), 'stray');
  mkdirSync(join(layout.staging, 'nobody'));
  writeFileSync(join(layout.backups, 'desk-v10-x.sqlite'), 'no database');
  mkdirSync(join(layout.profile('1111111111111111'), 'generations', '7'));
  chmodSync(layout.root, 0o755);
  db.sql.exec(
    `UPDATE package_states SET number = 9; DROP TRIGGER events_never_change; UPDATE events SET actor = 'eve' WHERE seq = 2`,
  );
  expect(
    told(
      await examine(db, {
        ...options,
        policyProblem: () => ({ code: 'policy-broken', values: { line: 3, column: 1, message: 'x' } }),
      }),
    ),
  ).toEqual([
    'counts warning counts-wrong (repairable)',
    'events damaged events-changed',
    'backups warning backup-damaged',
    'archives damaged archive-changed',
    // The archive of two is whole: they can be made again. That of the third is not.
    'blobs damaged blob-missing',
    'blobs warning blob-changed (repairable)',
    'blobs warning blob-missing (repairable)',
    'generations damaged generation-file-changed',
    'orphans warning orphan-left (repairable)',
    'orphans warning orphan-blob (repairable)',
    'orphans warning orphan-generation',
    'permissions warning permissions-open (repairable)',
    'policy damaged policy-broken',
  ]);
});

test('--repair puts right what is safe, and says so; what is not stays as it is', async () => {
  const { db, layout, archive, other, totem } = await desk();
  writeFileSync(layout.blob(archive, ALPHA), 'alphb');
  truncateSync(layout.archive(other), 3);
  writeFileSync(totem, 'Alpha');
  writeFileSync(join(layout.blobs(archive), sha256('stray')), 'stray');
  mkdirSync(join(layout.staging, 'nobody'));
  chmodSync(layout.root, 0o755);
  writeFileSync(layout.eventsHead, '');
  db.sql.exec('UPDATE package_states SET number = 9');
  const rows = await examine(db, { ...options, repair: true });
  expect(rows.filter(({ repaired }) => repaired).map(({ detail, state }) => `${detail} ${state}`)).toEqual([
    'counts-wrong ok',
    'witness-behind ok',
    'blob-changed ok',
    'orphan-left ok',
    'orphan-blob ok',
    'permissions-open ok',
  ]);
  expect(told(await examine(db, options))).toEqual([
    'archives damaged archive-changed',
    'generations damaged generation-file-changed',
  ]);
  expect(readFileSync(layout.blob(archive, ALPHA), 'utf8')).toBe('alpha');
  expect(readFileSync(totem, 'utf8')).toBe('Alpha');
  expect(statSync(layout.archive(other)).size).toBe(3);
  expect(statSync(layout.root).mode & 0o777).toBe(0o700);
  expect(db.sql.prepare('SELECT state, number FROM package_states WHERE number > 0').raw().all()).toEqual([
    ['in_review', 2],
  ]);
});

test('without a way to read archives a damaged blob is named only', async () => {
  const { db, layout, archive } = await desk();
  rmSync(layout.blob(archive, BETA));
  expect(told(await examine(db, { repair: true }))).toEqual(['blobs damaged blob-missing']);
});

test('a torn page of the database is found', async () => {
  const { db, layout } = await desk();
  db.sql.pragma('wal_checkpoint(TRUNCATE)');
  const root = db.sql.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'findings'`).pluck().get() as number;
  const events = db.sql.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'sightings'`).pluck().get() as number;
  db.close();
  const bytes = readFileSync(layout.database);
  for (const page of [root, events]) bytes.fill(0x5a, (page - 1) * 4096, page * 4096);
  writeFileSync(layout.database, bytes);
  const again = openDatabase(layout);
  const rows = await examine(again, options);
  expect(rows.filter(({ check, state }) => check === 'database' && state === 'damaged').length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ check }) => check))).toEqual(new Set(DOCTOR_CHECKS));
  again.close();
});

test('a database that cannot be opened: why, and which copies there are', async () => {
  const { db, layout } = await desk();
  db.close();
  writeFileSync(layout.database, 'nothing of a database '.repeat(500));
  writeFileSync(join(layout.backups, 'desk-v10-x.sqlite'), '');
  let thrown: unknown;
  try {
    openDatabase(layout);
  } catch (caught) {
    thrown = caught;
  }
  const rows = examineUnopened(layout, problemOf(thrown));
  expect(rows.map(({ check, detail }) => [check, detail])).toEqual([
    ['database', 'problem-database-damaged'],
    ['backups', 'backup-whole'],
  ]);
  expect(dirname(layout.database)).toBe(layout.root);
});

test('every check, state and sentence has its words in both languages, with the same values', () => {
  const places = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
  expect(Object.keys(en.check).sort()).toEqual([...DOCTOR_CHECKS].sort());
  expect(Object.keys(zh.check).sort()).toEqual(Object.keys(en.check).sort());
  const { check: _check, state: _state, ...sentences } = en;
  const chinese: Readonly<Record<string, unknown>> = zh;
  expect(Object.keys(zh).sort()).toEqual(Object.keys(en).sort());
  expect(Object.keys(zh.state)).toEqual(Object.keys(en.state));
  for (const [key, text] of Object.entries(sentences)) expect(places(String(chinese[key])), key).toEqual(places(text));
});
