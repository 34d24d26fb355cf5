/**
 * The sweep at every start: ends what dead processes left open, keeps what is whole, removes what belongs to nothing, and says what it
 * did. It can run at any time, beside live programs, and twice: the second run finds nothing to do.
 */
import { randomUUID } from 'node:crypto';
import { basename, join } from 'node:path';
import type { Problem } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { PARTIAL } from '../files.ts';
import { digestFile } from './digest.ts';
import { type ImportRow, openImports, ownerOf, readImport } from './imports-table.ts';
import type { DataLayout } from './layout.ts';
import { type Liveness, livenessOf, type Owner } from './owner.ts';
import { findSummary } from './packages.ts';
import { BLOBS_NAME, stagedArchive } from './place.ts';
import { removePurged, TRASH } from './purge.ts';
import { recordEnd, recordFailure } from './record.ts';

export interface SweepOptions {
  readonly actor?: string;
  /** How the life of a process is told; the system by default. */
  readonly liveness?: (owner: Owner) => Liveness;
}

/** What a sweep did. All zero: nothing was to be done. */
export interface SweepResult {
  /** Imports of dead processes that were ended as `failed`. */
  readonly interrupted: number;
  /** Private copies that were whole and are kept as failed packages, to be tried again. */
  readonly kept: number;
  /** Left-over folders and files that were removed. */
  readonly removed: number;
  /** Things that could not be dealt with now, by path; the next sweep tries again. */
  readonly stuck: readonly string[];
}

/** Where the system does not tell whether an owner lives: twelve missed beats. In milliseconds. */
const HEARTBEAT_LOST = 60_000;

/** A file being written has such a name for seconds, a desk being restored for minutes. In milliseconds. */
const PARTIAL_OLD = 60 * 60 * 1000;

/** Names that are never final: what this program writes, and what SQLite puts beside it while it copies a database. */
const UNFINISHED = [PARTIAL, `${PARTIAL}-journal`];

const IMPORT_ID = /^[0-9a-f-]{1,64}$/;
const DIGEST = /^[0-9a-f]{64}$/;
const INTERRUPTED: Problem = { code: 'interrupted', values: {} };

/** @throws when the database cannot be read or written; a file that cannot be moved or removed is `stuck` instead */
export async function sweep(db: DeskDatabase, layout: DataLayout, options: SweepOptions = {}): Promise<SweepResult> {
  const { actor = 'desk', liveness = livenessOf } = options;
  const done = { interrupted: 0, kept: 0, removed: 0, stuck: [] as string[] };
  const attempt = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (thrown) {
      // Database faults concern everything; a file fault concerns this file.
      if (String((thrown as NodeJS.ErrnoException).code ?? '').startsWith('SQLITE')) throw thrown;
      done.stuck.push(path);
    }
  };
  // Names first, rows second: whatever has a folder had its row before.
  const staged = db.files.list(layout.staging);
  const kept = db.files.list(layout.quarantine);

  for (const row of openImports(db)) {
    if (!isDead(db, row, liveness)) continue;
    await attempt(layout.stagingOf(row.import_id), async () => {
      done.interrupted += 1;
      if (await keepWholeCopy(db, row, actor)) done.kept += 1;
      else recordEnd(db, row.import_id, 'failed', INTERRUPTED);
    });
  }
  for (const name of staged) {
    const path = join(layout.staging, name);
    await attempt(path, async () => {
      const outcome = await sweepStaged(db, name, actor);
      if (outcome === 'kept') done.kept += 1;
      if (outcome !== 'left' && db.files.look(path) !== null) {
        await db.files.removeTree(path);
        done.removed += 1;
      }
    });
  }
  for (const name of kept) {
    await attempt(join(layout.quarantine, name), async () => {
      const outcome = await sweepKept(db, name, actor);
      if (outcome === 'kept') done.kept += 1;
      if (outcome === 'removed') done.removed += 1;
    });
  }
  for (const path of oldPartials(db, layout)) {
    await attempt(path, async () => {
      await db.files.removeTree(path);
      done.removed += 1;
    });
  }
  tellOf(db, done, actor);
  return done;
}

function isDead(db: DeskDatabase, row: ImportRow, liveness: (owner: Owner) => Liveness): boolean {
  const told = liveness(ownerOf(row));
  if (told !== 'unknown') return told === 'dead';
  return Date.parse(db.clock.now()) - Date.parse(row.heartbeat_utc) > HEARTBEAT_LOST;
}

/** Makes a failed package of a private copy that a dead import left in staging. @returns false when there is none that is whole */
async function keepWholeCopy(db: DeskDatabase, row: ImportRow, actor: string): Promise<boolean> {
  const { import_id: importId, archive_sha256: archiveSha256, file_name: fileName } = row;
  if (archiveSha256 === null) return false;
  const found = await digestFile(db.files, stagedArchive(db.layout, importId));
  const isPlaced = found === null && findSummary(db, archiveSha256)?.state === 'failed';
  if (found?.sha256 !== archiveSha256 && !isPlaced) return false;
  const facts = { importId, archiveSha256, fileName, actor, clock: db.clock };
  const recorded = recordFailure(db, { ...facts, sizeBytes: found?.sizeBytes ?? 0, problem: INTERRUPTED });
  for (const path of recorded.leftovers) await db.files.removeTree(path);
  return !recorded.known && found !== null;
}

/** What to do with a name in staging: `left` while its import lives, `kept` when it became a package, else it goes. */
async function sweepStaged(db: DeskDatabase, name: string, actor: string): Promise<'left' | 'kept' | 'rubbish'> {
  if (name.startsWith(TRASH)) return 'rubbish';
  const [importId = '', rest] = name.split('.', 2);
  const row = IMPORT_ID.test(importId) ? readImport(db, importId) : null;
  if (!row) return 'rubbish';
  if (row.ended_utc === null) return 'left';
  const archive = row.archive_sha256;
  // `.replaced` of an import that ended: its place is taken by the new folder, or it goes back there.
  const copy = rest === undefined ? stagedArchive(db.layout, importId) : join(db.layout.staging, name, 'package.uaix');
  const wanted = row.stage === 'failed' && archive !== null && lacksCopy(db, archive);
  if (!wanted || (await digestFile(db.files, copy))?.sha256 !== archive) return 'rubbish';
  return adopt(db, join(db.layout.staging, name), { archive, fileName: row.file_name, actor }) ? 'kept' : 'rubbish';
}

/** True when no package of this digest is here, or a failed one whose bytes are not in their place. */
function lacksCopy(db: DeskDatabase, archive: string): boolean {
  const state = findSummary(db, archive)?.state;
  return (state === undefined || state === 'failed') && db.files.look(db.layout.archive(archive)) === null;
}

/** A folder of the quarantine: of a package, of a purged one, or of an import that was killed before its commit. */
async function sweepKept(db: DeskDatabase, name: string, actor: string): Promise<'left' | 'kept' | 'removed'> {
  const { layout, files } = db;
  const folder = join(layout.quarantine, name);
  if (!DIGEST.test(name)) return await trash(db, folder, () => true);
  let state = findSummary(db, name)?.state;
  if (state === 'purged') return (await removePurged(db, name)) ? 'removed' : 'left';
  let outcome: 'left' | 'kept' = 'left';
  if (state === undefined) {
    const isWhole = (await digestFile(files, layout.archive(name)))?.sha256 === name;
    if (!isWhole) return await trash(db, folder, () => findSummary(db, name) === null);
    if (adopt(db, null, { archive: name, fileName: lastNameOf(db, name), actor })) outcome = 'kept';
    state = findSummary(db, name)?.state;
  }
  // What was unpacked for a record that never came; the next inspection unpacks again.
  if (state !== 'failed' || files.look(layout.blobs(name)) === null) return outcome;
  const isNobodys = (): boolean => findSummary(db, name)?.state === 'failed' && !isInWork(db, name);
  const gone = await trash(db, join(folder, BLOBS_NAME), isNobodys);
  return outcome === 'kept' ? 'kept' : gone;
}

interface Adopted {
  readonly archive: string;
  readonly fileName: string;
  readonly actor: string;
}

/**
 * Makes a failed package of a whole private copy. `folder` is moved into its place first; null when it is there already.
 * @returns false when a live import was faster
 */
function adopt(db: DeskDatabase, folder: string | null, { archive, fileName, actor }: Adopted): boolean {
  const { files, layout, clock } = db;
  return db.transaction(() => {
    const state = findSummary(db, archive)?.state;
    if (state !== undefined && state !== 'failed') return false;
    const target = layout.archiveFolder(archive);
    if (folder !== null) {
      if (files.look(target) !== null) return false;
      files.rename(folder, target);
      files.syncFolder(layout.quarantine);
    }
    const sizeBytes = files.look(layout.archive(archive))?.sizeBytes ?? 0;
    // An import of its own, since the one that left the folder has ended or is unknown.
    const importId = `recovered-${archive.slice(0, 16)}`;
    if (state === undefined) {
      recordFailure(db, {
        importId,
        archiveSha256: archive,
        fileName,
        actor,
        clock,
        sizeBytes,
        problem: INTERRUPTED,
        placed: true,
      });
    }
    return true;
  });
}

/** Moves something to a name nobody uses, under the lock and only while `still` holds, and removes it there. */
async function trash(db: DeskDatabase, path: string, still: () => boolean): Promise<'left' | 'removed'> {
  const target = join(db.layout.staging, `${TRASH}${randomUUID()}`);
  const moved = db.transaction(() => {
    if (!still()) return false;
    db.files.rename(path, target);
    return true;
  });
  if (!moved) return 'left';
  await db.files.removeTree(target);
  return 'removed';
}

function isInWork(db: DeskDatabase, archive: string): boolean {
  return openImports(db).some((row) => row.archive_sha256 === archive);
}

/** Name of the file in its latest import. */
function lastNameOf(db: DeskDatabase, archive: string): string {
  const row = db
    .prepared<[string], { file_name: string }>(
      'SELECT file_name FROM imports WHERE archive_sha256 = ? ORDER BY started_utc DESC LIMIT 1',
    )
    .get(archive);
  return row?.file_name ?? `${archive.slice(0, 16)}.uaix`;
}

function oldPartials({ files, clock }: DeskDatabase, layout: DataLayout): string[] {
  const now = Date.parse(clock.now());
  return [layout.root, layout.backups]
    .flatMap((folder) => files.list(folder).map((name) => join(folder, name)))
    .filter((path) => UNFINISHED.some((end) => path.endsWith(end)) || basename(path).startsWith('restoring-'))
    .filter((path) => now - (files.look(path)?.modifiedMs ?? now) > PARTIAL_OLD);
}

function tellOf(db: DeskDatabase, { interrupted, kept, removed, stuck }: SweepResult, actor: string): void {
  if (interrupted + kept + removed === 0) return;
  db.transaction(() =>
    appendEvent(db, {
      kind: 'recovery.swept',
      actor,
      subject: null,
      data: { interrupted, kept, removed, stuck: stuck.length },
      utc: db.clock.now(),
    }),
  );
}
