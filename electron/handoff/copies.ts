/** Private copies of handed-over files: `handoff/<sha256>` in the data folder, read-proof, shared by equal content. */
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import type { Files } from '../files.ts';
import { copySource } from '../intake/copy.ts';
import { requireSpace } from '../intake/space.ts';
import { ProblemError } from '../problem.ts';
import { digestFile } from '../quarantine/digest.ts';
import { HANDOFF_FILE_BYTES } from './context.ts';

/** Names of copies that are not finished, also with what the file layer adds while it writes; the sweep removes old ones. */
const TAKING = '.taking';
const UNFINISHED = /^[0-9a-f]{8}-[0-9a-f-]{27}\.taking(?:\.(?:\d+-[0-9a-f-]{36}\.)?part)?$/;
/** No copy within the limit takes this long. In milliseconds. */
const TAKING_OLD = 60 * 60 * 1000;
const NEVER = new AbortController().signal;

export function copiesFolder(db: DeskDatabase): string {
  return db.layout.handoff;
}

/** The private copy of a file. */
export function copyOf(db: DeskDatabase, sha256: string): string {
  return join(copiesFolder(db), sha256);
}

/** A new path for a copy that is not finished. */
export function newTakingPath(db: DeskDatabase): string {
  return join(copiesFolder(db), `${randomUUID()}${TAKING}`);
}

/**
 * Copies a file into the data folder while it is hashed.
 * @throws ProblemError handoff-refused (too-large); source-unreadable (`CHANGED` when it is being written), source-missing, disk-full, …
 */
export async function takeCopy(db: DeskDatabase, source: string): Promise<{ sha256: string; sizeBytes: number }> {
  return await copyIn(db, source, () => true);
}

/**
 * Makes the private copy of these bytes anew, from a file that should have them.
 * @returns false when it has others: then nothing has changed
 * @throws ProblemError as `takeCopy`
 */
export async function renewCopy(db: DeskDatabase, source: string, sha256: string): Promise<boolean> {
  return (await copyIn(db, source, (digest) => digest === sha256)).sha256 === sha256;
}

async function copyIn(
  db: DeskDatabase,
  source: string,
  isWanted: (sha256: string) => boolean,
): Promise<{ sha256: string; sizeBytes: number }> {
  const { files } = db;
  const folder = copiesFolder(db);
  files.makeFolder(folder);
  const size = Number((await statOrZero(files, source)) ?? 0);
  if (size > HANDOFF_FILE_BYTES) throw tooLarge(source, size);
  await requireSpace(files, folder, size);
  const target = newTakingPath(db);
  try {
    const copied = await copyProven(files, source, target);
    if (isWanted(copied.sha256)) {
      files.rename(target, join(folder, copied.sha256));
      files.syncFolder(folder);
    } else files.remove(target);
    return copied;
  } catch (thrown) {
    removeQuietly(files, target);
    throw thrown;
  }
}

/** Copies a file within the limit; the target appears whole and synced, or not at all. */
export async function copyProven(
  files: Files,
  source: string,
  target: string,
): Promise<{ sha256: string; sizeBytes: number }> {
  try {
    const options = { limitBytes: HANDOFF_FILE_BYTES, signal: NEVER, onProgress: () => {}, files };
    return await copySource(source, target, options);
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'source-too-large') throw thrown;
    throw tooLarge(source, Number(thrown.problem.values.size ?? 0));
  }
}

/** Whether a file has these bytes, read to the end. */
export async function hasDigest(files: Files, path: string, sha256: string): Promise<boolean> {
  return (await digestFile(files, path))?.sha256 === sha256;
}

/**
 * Removes unfinished copies that nobody can be working on any more, and copies of finished runs that the evidence folder has proven.
 * What was never preserved stays: it may be the only copy.
 */
export function sweepCopies(db: DeskDatabase): void {
  const spent = db.files
    .list(copiesFolder(db))
    .map((name) => join(copiesFolder(db), name))
    // Another program may just be between its copy and its row.
    .filter((path) => useOf(db, basename(path)) === 'spent' && isOld(db, path));
  for (const path of [...spent, ...brokenOff(db)]) removeQuietly(db.files, path);
}

/** Paths of unfinished copies that nobody can be working on any more. */
export function brokenOff(db: DeskDatabase): readonly string[] {
  return db.files
    .list(copiesFolder(db))
    .filter((name) => UNFINISHED.test(name))
    .map((name) => join(copiesFolder(db), name))
    .filter((path) => isOld(db, path));
}

/** Whether a name in the folder of copies is one that this program gives while it writes. */
export function isUnfinishedCopy(name: string): boolean {
  return UNFINISHED.test(name);
}

function isOld({ files, clock }: DeskDatabase, path: string): boolean {
  const now = Date.parse(clock.now());
  return now - (files.look(path)?.modifiedMs ?? now) > TAKING_OLD;
}

/** Whether records still need a copy: none once all their runs are finished and all their files preserved; null when no record names it. */
export function useOf(db: DeskDatabase, sha256: string): 'needed' | 'spent' | null {
  const { rows, needed } = db
    .prepared<[string], { rows: number; needed: number }>(
      `SELECT COUNT(*) AS rows, COALESCE(SUM(f.preserved_utc IS NULL OR h.finished_utc IS NULL), 0) AS needed
       FROM handoff_files AS f JOIN handoffs AS h USING (handoff_id) WHERE f.sha256 = ?`,
    )
    .get(sha256) ?? { rows: 0, needed: 0 };
  if (rows === 0) return null;
  return needed > 0 ? 'needed' : 'spent';
}

async function statOrZero(files: Files, path: string): Promise<bigint | null> {
  try {
    return (await files.stat(path)).size;
  } catch {
    // What is wrong with the source is told by the copy.
    return null;
  }
}

function tooLarge(path: string, size: number): ProblemError {
  return new ProblemError('handoff-refused', { variant: 'too-large', what: path, size, limit: HANDOFF_FILE_BYTES });
}

function removeQuietly(files: Files, path: string): void {
  try {
    files.remove(path);
  } catch {
    // The sweep removes it.
  }
}
