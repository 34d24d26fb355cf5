/**
 * Torn files: the power failed, and the newest bytes of a file never reached the disk. SIGKILL cannot show this, so the files are cut by
 * hand, as a copy of the folder taken while the desk was open.
 */
import { cpSync, existsSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { verifyChain } from '../database/events.ts';
import { openDatabase } from '../database/open.ts';
import { problemOf } from '../problem.ts';
import { readBlob, readBlobOrRestore } from '../quarantine/blobs.ts';
import { examine } from '../quarantine/doctor.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { findSummary } from '../quarantine/packages.ts';
import { sweep } from '../quarantine/recovery.ts';
import { faultsOf } from './invariants.ts';
import { openBench, removeLayouts, sampleRederive, sha256, take } from './sample.ts';

afterAll(removeLayouts);

const CUTS = [1, 2, 7, 24, 31, 100, 512, 4_000, 4_096, 4_120, 8_240, 20_000];

/** A copy of the folder of a desk that was open and had just imported its second package. */
async function snapshots() {
  const bench = openBench();
  const { layout } = bench;
  const first = (await take(bench, bench.give('one.uaix', { 'a.md': 'alpha' }))).archiveSha256 ?? '';
  // What came before the crash is in the database file; the second import is in the WAL only.
  bench.db.sql.pragma('wal_checkpoint(TRUNCATE)');
  const path = bench.give('two.uaix', { 'b.md': 'beta '.repeat(2_000) });
  const second = (await take(bench, path)).archiveSha256 ?? '';
  let number = 0;
  return {
    // Kept: a database that is collected is closed, and takes its WAL along.
    bench,
    first,
    second,
    path,
    copy(): DataLayout {
      number += 1;
      const target = join(dirname(layout.root), `copy-${number}`);
      cpSync(layout.root, target, { recursive: true });
      return new DataLayout(target);
    },
  };
}

test('a cut WAL: the newest commits may be gone, what is there is whole, and the log says what is missing', async () => {
  const { bench, copy, first, second, path } = await snapshots();
  const seen = new Set<string>();
  for (const cut of CUTS) {
    const layout = copy();
    const wal = `${layout.database}-wal`;
    truncateSync(wal, Math.max(0, statSync(wal).size - cut));
    const db = openDatabase(layout);
    expect(findSummary(db, first)?.state).toBe('in_review');
    const { holds, broken } = verifyChain(db);
    // Cut inside the last frames: the last commit is gone, and the file outside remembers it.
    expect(holds || broken?.reason === 'truncated', `cut ${cut}: ${JSON.stringify(broken)}`).toBe(true);
    await sweep(db, layout, { liveness: () => 'dead' });
    expect(
      faultsOf(db).filter((fault) => !fault.startsWith('chain')),
      `cut ${cut}`,
    ).toEqual([]);
    const state = findSummary(db, second)?.state ?? 'none';
    expect(['in_review', 'failed']).toContain(state);
    seen.add(`${state} ${holds ? 'holds' : 'truncated'}`);
    db.close();
    // Nothing is in the way of giving it again.
    const again = openBench(layout);
    expect(await take(again, path)).toMatchObject({ stage: 'done' });
    expect(findSummary(again.db, second)?.state).toBe('in_review');
    again.db.close();
  }
  expect(seen).toContain('failed truncated');
  bench.db.close();
});

/** Every row of every table. */
function rowsOf(layout: DataLayout): unknown {
  const sql = new Sqlite(layout.database);
  try {
    const tables = sql
      .prepare<[], string>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`)
      .pluck()
      .all();
    return tables.map((name) => [name, sql.prepare(`SELECT * FROM "${name}"`).raw().all()]);
  } finally {
    sql.close();
  }
}

test('a cut database file is named and nothing is overwritten, unless the cut took nothing but padding', async () => {
  const { bench, copy } = await snapshots();
  const uncut = copy();
  truncateSync(`${uncut.database}-wal`, 0);
  const rows = rowsOf(uncut);
  const told: string[] = [];
  for (const cut of CUTS) {
    const layout = copy();
    truncateSync(`${layout.database}-wal`, 0);
    truncateSync(layout.database, Math.max(1, statSync(layout.database).size - cut));
    const before = readFileSync(layout.database);
    const code = await openAndExamine(layout);
    told.push(code);
    if (code === 'ok') expect(rowsOf(layout), `cut ${cut}`).toEqual(rows);
    else expect([code, readFileSync(layout.database).equals(before)], `cut ${cut}`).toEqual(['database-damaged', true]);
  }
  // A page and more is never padding.
  expect(told.slice(CUTS.indexOf(4_096))).toEqual(told.slice(CUTS.indexOf(4_096)).map(() => 'database-damaged'));
  bench.db.close();
});

async function openAndExamine(layout: DataLayout): Promise<string> {
  try {
    const db = openDatabase(layout);
    const rows = await examine(db, { rederive: sampleRederive });
    db.close();
    return rows.some(({ check, state }) => check === 'database' && state === 'damaged') ? 'database-damaged' : 'ok';
  } catch (thrown) {
    return problemOf(thrown).code;
  }
}

test('a cut blob is never read as whole, and comes back from the archive', async () => {
  const { copy, second } = await snapshots();
  const digest = sha256('beta '.repeat(2_000));
  for (const cut of CUTS.filter((bytes) => bytes <= 10_000)) {
    const layout = copy();
    const blob = layout.blob(second, digest);
    truncateSync(blob, statSync(blob).size - cut);
    expect(() => readBlob(layout, second, digest)).toThrow(/damaged/);
    expect(sha256(await readBlobOrRestore(layout, second, digest, sampleRederive))).toBe(digest);
    expect(sha256(readFileSync(blob))).toBe(digest);
  }
});

test('a cut archive is named by the doctor, keeps its blobs readable, and is healed by the same file', async () => {
  const { copy, second, path } = await snapshots();
  const digest = sha256('beta '.repeat(2_000));
  for (const cut of CUTS.filter((bytes) => bytes <= 10_000)) {
    const layout = copy();
    truncateSync(layout.archive(second), statSync(layout.archive(second)).size - cut);
    const bench = openBench(layout);
    const rows = await examine(bench.db, { rederive: sampleRederive });
    expect(rows.filter(({ state }) => state === 'damaged').map(({ subject, detail }) => [subject, detail])).toEqual([
      [second, 'archive-changed'],
    ]);
    expect(sha256(readBlob(layout, second, digest))).toBe(digest);
    expect(await take(bench, path)).toMatchObject({ stage: 'done', known: true });
    expect(faultsOf(bench.db)).toEqual([]);
    bench.db.close();
    expect(existsSync(layout.archive(second))).toBe(true);
  }
});
