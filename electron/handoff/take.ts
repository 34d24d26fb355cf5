/** Takes one pending file in: a private copy, its digest, what it is, what the scans find; a package goes into the quarantine. */
import { createHash } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import type { HandoffFile, HandoffRun, ScanEntry } from '../../shared/handoff.ts';
import type { ImportProgress, Problem } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { type HandoffContext, SCANNED_BYTES } from './context.ts';
import { copyOf, takeCopy } from './copies.ts';
import { type Examined, examine } from './examine.ts';
import { sourcePath } from './folders.ts';
import { lookInto } from './isolated.ts';
import { readyBucket } from './places.ts';
import { type FileRow, fileOf, fileRow, latestScan, requireRun, runRows } from './rows.ts';

/** Bytes that tell a kind by its beginning, for files too large to be read whole. */
const HEAD = 64 * 1024;

/**
 * Takes in the file that the latest scan lists at `path`. Taking the same bytes again changes nothing; a file that was changed since it
 * was taken is taken anew, and what was decided about the old bytes no longer holds.
 * @throws ProblemError handoff-refused (no-run, not-pending, gone, symlink, outside, too-large, preserved, …), source-unreadable, …
 */
export async function take(context: HandoffContext, path: string): Promise<HandoffFile> {
  const { db } = context;
  const run = requireRun(db);
  const entry = latestScan(db, run.handoffId)?.entries.find((candidate) => candidate.path === path);
  if (!entry) throw new ProblemError('not-found', { what: path });
  if (entry.status !== 'pending') {
    throw new ProblemError('handoff-refused', { variant: `not-pending-${entry.status}`, what: path });
  }
  const bucket = readyBucket(db, entry.bucket);
  const source = sourcePath(bucket.folder, entry.name);
  if (source === null) throw new ProblemError('handoff-refused', { variant: 'gone', what: path });
  const copied = await takeCopy(db, source);
  // What was copied is what lies there now: no link was put in its place meanwhile.
  const after = sourcePath(bucket.folder, entry.name) === null ? null : lstatSync(source, { throwIfNoEntry: false });
  if (!after?.isFile() || after.size !== copied.sizeBytes) {
    throw new ProblemError('source-unreadable', { path: source, system: 'CHANGED' });
  }
  const examined = await examineCopy(context, entry, copied);
  const taken = { entry, ...copied, modifiedMs: modifiedOf(source, after.mtimeMs), examined };
  const row = db.transaction(() => store(context, run, taken));
  return examined.content === 'package' && row.archive_sha256 === null
    ? await importInto(context, row, source)
    : fileOf(row);
}

/** In whole units of the scan, which reads the same clock with the same call. */
function modifiedOf(path: string, fallback: number): number {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? Number(found.mtimeMs) : fallback;
}

async function examineCopy(
  { db, inspect }: HandoffContext,
  { path, name }: ScanEntry,
  { sha256, sizeBytes }: { sha256: string; sizeBytes: number },
): Promise<Examined> {
  const copy = copyOf(db, sha256);
  const whole = sizeBytes <= SCANNED_BYTES;
  const bytes = whole ? db.files.readAll(copy) : await readHead(db.files, copy);
  if (whole && createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new ProblemError('damaged', { what: sha256 });
  }
  return await examine(bytes, whole, {
    path,
    name,
    nowUtc: db.clock.now(),
    lookInto: (all) => lookInto(db, inspect, all, { path, name }),
  });
}

async function readHead(files: HandoffContext['db']['files'], path: string): Promise<Buffer> {
  const file = await files.open(path, constants.O_RDONLY);
  try {
    const buffer = Buffer.alloc(HEAD);
    return buffer.subarray(0, await file.read(buffer));
  } finally {
    await file.close();
  }
}

interface Taken {
  readonly entry: ScanEntry;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly examined: Examined;
}

function store(context: HandoffContext, run: HandoffRun, taken: Taken): FileRow {
  const { db, actor } = context;
  const { entry, sha256, sizeBytes, modifiedMs, examined } = taken;
  const { path, bucket, name } = entry;
  if (requireRun(db).handoffId !== run.handoffId) throw new ProblemError('changed-meanwhile', { what: path });
  const before = runRows(db, run.handoffId).find((row) => row.path === path);
  if (before?.sha256 === sha256) {
    db.prepared<[number, string]>('UPDATE handoff_files SET modified_ms = ? WHERE file_id = ?').run(
      modifiedMs,
      before.file_id,
    );
    return fileRow(db, before.file_id);
  }
  if (before?.removed_utc || before?.removing_utc) throw new ProblemError('changed-meanwhile', { what: path });
  const utc = db.clock.now();
  const fileId = createHash('sha256').update(`${run.handoffId}\n${path}\n${sha256}`).digest('hex').slice(0, 16);
  if (before) db.prepared<[string]>('DELETE FROM handoff_files WHERE file_id = ?').run(before.file_id);
  db.prepared<[Record<string, string | number | null>]>(
    `INSERT INTO handoff_files (file_id, handoff_id, version, path, bucket, name, sha256, size_bytes, modified_ms, media_type,
       content, blocked_by, lines, findings, taken_utc, taken_by)
     VALUES (@fileId, @handoffId, @version, @path, @bucket, @name, @sha256, @sizeBytes, @modifiedMs, @mediaType,
       @content, @blockedBy, @lines, @findings, @utc, @actor)`,
  ).run({
    fileId,
    handoffId: run.handoffId,
    version: (before?.version ?? 0) + 1,
    path,
    bucket,
    name,
    sha256,
    sizeBytes,
    modifiedMs,
    mediaType: examined.mediaType,
    content: examined.content,
    blockedBy: examined.blockedBy,
    lines: examined.lines,
    findings: JSON.stringify(examined.findings),
    utc,
    actor,
  });
  const data = {
    act: 'taken',
    fileId,
    path,
    name,
    sha256,
    sizeBytes,
    content: examined.content,
    replaces: before?.sha256 ?? null,
  };
  appendEvent(db, { kind: 'handoff.recorded', actor, subject: run.handoffId, data, utc });
  return fileRow(db, fileId);
}

/** The quarantine makes its own copy of the package; the two must be the same bytes. */
async function importInto(context: HandoffContext, row: FileRow, source: string): Promise<HandoffFile> {
  const { db, actor } = context;
  const ended = await importQuietly(context, source);
  const archive = ended.archiveSha256;
  const isSame = archive === row.sha256;
  const problem: Problem | null =
    ended.problem ??
    (archive === null || isSame ? null : { code: 'source-unreadable', values: { path: source, system: 'CHANGED' } });
  return db.transaction(() => {
    const utc = db.clock.now();
    db.prepared<[string | null, string | null, string]>(
      'UPDATE handoff_files SET archive_sha256 = ?, import_problem = ?, version = version + 1 WHERE file_id = ?',
    ).run(isSame ? archive : null, problem === null ? null : JSON.stringify(problem), row.file_id);
    const data = {
      act: 'linked',
      fileId: row.file_id,
      archive: isSame ? archive : null,
      problem: problem?.code ?? null,
    };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
    return fileOf(fileRow(db, row.file_id));
  });
}

async function importQuietly(
  { importPackage }: HandoffContext,
  path: string,
): Promise<Pick<ImportProgress, 'archiveSha256' | 'problem'>> {
  try {
    return await importPackage(path);
  } catch (thrown) {
    // The file is taken in all the same; taking it again tries the import again.
    return { archiveSha256: null, problem: problemOf(thrown) };
  }
}
