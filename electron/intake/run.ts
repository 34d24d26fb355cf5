/** The steps of one import, from the user's path (or the private copy, on a retry) to the record. */
import type { Limits } from '../../shared/limits.ts';
import type { ImportStage, InspectionReport } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { digestFile } from '../quarantine/digest.ts';
import { advanceImport } from '../quarantine/imports-table.ts';
import { findSummary } from '../quarantine/packages.ts';
import { stagedArchive, stagedBlobs } from '../quarantine/place.ts';
import {
  type ImportFacts,
  type Recorded,
  type RecordRequest,
  recordImport,
  recordSighting,
} from '../quarantine/record.ts';
import { copySourceAhead, type NamedCopy } from './copy.ts';
import type { Inspect, InspectionJob } from './inspection.ts';
import { requireSpace, unpackedAtMost } from './space.ts';

/**
 * A file up to so many times the policy's limit is still copied and inspected, so that its owner gets the finding `zip/archive-size`
 * with a record; beyond that it is refused at the door as `source-too-large` and nothing of it is kept.
 */
export const SOURCE_CAP_FACTOR = 4;

export interface ImportContext {
  readonly db: DeskDatabase;
  readonly inspect: Inspect;
  readonly limits: () => Limits;
  /** Called before a file is copied, with its size in bytes: whoever inspects it can get ready meanwhile. */
  readonly ahead?: (sizeBytes: number) => void;
  /** Who writes to the database for an import; this thread when left out. */
  readonly clerk?: ImportClerk;
}

/** Writes what an import comes to, without the caller's thread standing still for the disk. */
export interface ImportClerk {
  /** As `advanceImport`. */
  advance(step: AdvanceJob): Promise<boolean>;
  /** As `recordImport`. */
  record(job: RecordJob): Promise<Recorded>;
}

export interface AdvanceJob {
  readonly importId: string;
  readonly stage: ImportStage;
  readonly archiveSha256: string | null;
}

/** What is to be recorded, as plain data. */
export type RecordJob = Omit<RecordRequest, 'clock' | 'afterRecord'>;

/** What is to be done: take in a file, or inspect a private copy again. */
export type Task =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'again'; readonly archiveSha256: string };

/** How far an import has come; the caller keeps it, so that a failure knows what is whole. */
export interface Advance {
  stage: ImportStage;
  /** Set once the private copy is whole and on the disk. */
  archiveSha256: string | null;
  sizeBytes: number;
}

export interface RunOptions {
  readonly importId: string;
  readonly fileName: string;
  readonly actor: string;
  readonly task: Task;
  readonly signal: AbortSignal;
  readonly advance: Advance;
  /** A new stage, or progress in it. */
  readonly report: (done: number, total: number) => void;
}

/**
 * Runs one import to its record.
 * @throws ProblemError whatever broke it off; `advance` says how far it came
 */
export async function runImport(context: ImportContext, run: RunOptions): Promise<Recorded> {
  const limits = context.limits();
  const { db } = context;
  const { layout, files } = db;
  const { importId, task, signal } = run;
  files.makeFolder(layout.stagingOf(importId));
  const copy =
    task.kind === 'file'
      ? await copyIn(context, run, task.path, limits)
      : await proveCopy(context, run, task.archiveSha256);
  const { sha256: archive, sizeBytes } = copy;
  const facts: ImportFacts = {
    importId,
    archiveSha256: archive,
    fileName: run.fileName,
    actor: run.actor,
    clock: db.clock,
  };
  const again = task.kind === 'again' || wantsAnotherLook(db, archive, run.fileName);
  if (!again && isKnown(db, archive)) {
    await kept(run, copy);
    const recorded = await seenAgain(db, facts);
    if (recorded) return recorded;
  }

  const archivePath = task.kind === 'file' ? stagedArchive(layout, importId) : layout.archive(archive);
  const job = { archivePath, archiveSha256: archive, sizeBytes, fileName: run.fileName, limits };
  const report = await inspectWhileSyncing(context, run, copy, job);
  refuseAborted(signal);
  await moveOn(context, run, 'recording');
  const { clock: _clock, ...named } = facts;
  const record: RecordJob = { ...named, report, again };
  return context.clerk ? await context.clerk.record(record) : recordImport(db, { ...record, clock: db.clock });
}

/** The private copy is on the disk: from now on a failure leaves a package that can be tried again. */
async function kept({ advance }: RunOptions, { sha256, sizeBytes, synced }: NamedCopy): Promise<void> {
  await synced;
  advance.archiveSha256 = sha256;
  advance.sizeBytes = sizeBytes;
}

/**
 * Inspects the private copy while it goes to the disk. Its digest is noted, and the stage told, once it is there: whatever fails or is
 * killed before leaves what a copy that broke off leaves.
 */
async function inspectWhileSyncing(
  context: ImportContext,
  run: RunOptions,
  copy: NamedCopy,
  job: Omit<InspectionJob, 'stagingFolder'>,
): Promise<InspectionReport> {
  const stop = new AbortController();
  const inspecting = inspect(context, run, job, AbortSignal.any([run.signal, stop.signal]));
  // It may fail before anybody waits for it: told below.
  inspecting.catch(() => {});
  try {
    await kept(run, copy);
    await moveOn(context, run, 'inspecting');
  } catch (thrown) {
    stop.abort();
    // The folder is removed after this: nobody may write there any more.
    await Promise.allSettled([inspecting]);
    throw thrown;
  }
  return await inspecting;
}

async function inspect(
  context: ImportContext,
  run: RunOptions,
  job: Omit<InspectionJob, 'stagingFolder'>,
  signal: AbortSignal,
): Promise<InspectionReport> {
  const { layout, files } = context.db;
  await requireSpace(files, layout.staging, unpackedAtMost(job.sizeBytes, job.limits.totalBytes));
  const stagingFolder = stagedBlobs(layout, run.importId);
  files.makeFolder(stagingFolder);
  // Before the stage is told its progress would be taken for that of the copy.
  const onProgress = (done: number, total: number): void => {
    if (run.advance.stage === 'inspecting') run.report(done, total);
  };
  return await context.inspect({ ...job, stagingFolder }, { signal, onProgress });
}

async function copyIn(context: ImportContext, run: RunOptions, path: string, limits: Limits): Promise<NamedCopy> {
  const { db } = context;
  const { layout, files } = db;
  const limitBytes = limits.archiveBytes * SOURCE_CAP_FACTOR;
  const size = await sizeOrNull(context, path);
  context.ahead?.(size ?? 0);
  await moveOn(context, run, 'copying');
  if (size !== null && size <= limitBytes) await requireSpace(files, layout.staging, size);
  return await copySourceAhead(path, stagedArchive(layout, run.importId), {
    limitBytes,
    signal: run.signal,
    onProgress: run.report,
    files,
  });
}

/** For the question about space only; `copySource` says what is wrong with a source that cannot be looked at. */
async function sizeOrNull({ db }: ImportContext, path: string): Promise<number | null> {
  try {
    return Number((await db.files.stat(path)).size);
  } catch {
    return null;
  }
}

async function proveCopy(context: ImportContext, run: RunOptions, archive: string): Promise<NamedCopy> {
  const { layout, files } = context.db;
  const path = layout.archive(archive);
  const total = files.look(path)?.sizeBytes ?? 0;
  context.ahead?.(total);
  await moveOn(context, run, 'copying');
  const found = await digestFile(files, path, (done) => {
    refuseAborted(run.signal);
    run.report(done, total);
  });
  if (found?.sha256 !== archive) {
    throw new ProblemError('damaged', { what: archive, file: archive, found: found ? 'changed' : 'missing' });
  }
  return { ...found, synced: Promise.resolve() };
}

/**
 * The archive is here already: noted, and a damaged private copy is healed by the one that was just made. Null when it was purged
 * between the look and the lock: then it is taken in like a new one.
 */
async function seenAgain(db: DeskDatabase, facts: ImportFacts): Promise<Recorded | null> {
  const kept = await digestFile(db.files, db.layout.archive(facts.archiveSha256));
  try {
    return recordSighting(db, facts, { heal: kept?.sha256 !== facts.archiveSha256 });
  } catch (thrown) {
    if (thrown instanceof ProblemError && thrown.problem.code === 'changed-meanwhile') return null;
    throw thrown;
  }
}

function isKnown(db: DeskDatabase, archive: string): boolean {
  const state = findSummary(db, archive)?.state;
  return state !== undefined && state !== 'failed' && state !== 'purged';
}

/** The same bytes under a name that ends as it must: what was refused for its name only is looked at again. */
function wantsAnotherLook(db: DeskDatabase, archive: string, fileName: string): boolean {
  if (!/\.uaix$/i.test(fileName) || findSummary(db, archive)?.state !== 'no_op') return false;
  return (
    db
      .prepared<[string], unknown>(`SELECT 1 FROM findings WHERE archive_sha256 = ? AND rule = 'zip/extension'`)
      .get(archive) !== undefined
  );
}

async function moveOn({ db, clerk }: ImportContext, run: RunOptions, stage: ImportStage): Promise<void> {
  refuseAborted(run.signal);
  const { importId } = run;
  const { archiveSha256 } = run.advance;
  const lives = clerk
    ? await clerk.advance({ importId, stage, archiveSha256 })
    : advanceImport(db, importId, stage, archiveSha256);
  if (!lives) throw new ProblemError('interrupted', {});
  // Whoever was told that the import can be cancelled must be right: from the next stage on it may not be.
  refuseAborted(run.signal);
  run.advance.stage = stage;
  run.report(0, 0);
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new ProblemError('cancelled', {});
}
