/**
 * Removes the copy in the bucket, once the durable one is proven: announced in the database, the file set aside under a name of ours,
 * hashed there, and only then deleted. A program that dies in between leaves the file or its durable copy, and the next start ends it.
 */
import { dirname, join } from 'node:path';
import type { HandoffFile } from '../../shared/handoff.ts';
import { appendEvent } from '../database/events.ts';
import { ProblemError } from '../problem.ts';
import type { HandoffContext } from './context.ts';
import { copyProven, hasDigest } from './copies.ts';
import { sourcePath } from './folders.ts';
import { REMOVING, RESTORING } from './names.ts';
import { readPlaces, readyBucket } from './places.ts';
import { provenCopy } from './preserve.ts';
import { type FileRow, fileOf, fileRow, findRun, removingRows, touchFile } from './rows.ts';

/**
 * @throws ProblemError handoff-refused (undecided, kept, not-preserved, gone, changed, already-removed, symlink, vanished, …); damaged when
 * the durable copy is not whole: then nothing was touched
 */
export async function remove(context: HandoffContext, fileId: string, version: number): Promise<HandoffFile> {
  const { db } = context;
  const row = fileRow(db, fileId);
  refuse(row);
  await provenCopy(db, row);
  const { folder } = readyBucket(db, row.bucket);
  const source = sourcePath(folder, row.name);
  if (source === null) throw new ProblemError('handoff-refused', { variant: 'gone', what: row.path });
  announce(context, fileId, version);
  return await carryOut(context, fileRow(db, fileId), source);
}

function refuse(row: FileRow): void {
  const file = fileOf(row);
  const no = (variant: string): never => {
    throw new ProblemError('handoff-refused', { variant, what: row.path });
  };
  if (file.removedUtc !== null) no('already-removed');
  if (file.decision === null) no('undecided');
  if (file.decision?.outcome === 'kept-active-with-reason') no('kept');
}

function announce({ db, actor }: HandoffContext, fileId: string, version: number): void {
  db.transaction(() => {
    const row = touchFile(db, fileId, version);
    const utc = db.clock.now();
    db.prepared<[string, string]>('UPDATE handoff_files SET removing_utc = ? WHERE file_id = ?').run(utc, fileId);
    const data = { act: 'removing', fileId, path: row.path, sha256: row.sha256 };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
  });
}

function setAside(row: FileRow, source: string): string {
  return join(dirname(source), `${REMOVING}${row.file_id}`);
}

/** From the announcement to the record. Every step finds out by itself whether it was done before. */
async function carryOut(context: HandoffContext, row: FileRow, source: string): Promise<HandoffFile> {
  const { db } = context;
  const { files } = db;
  const aside = setAside(row, source);
  // Only one program wins the rename: two desks on one bucket cannot both remove.
  if (files.look(aside) === null) renameIfThere(context, source, aside);
  const found = files.look(aside);
  if (found !== null && !(await hasDigest(files, aside, row.sha256))) {
    // Another program that ended this removal was faster.
    if (files.look(aside) === null && fileRow(db, row.file_id).removed_utc !== null)
      return fileOf(fileRow(db, row.file_id));
    giveBack(context, row, aside, source);
    throw new ProblemError('handoff-refused', { variant: 'changed', what: row.path });
  }
  if (found === null && files.look(source) !== null) {
    takeBack(context, row);
    throw new ProblemError('handoff-refused', { variant: 'changed', what: row.path });
  }
  if (found !== null) {
    files.remove(aside);
    files.syncFolder(dirname(source));
  }
  return db.transaction(() => recordRemoved(context, row));
}

function renameIfThere({ db }: HandoffContext, source: string, aside: string): void {
  if (db.files.look(source)?.kind !== 'file') return;
  db.files.rename(source, aside);
  db.files.syncFolder(dirname(source));
}

/** Puts a file that is not the one that was taken back where it lay; beside it, when the name was given away meanwhile. */
function giveBack(context: HandoffContext, row: FileRow, aside: string, source: string): void {
  const { files } = context.db;
  const isFree = files.look(source) === null;
  files.rename(aside, isFree ? source : `${source}.returned-${row.file_id}`);
  files.syncFolder(dirname(source));
  takeBack(context, row);
}

/** The announced removal does not happen. */
function takeBack({ db, actor }: HandoffContext, row: FileRow): void {
  db.transaction(() => {
    const utc = db.clock.now();
    db.prepared<[string]>(
      'UPDATE handoff_files SET removing_utc = NULL, version = version + 1 WHERE file_id = ? AND removed_utc IS NULL',
    ).run(row.file_id);
    const data = { act: 'not-removed', fileId: row.file_id, path: row.path };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
  });
}

function recordRemoved({ db, actor }: HandoffContext, row: FileRow): HandoffFile {
  const now = fileRow(db, row.file_id);
  // Another program that ended the same removal after a crash was faster.
  if (now.removed_utc !== null) return fileOf(now);
  const utc = db.clock.now();
  db.prepared<[string, string, string]>(
    'UPDATE handoff_files SET removed_utc = ?, removed_by = ?, removing_utc = NULL, version = version + 1 WHERE file_id = ?',
  ).run(utc, actor, row.file_id);
  const data = {
    act: 'removed',
    fileId: row.file_id,
    path: row.path,
    sha256: row.sha256,
    preservedAs: row.preserved_as,
  };
  appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
  return fileOf(fileRow(db, row.file_id));
}

/** Ends removals that a program announced and did not end: done where the file is proven, taken back where it is not. */
export async function endAnnounced(context: HandoffContext): Promise<void> {
  const { db } = context;
  for (const row of removingRows(db)) {
    const bucket = readPlaces(db).buckets.find(({ label }) => label === row.bucket);
    // Without its bucket nothing can be said; the next start looks again.
    if (bucket?.state !== 'ready') continue;
    const source = join(bucket.folder, ...row.name.split('/'));
    const isAside = db.files.look(setAside(row, source)) !== null;
    if (!isAside && db.files.look(source) !== null) {
      takeBack(context, row);
      continue;
    }
    try {
      await provenCopy(db, row);
      await carryOut(context, row, source);
    } catch (thrown) {
      if (!(thrown instanceof ProblemError)) throw thrown;
      // The file lies under our name in its bucket, and every scan shows it as not settled.
    }
  }
}

/**
 * Brings a removed file back into its bucket from the durable copy.
 * @throws ProblemError handoff-refused (not-removed, occupied, no-places, vanished, replaced); damaged; disk-full, …
 */
export async function undoRemoval(context: HandoffContext, fileId: string, version: number): Promise<HandoffFile> {
  const { db, actor } = context;
  const { files } = db;
  const row = fileRow(db, fileId);
  if (row.removed_utc === null) throw new ProblemError('handoff-refused', { variant: 'not-removed', what: row.path });
  const copy = await provenCopy(db, row);
  const { folder } = readyBucket(db, row.bucket);
  const target = join(folder, ...row.name.split('/'));
  files.makeFolder(dirname(target));
  const there = sourcePath(folder, row.name);
  // A program that died after the rename has brought it back already.
  if (there === null || !(await hasDigest(files, there, row.sha256))) await bringBack(context, row, copy, target);
  return db.transaction(() => {
    const isOpen = findRun(db, row.handoff_id)?.finishedUtc === null;
    const utc = db.clock.now();
    // A finished run keeps what its message says; the file waits in its bucket for the next one.
    if (isOpen) {
      touchFile(db, fileId, version);
      db.prepared<[number, string]>(
        'UPDATE handoff_files SET removed_utc = NULL, removed_by = NULL, modified_ms = ? WHERE file_id = ?',
      ).run(Math.trunc(files.look(target)?.modifiedMs ?? 0), fileId);
    }
    const data = { act: 'restored', fileId, path: row.path, sha256: row.sha256 };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
    return fileOf(fileRow(db, fileId));
  });
}

async function bringBack({ db }: HandoffContext, row: FileRow, copy: string, target: string): Promise<void> {
  const { files } = db;
  const occupied = (): ProblemError => new ProblemError('handoff-refused', { variant: 'occupied', what: row.path });
  if (files.look(target) !== null) throw occupied();
  const part = join(dirname(target), `${RESTORING}${row.file_id}`);
  const copied = await copyProven(files, copy, part);
  if (copied.sha256 !== row.sha256 || files.look(target) !== null) {
    files.remove(part);
    throw copied.sha256 === row.sha256 ? occupied() : new ProblemError('damaged', { what: copy });
  }
  files.rename(part, target);
  files.syncFolder(dirname(target));
}
