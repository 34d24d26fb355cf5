import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { listEvents } from '../database/events.ts';
import { openBench, removeLayouts, sampleBytes, sha256, take } from '../durability/sample.ts';
import { thisProcess } from './owner.ts';
import { getSummary } from './packages.ts';
import { stagedArchive, stagedBlobs } from './place.ts';
import { sweep } from './recovery.ts';

afterAll(removeLayouts);

type Bench = ReturnType<typeof openBench>;

const BYTES = sampleBytes({ 'a.md': 'alpha' });
const ARCHIVE = sha256(BYTES);
const NOTHING = { interrupted: 0, kept: 0, removed: 0, stuck: [] };

interface Dead {
  readonly importId?: string;
  readonly stage: string;
  readonly archive?: string | null;
  readonly owner?: { readonly pid: number; readonly started: string };
  readonly heartbeat?: string;
}

function insertImport(
  bench: Bench,
  { importId = 'aa-1', stage, archive = null, owner, heartbeat = '2031-01-01T00:00:00.000Z' }: Dead,
): void {
  const { pid, started } = owner ?? { pid: thisProcess().pid, started: thisProcess().started.replace(/\d+$/, '1') };
  bench.db.sql
    .prepare(`INSERT INTO imports VALUES (?, 'm.uaix', ?, '2031-01-01T00:00:00.000Z', NULL, ?, 0, NULL, ?, ?, ?)`)
    .run(importId, stage, archive, pid, started, heartbeat);
}

function stage(bench: Bench, importId = 'aa-1', bytes = BYTES): void {
  mkdirSync(stagedBlobs(bench.layout, importId), { recursive: true });
  writeFileSync(stagedArchive(bench.layout, importId), bytes);
  writeFileSync(join(stagedBlobs(bench.layout, importId), sha256('alpha')), 'alpha');
}

async function sweepTwice(bench: Bench) {
  const first = await sweep(bench.db, bench.layout);
  const events = listEvents(bench.db, { subject: null, search: '', before: null, limit: 100 });
  expect(await sweep(bench.db, bench.layout)).toEqual(NOTHING);
  expect(listEvents(bench.db, { subject: null, search: '', before: null, limit: 100 })).toEqual(events);
  expect(readdirSync(bench.layout.staging)).toEqual([]);
  return first;
}

function stageOf(bench: Bench, importId = 'aa-1'): unknown {
  return bench.db.sql.prepare('SELECT stage FROM imports WHERE import_id = ?').pluck().get(importId);
}

test('nothing to do: nothing is done, and nothing is said', async () => {
  const bench = openBench();
  await take(bench, bench.give('m.uaix', { 'a.md': 'alpha' }));
  expect(await sweepTwice(bench)).toEqual(NOTHING);
  expect(listEvents(bench.db, { subject: null, search: 'swept', before: null, limit: 9 })).toEqual([]);
});

test('killed while it waited or copied: failed, nothing kept', async () => {
  const bench = openBench();
  insertImport(bench, { importId: 'aa-1', stage: 'waiting' });
  insertImport(bench, { importId: 'aa-2', stage: 'copying' });
  mkdirSync(bench.layout.stagingOf('aa-2'));
  writeFileSync(`${stagedArchive(bench.layout, 'aa-2')}.part`, 'half');
  expect(await sweepTwice(bench)).toEqual({ interrupted: 2, kept: 0, removed: 1, stuck: [] });
  expect([stageOf(bench, 'aa-1'), stageOf(bench, 'aa-2')]).toEqual(['failed', 'failed']);
  expect(bench.intake.list().map(({ stage, problem }) => [stage, problem?.code])).toEqual([
    ['failed', 'interrupted'],
    ['failed', 'interrupted'],
  ]);
  const [event] = listEvents(bench.db, { subject: null, search: '', before: null, limit: 1 });
  expect(event).toMatchObject({ kind: 'recovery.swept', data: { interrupted: 2, kept: 0, removed: 1, stuck: 0 } });
});

test('killed while it was inspected: the whole copy becomes a failed package, and a retry succeeds', async () => {
  const bench = openBench();
  insertImport(bench, { stage: 'inspecting', archive: ARCHIVE });
  stage(bench);
  expect(await sweepTwice(bench)).toMatchObject({ interrupted: 1, kept: 1 });
  expect(getSummary(bench.db, ARCHIVE)).toMatchObject({
    state: 'failed',
    failure: { code: 'interrupted' },
    fileName: 'm.uaix',
    sizeBytes: BYTES.length,
  });
  expect(readdirSync(bench.layout.archiveFolder(ARCHIVE))).toEqual(['package.uaix']);
  const again = await bench.intake.wait(bench.intake.retry(ARCHIVE).importId);
  expect(again.stage).toBe('done');
  expect(await sweepTwice(bench)).toEqual(NOTHING);
});

test('a private copy that is not whole is not kept', async () => {
  const bench = openBench();
  insertImport(bench, { stage: 'inspecting', archive: ARCHIVE });
  stage(bench, 'aa-1', BYTES.subarray(0, 9));
  expect(await sweepTwice(bench)).toMatchObject({ interrupted: 1, kept: 0, removed: 1 });
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
});

test('killed between the move and the commit: what is whole is kept, what is not goes', async () => {
  for (const isWhole of [true, false]) {
    const bench = openBench();
    insertImport(bench, { stage: 'recording', archive: ARCHIVE });
    stage(bench, 'aa-1', isWhole ? BYTES : Buffer.from('torn'));
    renameSync(bench.layout.stagingOf('aa-1'), bench.layout.archiveFolder(ARCHIVE));
    expect(await sweepTwice(bench)).toMatchObject({ interrupted: 1, kept: isWhole ? 1 : 0 });
    expect(existsSync(bench.layout.archiveFolder(ARCHIVE))).toBe(isWhole);
    if (isWhole) expect(getSummary(bench.db, ARCHIVE)).toMatchObject({ state: 'failed', fileName: 'm.uaix' });
  }
});

test('killed between the two moves of a failed package given again: its copy is back in its place', async () => {
  const bench = openBench();
  insertImport(bench, { importId: 'bb-1', stage: 'inspecting', archive: ARCHIVE });
  stage(bench, 'bb-1');
  await sweep(bench.db, bench.layout);
  // The file again; the old folder is aside, the new one not yet in its place.
  insertImport(bench, { stage: 'recording', archive: ARCHIVE });
  stage(bench);
  renameSync(bench.layout.archiveFolder(ARCHIVE), `${bench.layout.stagingOf('aa-1')}.replaced`);
  expect(await sweepTwice(bench)).toMatchObject({ interrupted: 1 });
  expect(readdirSync(bench.layout.archiveFolder(ARCHIVE))).toEqual(['package.uaix']);
  expect(getSummary(bench.db, ARCHIVE).state).toBe('failed');
});

test('bytes of a purged package go, its record stays', async () => {
  const bench = openBench();
  const archive = (await take(bench, bench.give('m.uaix', { 'a.md': 'alpha' }))).archiveSha256 ?? '';
  const aside = join(dirname(bench.layout.root), 'aside');
  cpSync(bench.layout.archiveFolder(archive), aside, { recursive: true });
  bench.db.sql.exec(`UPDATE packages SET state = 'purged'`);
  expect(await sweepTwice(bench)).toMatchObject({ removed: 1 });
  expect(existsSync(bench.layout.archiveFolder(archive))).toBe(false);
  expect(getSummary(bench.db, archive).state).toBe('purged');
});

test('a live import is never touched; an unknown owner is judged by its heartbeat', async () => {
  const bench = openBench();
  insertImport(bench, { importId: 'aa-1', stage: 'inspecting', archive: ARCHIVE, owner: thisProcess() });
  stage(bench);
  const elsewhere = { pid: 1, started: thisProcess().started.replace(/:\d+:\d+$/, ':7:7') };
  insertImport(bench, { importId: 'aa-2', stage: 'copying', owner: elsewhere, heartbeat: new Date().toISOString() });
  mkdirSync(bench.layout.stagingOf('aa-2'));
  expect(await sweep(bench.db, bench.layout)).toEqual(NOTHING);
  expect(readdirSync(bench.layout.staging)).toEqual(['aa-1', 'aa-2']);
  const old = new Date(Date.now() - 61_000).toISOString();
  bench.db.sql.prepare(`UPDATE imports SET heartbeat_utc = ? WHERE import_id = 'aa-2'`).run(old);
  expect(await sweep(bench.db, bench.layout)).toMatchObject({ interrupted: 1, removed: 1 });
  expect(readdirSync(bench.layout.staging)).toEqual(['aa-1']);
});

test('an import that was taken for dead cannot record any more', async () => {
  let release: () => void = () => {};
  let reached: () => void = () => {};
  const waiting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const bench = openBench();
  const other = openBench(bench.layout, {
    intake: {
      inspect: async () => {
        reached();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        throw new Error('never mind');
      },
    },
  });
  const [started] = other.intake.start([other.give('m.uaix', BYTES)], 'ada (test)');
  await waiting;
  await sweep(bench.db, bench.layout, { liveness: () => 'dead' });
  expect(getSummary(bench.db, ARCHIVE).state).toBe('failed');
  release();
  expect((await other.intake.wait(started?.importId ?? '')).stage).toBe('failed');
  expect(await sweepTwice(bench)).toEqual(NOTHING);
  expect(getSummary(bench.db, ARCHIVE)).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } });
});

test('what belongs to nothing goes: in staging, in the quarantine, half-written files', async () => {
  const bench = openBench();
  const { layout } = bench;
  for (const folder of ['nobody', 'trash-1', 'ZZ'])
    mkdirSync(join(layout.staging, folder, 'deep'), { recursive: true });
  writeFileSync(join(layout.staging, 'file'), 'x');
  mkdirSync(join(layout.quarantine, 'no-digest'));
  mkdirSync(layout.blobs('a'.repeat(64)), { recursive: true });
  for (const name of ['old.part', 'old.sqlite.part-journal']) {
    writeFileSync(join(layout.backups, name), '');
    utimesSync(join(layout.backups, name), 1, 1);
  }
  writeFileSync(join(layout.backups, 'new.part'), '');
  expect(await sweepTwice(bench)).toEqual({ interrupted: 0, kept: 0, removed: 8, stuck: [] });
  expect(readdirSync(layout.quarantine)).toEqual([]);
  expect(readdirSync(layout.backups)).toEqual(['new.part']);
});

test('a whole archive without any record is kept as a package that can be tried', async () => {
  const bench = openBench();
  mkdirSync(bench.layout.archiveFolder(ARCHIVE));
  writeFileSync(bench.layout.archive(ARCHIVE), BYTES);
  expect(await sweepTwice(bench)).toMatchObject({ kept: 1 });
  expect(getSummary(bench.db, ARCHIVE)).toMatchObject({ state: 'failed', fileName: `${ARCHIVE.slice(0, 16)}.uaix` });
});

test('what cannot be removed now is named, and the rest goes on', async () => {
  const bench = openBench();
  const stuck = join(bench.layout.staging, 'nobody');
  mkdirSync(stuck);
  mkdirSync(join(bench.layout.staging, 'other'));
  const removeTree = bench.db.files.removeTree;
  const files = {
    ...bench.db.files,
    removeTree: async (path: string) => {
      if (path === stuck) throw Object.assign(new Error('held'), { code: 'EBUSY' });
      await removeTree(path);
    },
  };
  const other = openBench(bench.layout, { files });
  expect(await sweep(other.db, other.layout)).toEqual({ interrupted: 0, kept: 0, removed: 1, stuck: [stuck] });
  expect(await sweep(bench.db, bench.layout)).toMatchObject({ removed: 1, stuck: [] });
});
