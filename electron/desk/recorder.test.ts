/** The recorder with real threads: the real one, and ones that die. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { verifyChain } from '../database/events.ts';
import { openBench, removeLayouts, sampleBytes, sampleReport, sha256 } from '../durability/sample.ts';
import { currentFormatPackId } from '../inspector/format-packs.ts';
import type { RecordJob } from '../intake/run.ts';
import { ProblemError } from '../problem.ts';
import { advanceImport, insertImport, readImport } from '../quarantine/imports-table.ts';
import { filesOf, findingsOf, findSummary } from '../quarantine/packages.ts';
import { stagedArchive, stagedBlobs } from '../quarantine/place.ts';
import { recordEnd, recordImport } from '../quarantine/record.ts';
import { resourcesFolder } from '../resources.ts';
import { Recorder } from './recorder.ts';

afterAll(removeLayouts);

type Bench = ReturnType<typeof openBench>;
const recorders: Recorder[] = [];

afterEach(async () => {
  await Promise.all(recorders.splice(0).map((recorder) => recorder.close()));
});

function recorderOn(bench: Bench, entry?: string): { recorder: Recorder; here: RecordJob[] } {
  const here: RecordJob[] = [];
  const recorder = new Recorder({
    dataFolder: bench.layout.root,
    resourcesFolder: resourcesFolder(),
    packId: currentFormatPackId(resourcesFolder()),
    here: {
      advance: ({ importId, stage, archiveSha256 }) => advanceImport(bench.db, importId, stage, archiveSha256),
      record(job) {
        here.push(job);
        return recordImport(bench.db, { ...job, clock: bench.db.clock });
      },
      review: () => {
        throw new RangeError('no act of review is asked for here');
      },
    },
    ...(entry === undefined ? {} : { entry }),
  });
  recorders.push(recorder);
  return { recorder, here };
}

/** Stages an import as the inspector leaves it. */
function staged(bench: Bench, importId: string, texts: Readonly<Record<string, string>>): RecordJob {
  const bytes = sampleBytes(texts);
  mkdirSync(stagedBlobs(bench.layout, importId), { recursive: true });
  writeFileSync(stagedArchive(bench.layout, importId), bytes);
  for (const text of Object.values(texts)) writeFileSync(join(stagedBlobs(bench.layout, importId), sha256(text)), text);
  const report = sampleReport(bytes, 'm.uaix');
  return { importId, archiveSha256: sha256(bytes), fileName: 'm.uaix', actor: 'ada (test)', report };
}

/** A module for a thread that says it is ready and then does this with a job. */
function threadThat(bench: Bench, name: string, does: string): string {
  const path = join(bench.layout.root, `${name}.mjs`);
  writeFileSync(path, `import { parentPort } from 'node:worker_threads';\n${does}`);
  return path;
}

async function problemCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (thrown) {
    return thrown instanceof ProblemError ? thrown.problem.code : String(thrown);
  }
}

it('records in a thread what is recorded without one', async () => {
  const bench = openBench();
  const { recorder, here } = recorderOn(bench);
  const job = staged(bench, 'i1', { 'a.md': 'alpha', 'review.md': 'r' });
  expect(await recorder.record(job)).toMatchObject({ state: 'in_review', known: false });
  expect(here).toEqual([]);
  const { archiveSha256: archive, report } = job;
  expect(filesOf(bench.db, archive)).toEqual(report.files);
  expect(findingsOf(bench.db, archive).map(({ id: _id, ...rest }) => rest)).toEqual(report.findings);
  expect(findSummary(bench.db, archive)).toMatchObject({ filesTotal: 2, toAcknowledge: 1 });
  expect(existsSync(bench.layout.blob(archive, sha256('alpha')))).toBe(true);
  expect(verifyChain(bench.db)).toMatchObject({ holds: true, events: 3 });
});

it('rehearses a record without a trace on the desk', async () => {
  const bench = openBench();
  const { recorder } = recorderOn(bench);
  const report = sampleReport(sampleBytes({ 'a.md': 'alpha' }), 'm.uaix');
  const folder = join(bench.layout.staging, 'rehearsal');
  mkdirSync(folder);
  await recorder.rehearse({ folder, report });
  expect(readdirSync(join(folder, 'desk', 'quarantine'))).toEqual([report.archiveSha256]);
  expect(findSummary(bench.db, report.archiveSha256)).toBeNull();
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  // The event of the desk's own beginning.
  expect(verifyChain(bench.db)).toMatchObject({ holds: true, events: 1 });
});

it('moves an import on, and says when it has ended meanwhile', async () => {
  const bench = openBench();
  const { recorder } = recorderOn(bench);
  insertImport(bench.db, 'i1', 'm.uaix', null);
  expect(await recorder.advance({ importId: 'i1', stage: 'inspecting', archiveSha256: 'a'.repeat(64) })).toBe(true);
  expect(readImport(bench.db, 'i1')).toMatchObject({ stage: 'inspecting', archive_sha256: 'a'.repeat(64) });
  recordEnd(bench.db, 'i1', 'cancelled', null);
  expect(await recorder.advance({ importId: 'i1', stage: 'recording', archiveSha256: null })).toBe(false);
  expect(readImport(bench.db, 'i1')).toMatchObject({ stage: 'cancelled' });
});

it('answers with the problem of a record that is refused, and goes on', async () => {
  const bench = openBench();
  const { recorder } = recorderOn(bench);
  const job = staged(bench, 'i1', { 'a.md': 'alpha' });
  const other = { ...job, report: { ...job.report, archiveSha256: 'f'.repeat(64) } };
  expect(await problemCode(recorder.record(other))).toBe('damaged');
  expect(findSummary(bench.db, job.archiveSha256)).toBeNull();
  expect(await recorder.record(job)).toMatchObject({ known: false });
});

it('is quiet when nothing is being written, and not before', async () => {
  const bench = openBench();
  const [taken, go] = [join(bench.layout.root, 'taken'), join(bench.layout.root, 'go')];
  const slow = threadThat(
    bench,
    'slow',
    `import { existsSync, writeFileSync } from 'node:fs';
     parentPort.on('message', async (request) => {
       if (request === null) return parentPort.close();
       writeFileSync(${JSON.stringify(taken)}, '');
       while (!existsSync(${JSON.stringify(go)})) await new Promise((done) => setTimeout(done, 5));
       parentPort.postMessage({ type: 'done', done: true });
     });
     parentPort.postMessage({ type: 'ready' });`,
  );
  const { recorder } = recorderOn(bench, slow);
  await recorder.quiet();
  const order: string[] = [];
  const written = recorder.advance({ importId: 'i1', stage: 'copying', archiveSha256: null });
  while (!existsSync(taken)) await new Promise((resolve) => setTimeout(resolve, 5));
  const quiet = recorder.quiet().then(() => order.push('quiet'));
  await new Promise((resolve) => setTimeout(resolve, 50));
  order.push('go');
  writeFileSync(go, '');
  await Promise.all([written, quiet]);
  expect(order).toEqual(['go', 'quiet']);
});

it('that dies at work leaves nothing behind, and the next record has a new thread', async () => {
  const bench = openBench();
  const dying = threadThat(
    bench,
    'dying',
    `parentPort.on('message', () => process.exit(1)); parentPort.postMessage({ type: 'ready' });`,
  );
  const { recorder, here } = recorderOn(bench, dying);
  const job = staged(bench, 'i1', { 'a.md': 'alpha' });
  expect(await problemCode(recorder.record(job))).toBe('interrupted');
  expect(await problemCode(recorder.record(job))).toBe('interrupted');
  expect(here).toEqual([]);
  expect(findSummary(bench.db, job.archiveSha256)).toBeNull();
  expect(existsSync(stagedArchive(bench.layout, 'i1'))).toBe(true);
});

it('that dies between two records is replaced', async () => {
  const bench = openBench();
  const marker = join(bench.layout.root, 'died');
  const once = threadThat(
    bench,
    'once',
    `import { existsSync, writeFileSync } from 'node:fs';
     const recorded = { state: 'in_review', known: false, leftovers: ['by the second thread'] };
     if (existsSync(${JSON.stringify(marker)})) {
       parentPort.on('message', (request) => {
         if (request === null) parentPort.close();
         else parentPort.postMessage({ type: 'done', done: recorded });
       });
       parentPort.postMessage({ type: 'ready' });
     } else {
       parentPort.postMessage({ type: 'ready' });
       writeFileSync(${JSON.stringify(marker)}, '');
     }`,
  );
  const { recorder } = recorderOn(bench, once);
  recorder.warm();
  while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
  const job = staged(bench, 'i1', { 'a.md': 'alpha' });
  let recorded = await recorder.record(job).catch(() => null);
  // The news of the end comes a moment after the end: a job that meets it there is told, too.
  while (recorded === null) recorded = await recorder.record(job).catch(() => null);
  expect(recorded.leftovers).toEqual(['by the second thread']);
});

it('that throws at work is a thread that died', async () => {
  const bench = openBench();
  const throwing = threadThat(
    bench,
    'throwing',
    `parentPort.on('message', () => { throw new RangeError('full'); }); parentPort.postMessage({ type: 'ready' });`,
  );
  const { recorder } = recorderOn(bench, throwing);
  expect(await problemCode(recorder.record(staged(bench, 'i1', { 'a.md': 'alpha' })))).toBe('interrupted');
});

it.each([
  ['is missing', null],
  ['does not start', `throw new RangeError('no');`],
])('records without a thread where its module %s', async (_what, does) => {
  const bench = openBench();
  const entry = does === null ? join(bench.layout.root, 'nothing.mjs') : threadThat(bench, 'broken', does);
  const { recorder, here } = recorderOn(bench, entry);
  const job = staged(bench, 'i1', { 'a.md': 'alpha' });
  expect(await recorder.record(job)).toMatchObject({ state: 'in_review', known: false });
  expect(here.map(({ importId }) => importId)).toEqual(['i1']);
});
