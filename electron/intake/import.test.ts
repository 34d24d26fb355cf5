import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import type { ImportProgress } from '../../shared/models.ts';
import { listEvents } from '../database/events.ts';
import { newLayout, openBench, removeLayouts, sampleInspect, sha256, take } from '../durability/sample.ts';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError } from '../problem.ts';
import { readImport } from '../quarantine/imports-table.ts';
import { filesOf, findingsOf, getSummary } from '../quarantine/packages.ts';
import { purgePackage, removePurged } from '../quarantine/purge.ts';
import { sweep } from '../quarantine/recovery.ts';

afterAll(removeLayouts);

const MARLOW = { 'title.md': 'Marlow', 'a.md': 'alpha', 'b.md': 'beta' };
/** printf '{"sample":{"title.md":"Marlow","a.md":"alpha","b.md":"beta"}}' | sha256sum */
const MARLOW_SHA = '1f44e5dab12f279baa8e72257fb65b5fac99bc8f9f58095c79b0d769e137397b';
/** printf alpha | sha256sum */
const ALPHA = '8ed3f6ad685b959ead7022518e1af76cd816f8e8ec7ccdda1ed4018e8f2223f8';

function kinds(bench: ReturnType<typeof openBench>): string[] {
  return listEvents(bench.db, { subject: null, search: '', before: null, limit: 100 })
    .map(({ kind }) => kind)
    .reverse();
}

test('a file becomes a private copy, rows and events', async () => {
  const seen: ImportProgress[] = [];
  const bench = openBench(newLayout(), { intake: { onProgress: (progress) => seen.push(progress) } });
  const path = bench.give('marlow.uaix', MARLOW);
  const end = await take(bench, path);
  expect(end).toMatchObject({ stage: 'done', known: false, problem: null, fileName: 'marlow.uaix' });
  const archive = end.archiveSha256 ?? '';
  expect(archive).toBe(MARLOW_SHA);
  expect(readFileSync(bench.layout.archive(archive))).toEqual(readFileSync(path));
  expect(readFileSync(bench.layout.blob(archive, ALPHA), 'utf8')).toBe('alpha');
  expect(readdirSync(bench.layout.staging)).toEqual([]);
  expect(getSummary(bench.db, archive)).toMatchObject({
    state: 'in_review',
    version: 1,
    filesTotal: 3,
    fileName: 'marlow.uaix',
  });
  expect(filesOf(bench.db, archive).map((file) => file.path)).toEqual(['title.md', 'a.md', 'b.md']);
  expect(kinds(bench)).toEqual(['desk.created', 'package.received', 'package.inspected']);
  const stages = seen.map(({ stage }) => stage).filter((stage, index, all) => stage !== all[index - 1]);
  expect(stages).toEqual(['waiting', 'copying', 'inspecting', 'recording', 'done']);
  expect(bench.intake.list().map(({ stage }) => stage)).toEqual(['done']);
});

test('the same archive again is known and noted', async () => {
  const bench = openBench();
  const path = bench.give('marlow.uaix', MARLOW);
  const first = await take(bench, path);
  const second = await take(bench, path);
  expect(second).toMatchObject({ stage: 'done', known: true, archiveSha256: first.archiveSha256 });
  expect(kinds(bench).slice(-1)).toEqual(['package.seen-again']);
  expect(bench.db.sql.prepare('SELECT COUNT(*) FROM sightings').pluck().get()).toBe(2);
  expect(readdirSync(bench.layout.staging)).toEqual([]);
});

test('what was refused for its name only is looked at again under a right name', async () => {
  const bench = openBench();
  const wrong = await take(bench, bench.give('marlow.zip', MARLOW));
  const archive = wrong.archiveSha256 ?? '';
  expect(getSummary(bench.db, archive).state).toBe('no_op');
  expect(findingsOf(bench.db, archive).map(({ rule }) => rule)).toEqual(['zip/extension']);
  const right = await take(bench, bench.give('marlow.uaix', MARLOW));
  expect(right).toMatchObject({ stage: 'done', known: false, archiveSha256: archive });
  expect(getSummary(bench.db, archive)).toMatchObject({ state: 'in_review', fileName: 'marlow.uaix', version: 2 });
  // The other way round it stays what it is.
  expect(await take(bench, bench.give('marlow2.zip', MARLOW))).toMatchObject({ known: true });
  expect(getSummary(bench.db, archive).state).toBe('in_review');
});

test('an empty file and a text are inspected, not failures', async () => {
  const bench = openBench();
  for (const [name, bytes] of [
    ['empty.uaix', ''],
    ['text.uaix', 'hello'],
  ] as const) {
    const end = await take(bench, bench.give(name, Buffer.from(bytes)));
    expect(end).toMatchObject({ stage: 'done', problem: null });
    expect(getSummary(bench.db, end.archiveSha256 ?? '')).toMatchObject({
      state: 'no_op',
      firstNoOp: { rule: 'zip/not-zip' },
    });
  }
});

test('what is no file ends as failed, with its reason, and leaves nothing', async () => {
  const bench = openBench();
  const folder = join(bench.layout.root, '..', 'folder.uaix');
  mkdirSync(folder);
  const dangling = join(bench.layout.root, '..', 'dangling.uaix');
  symlinkSync('/nowhere/at/all', dangling);
  const cases = [
    [folder, 'source-folder'],
    [dangling, 'source-missing'],
    [join(folder, 'none.uaix'), 'source-missing'],
    ['/dev/null', 'source-special'],
  ] as const;
  for (const [path, code] of cases) {
    const end = await take(bench, path);
    expect([end.stage, end.problem?.code, end.problem?.values.path]).toEqual(['failed', code, path]);
  }
  expect(readdirSync(bench.layout.staging)).toEqual([]);
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  expect(bench.intake.list()).toHaveLength(4);
});

test('over four times the limit nothing is copied; below, the inspector tells', async () => {
  const limits = { ...DEFAULT_LIMITS, archiveBytes: 100 };
  const bench = openBench(newLayout(), { intake: { limits: () => limits } });
  const large = await take(bench, bench.give('large.uaix', Buffer.alloc(401)));
  expect(large.problem).toEqual({
    code: 'source-too-large',
    values: { path: join(bench.layout.root, '..', 'large.uaix'), limit: 400, size: 401 },
  });
  expect(await take(bench, bench.give('fits.uaix', Buffer.alloc(400)))).toMatchObject({ stage: 'done' });
});

test('an inspector that breaks leaves a failed package that can be tried again', async () => {
  let breaks = true;
  const inspect = sampleInspect();
  const bench = openBench(newLayout(), {
    intake: {
      inspect: async (job, options) => {
        const report = await inspect(job, options);
        if (breaks) throw new ProblemError('inspector-memory', { limit: 300 });
        return report;
      },
    },
  });
  const end = await take(bench, bench.give('marlow.uaix', MARLOW));
  const archive = end.archiveSha256 ?? '';
  expect(end).toMatchObject({ stage: 'failed', problem: { code: 'inspector-memory' } });
  expect(getSummary(bench.db, archive)).toMatchObject({
    state: 'failed',
    failure: { code: 'inspector-memory', values: { limit: 300 } },
  });
  expect(readdirSync(bench.layout.archiveFolder(archive))).toEqual(['package.uaix']);
  expect(readdirSync(bench.layout.staging)).toEqual([]);

  const again = await bench.intake.wait(bench.intake.retry(archive, 'ada (test)').importId);
  expect(again.stage).toBe('failed');
  breaks = false;
  const third = await bench.intake.wait(bench.intake.retry(archive, 'ada (test)').importId);
  expect(third.stage).toBe('done');
  expect(getSummary(bench.db, archive)).toMatchObject({ state: 'in_review', failure: null });
  expect(readFileSync(bench.layout.blob(archive, ALPHA), 'utf8')).toBe('alpha');
  expect(kinds(bench)).toEqual([
    'desk.created',
    'package.received',
    'package.failed',
    'package.retried',
    'package.failed',
    'package.retried',
    'package.inspected',
  ]);
});

test('a failed package whose file is given again is taken in', async () => {
  let breaks = true;
  const inspect = sampleInspect();
  const bench = openBench(newLayout(), {
    intake: {
      inspect: async (job, options) => {
        if (breaks) throw new Error('boom');
        return await inspect(job, options);
      },
    },
  });
  const path = bench.give('marlow.uaix', MARLOW);
  const first = await take(bench, path);
  expect(first.problem).toMatchObject({ code: 'unexpected', values: { message: 'boom' } });
  breaks = false;
  expect(await take(bench, path)).toMatchObject({ stage: 'done', known: false });
  expect(getSummary(bench.db, first.archiveSha256 ?? '').state).toBe('in_review');
  expect(readFileSync(bench.layout.blob(first.archiveSha256 ?? '', ALPHA), 'utf8')).toBe('alpha');
  expect(readdirSync(bench.layout.staging)).toEqual([]);
});

test('a failure that cannot even be recorded ends all the same, and the next start keeps the copy', async () => {
  const layout = newLayout();
  const holder = openBench(layout);
  const { promise: noted, resolve: note } = Promise.withResolvers<void>();
  const bench = openBench(layout, {
    busyTimeout: 20,
    intake: {
      inspect: async () => {
        await noted;
        holder.db.sql.exec('BEGIN IMMEDIATE');
        throw new ProblemError('inspector-crashed', {});
      },
      onProgress: ({ stage }) => {
        if (stage === 'inspecting') note();
      },
    },
  });
  const end = await take(bench, bench.give('marlow.uaix', MARLOW));
  expect(end).toMatchObject({
    stage: 'failed',
    problem: { code: 'inspector-crashed', values: { also: 'database-locked' } },
  });
  holder.db.sql.exec('ROLLBACK');
  expect(await sweep(holder.db, layout, { liveness: () => 'dead' })).toMatchObject({ interrupted: 1, kept: 1 });
  expect(getSummary(holder.db, MARLOW_SHA)).toMatchObject({ state: 'failed', failure: { code: 'interrupted' } });
  expect((await holder.intake.wait(holder.intake.retry(MARLOW_SHA).importId)).stage).toBe('done');
});

test('a damaged private copy is healed by the same file', async () => {
  const bench = openBench();
  const path = bench.give('marlow.uaix', MARLOW);
  const archive = (await take(bench, path)).archiveSha256 ?? '';
  writeFileSync(bench.layout.archive(archive), 'rotten');
  const failed = await bench.intake.wait(bench.intake.retry(archive).importId);
  expect(failed.problem).toMatchObject({ code: 'damaged', values: { what: archive, found: 'changed' } });
  expect(getSummary(bench.db, archive).state).toBe('in_review');
  expect(await take(bench, path)).toMatchObject({ known: true });
  expect(sha256(readFileSync(bench.layout.archive(archive)))).toBe(archive);
});

test('a purged package comes back when its file is given again', async () => {
  const bench = openBench();
  const path = bench.give('marlow.uaix', MARLOW);
  const archive = (await take(bench, path)).archiveSha256 ?? '';
  await purgePackage(bench.db, archive, 1, 'ada (test)');
  expect(existsSync(bench.layout.archiveFolder(archive))).toBe(false);
  expect(getSummary(bench.db, archive)).toMatchObject({ state: 'purged', version: 2, filesTotal: 3 });
  expect(() => bench.intake.retry(archive)).toThrow(/not-allowed-in-state/);
  expect(await take(bench, path)).toMatchObject({ stage: 'done', known: false });
  expect(getSummary(bench.db, archive)).toMatchObject({ state: 'in_review', version: 3 });
  // A purge that is still at its second step finds the package back, and leaves it alone.
  expect(await removePurged(bench.db, archive)).toBe(false);
  expect(readFileSync(bench.layout.blob(archive, ALPHA), 'utf8')).toBe('alpha');
});

test('cancelling ends waiting and running imports, and leaves nothing', async () => {
  let reached: () => void = () => {};
  const inspecting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const bench = openBench(newLayout(), {
    intake: {
      inspect: (_job, { signal }) =>
        new Promise((_resolve, reject) => {
          reached();
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    },
  });
  const [first, second] = bench.intake.start(
    [bench.give('one.uaix', MARLOW), bench.give('two.uaix', { 'a.md': '2' })],
    'ada (test)',
  );
  await inspecting;
  expect(bench.intake.cancel(second?.importId ?? '')).toBe(true);
  expect(bench.intake.cancel(first?.importId ?? '')).toBe(true);
  expect((await bench.intake.wait(second?.importId ?? '')).stage).toBe('cancelled');
  expect((await bench.intake.wait(first?.importId ?? '')).stage).toBe('cancelled');
  expect(bench.intake.cancel(first?.importId ?? '')).toBe(false);
  expect(readdirSync(bench.layout.staging)).toEqual([]);
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  expect(bench.db.sql.prepare('SELECT COUNT(*) FROM packages').pluck().get()).toBe(0);
  expect(kinds(bench)).toEqual(['desk.created']);
});

test('closing keeps what was copied whole', async () => {
  let reached: () => void = () => {};
  const inspecting = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const layout = newLayout();
  const bench = openBench(layout, {
    intake: {
      inspect: (_job, { signal }) =>
        new Promise((_resolve, reject) => {
          reached();
          signal.addEventListener('abort', () => reject(new Error('stopped')));
        }),
    },
  });
  const [first] = bench.intake.start([bench.give('one.uaix', MARLOW)], 'ada (test)');
  await inspecting;
  await bench.intake.close();
  const end = await bench.intake.wait(first?.importId ?? '');
  expect(end).toMatchObject({ stage: 'failed', problem: { code: 'interrupted' } });
  expect(getSummary(bench.db, end.archiveSha256 ?? '').state).toBe('failed');
  expect(() => bench.intake.start(['x'], 'ada')).toThrow(/interrupted/);
});

/** The system's files; the private copy reaches the disk when `sync` lets it. */
function filesThatSync(sync: () => Promise<void>): Files {
  return {
    ...systemFiles,
    async open(path, flags, mode) {
      const file = await systemFiles.open(path, flags, mode);
      return path.endsWith('package.uaix.part') ? { ...file, sync } : file;
    },
  };
}

test('a copy is inspected on its way to the disk, and its digest noted once it is there', async () => {
  const { promise: synced, resolve: letSync } = Promise.withResolvers<void>();
  const { promise: inspected, resolve: told } = Promise.withResolvers<void>();
  const seen: ImportProgress[] = [];
  const inspect = sampleInspect();
  const bench = openBench(newLayout(), {
    files: filesThatSync(() => synced),
    intake: {
      inspect: async (job, options) => {
        const report = await inspect(job, options);
        told();
        return report;
      },
      onProgress: (progress) => seen.push(progress),
    },
  });
  const [first] = bench.intake.start([bench.give('one.uaix', MARLOW)], 'ada (test)');
  const importId = first?.importId ?? '';
  await inspected;
  expect(readImport(bench.db, importId)).toMatchObject({ stage: 'copying', archive_sha256: null });
  expect(seen.map(({ stage }) => stage)).not.toContain('inspecting');
  letSync();
  expect(await bench.intake.wait(importId)).toMatchObject({ stage: 'done', archiveSha256: MARLOW_SHA });
  expect(seen.map(({ stage }) => stage)).toContain('inspecting');
});

test('a copy that does not reach the disk ends the import before its inspection', async () => {
  const { promise: synced, reject: fail } = Promise.withResolvers<void>();
  const ends: string[] = [];
  const bench = openBench(newLayout(), {
    files: filesThatSync(() => synced),
    intake: {
      inspect: (_job, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            ends.push('told to stop');
            reject(new Error('stopped'));
          });
          fail(Object.assign(new Error('EIO: i/o error'), { code: 'EIO' }));
        }),
      onProgress: ({ stage }) => {
        if (stage === 'failed') ends.push(stage);
      },
    },
  });
  const end = await take(bench, bench.give('one.uaix', MARLOW));
  expect(end).toMatchObject({ stage: 'failed', archiveSha256: null, problem: { code: 'io' } });
  expect(ends).toEqual(['told to stop', 'failed']);
  expect(readdirSync(bench.layout.staging)).toEqual([]);
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  expect(bench.db.sql.prepare('SELECT COUNT(*) FROM packages').pluck().get()).toBe(0);
});

test('an inspection that breaks off first leaves a package to try again, once its copy is on the disk', async () => {
  const { promise: synced, resolve: letSync } = Promise.withResolvers<void>();
  const bench = openBench(newLayout(), {
    files: filesThatSync(() => synced),
    intake: {
      inspect: async () => {
        setImmediate(letSync);
        throw new ProblemError('inspector-crashed', {});
      },
    },
  });
  const end = await take(bench, bench.give('one.uaix', MARLOW));
  expect(end).toMatchObject({ stage: 'failed', archiveSha256: MARLOW_SHA, problem: { code: 'inspector-crashed' } });
  expect(getSummary(bench.db, MARLOW_SHA)).toMatchObject({ state: 'failed' });
});

test('imports run one at a time, in their order', async () => {
  const order: string[] = [];
  let running = 0;
  let most = 0;
  const inspect = sampleInspect();
  const bench = openBench(newLayout(), {
    intake: {
      inspect: async (job, options) => {
        running += 1;
        most = Math.max(most, running);
        order.push(job.fileName);
        const report = await inspect(job, options);
        running -= 1;
        return report;
      },
    },
  });
  const paths = ['c', 'a', 'b'].map((name) => bench.give(`${name}.uaix`, { 'x.md': name }));
  const started = bench.intake.start(paths, 'ada (test)');
  expect(started.map(({ stage }) => stage)).toEqual(['waiting', 'waiting', 'waiting']);
  for (const { importId } of started) expect((await bench.intake.wait(importId)).stage).toBe('done');
  expect(order).toEqual(['c.uaix', 'a.uaix', 'b.uaix']);
  expect(most).toBe(1);
});
