/** Puts a backup in the place of a desk. What was there is moved aside, never removed. */
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Clock, systemClock } from '../clock.ts';
import { appendEvent, verifyChain } from '../database/events.ts';
import { MIGRATIONS } from '../database/migrations/index.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { type BackupList, DATABASE_NAME, notWhole, readBackup } from './backup-file.ts';
import { type Rederive, restoreBlobs } from './blobs.ts';
import { DataLayout } from './layout.ts';
import { archivesIn, filesOf } from './packages.ts';

export interface RestoreOptions {
  readonly rederive: Rederive;
  readonly actor?: string;
  readonly files?: Files;
  readonly clock?: Clock;
}

export interface RestoreSummary {
  readonly packages: number;
  readonly events: number;
  readonly createdUtc: string;
  /** Where the desk that was there lies now; null when there was none. */
  readonly replaced: string | null;
  /** What was damaged when the backup was made. */
  readonly omitted: readonly string[];
}

/** What makes a desk. The order is that of moving out: without its database a folder with `events.head` is no new desk. */
const PARTS = [
  DATABASE_NAME,
  `${DATABASE_NAME}-wal`,
  `${DATABASE_NAME}-shm`,
  'quarantine',
  'profiles',
  'handoff',
  'policy.json',
  'staging',
];

/**
 * Restores a backup. It is unpacked and proven beside the desk first; then the old desk is moved to `replaced-<time>` inside the data
 * folder and the new one takes its place, the database last. Broken off in between, the folder says `database-damaged` and the same
 * restore can be run again; nothing is lost.
 * @throws ProblemError damaged (the file is no whole backup), database-newer, database-locked (another program uses the desk), or one
 * of the environment
 */
export async function restoreDesk(file: string, layout: DataLayout, options: RestoreOptions): Promise<RestoreSummary> {
  const { files = systemFiles, clock = systemClock, actor = 'desk', rederive } = options;
  files.makeFolder(layout.root);
  const fresh = new DataLayout(join(layout.root, `restoring-${randomUUID()}`));
  let list: BackupList;
  let replaced: string | null;
  try {
    list = await unpack(file, fresh, files);
    await proveDesk(file, fresh, files, rederive);
    replaced = swap(layout, fresh, files, clock);
  } finally {
    await removeQuietly(files, fresh.root);
  }
  const db = openDatabase(layout, { files, clock });
  try {
    db.transaction(() =>
      appendEvent(db, {
        kind: 'desk.restored',
        actor,
        subject: null,
        data: { restoredFrom: list.createdUtc, events: list.events, omitted: list.omitted.length },
        utc: clock.now(),
      }),
    );
    const packages = archivesIn(db, ['no_op', 'in_review', 'loaded', 'rejected', 'failed', 'purged']).length;
    return { packages, events: list.events, createdUtc: list.createdUtc, replaced, omitted: list.omitted };
  } finally {
    db.close();
  }
}

async function unpack(file: string, fresh: DataLayout, files: Files): Promise<BackupList> {
  const list = await readBackup(file, async (path) => {
    const target = join(fresh.root, ...path.split('/'));
    files.makeFolder(dirname(target));
    const open = await files.open(target, 'wx');
    return {
      write: (bytes) => open.write(bytes),
      async close() {
        try {
          await open.sync();
        } finally {
          await open.close();
        }
      },
    };
  });
  files.syncFolder(fresh.root);
  return list;
}

/** Opens the unpacked desk as a desk: integrity, schema, chain; and makes its unpacked files again. */
async function proveDesk(file: string, fresh: DataLayout, files: Files, rederive: Rederive): Promise<void> {
  const raw = new Sqlite(fresh.database, { fileMustExist: true });
  let head: { seq: number; hash: string } | undefined;
  try {
    const version = raw.pragma('user_version', { simple: true }) as number;
    const known = MIGRATIONS.at(-1)?.version ?? 0;
    if (version > known) throw new ProblemError('database-newer', { path: file, version, known });
    if (version === 0 || raw.pragma('integrity_check', { simple: true }) !== 'ok') throw notWhole(file, DATABASE_NAME);
    head = raw
      .prepare<[], { seq: number; hash: string }>('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1')
      .get();
  } catch (thrown) {
    if (thrown instanceof ProblemError || problemOf(thrown).code !== 'database-damaged') throw thrown;
    throw notWhole(file, DATABASE_NAME);
  } finally {
    raw.close();
  }
  // The witness of this desk is the newest event of its own log.
  if (head) files.replace(fresh.eventsHead, `${head.seq} ${head.hash}\n`);
  const db = openDatabase(fresh, { files });
  try {
    if (!verifyChain(db).holds) throw notWhole(file, 'events');
    await unpackPackages(db, rederive);
  } finally {
    db.close();
  }
}

async function unpackPackages(db: DeskDatabase, rederive: Rederive): Promise<void> {
  for (const archive of archivesIn(db, ['no_op', 'in_review', 'loaded', 'rejected'])) {
    const wanted = [...new Set(filesOf(db, archive).map(({ sha256 }) => sha256))];
    if (wanted.length > 0) await restoreBlobs(db.layout, archive, wanted, rederive, db.files);
  }
}

/** @returns where the old desk lies, null when there was none */
function swap(layout: DataLayout, fresh: DataLayout, files: Files, clock: Clock): string | null {
  requireAlone(layout, files);
  const aside = join(layout.root, `replaced-${clock.now().replace(/\D/g, '')}`);
  const old = PARTS.filter((name) => files.look(join(layout.root, name)) !== null);
  if (old.length > 0) files.makeFolder(aside);
  for (const name of old) files.rename(join(layout.root, name), join(aside, name));
  if (files.look(layout.eventsHead) !== null)
    files.replace(join(aside, 'events.head'), files.readAll(layout.eventsHead));
  for (const name of PARTS.toReversed()) {
    if (name === DATABASE_NAME) {
      files.replace(layout.eventsHead, files.readAll(fresh.eventsHead));
      files.syncFolder(layout.root);
    }
    if (files.look(join(fresh.root, name)) !== null) files.rename(join(fresh.root, name), join(layout.root, name));
  }
  files.syncFolder(layout.root);
  return old.length > 0 ? aside : null;
}

/** Moving a database away under a program that has it open would split the desk in two. @throws ProblemError database-locked */
function requireAlone(layout: DataLayout, files: Files): void {
  if ((files.look(layout.database)?.sizeBytes ?? 0) === 0) return;
  const sql = new Sqlite(layout.database, { timeout: 0 });
  try {
    sql.pragma('locking_mode = EXCLUSIVE');
    sql.exec('BEGIN EXCLUSIVE; COMMIT');
  } catch (thrown) {
    const { code } = problemOf(thrown);
    // A damaged database is why one restores.
    if (code !== 'database-damaged') throw new ProblemError(code, { path: layout.database, system: 'IN_USE' }, thrown);
  } finally {
    sql.close();
  }
}

async function removeQuietly(files: Files, path: string): Promise<void> {
  try {
    await files.removeTree(path);
  } catch {
    // Its name tells what it is; nothing reads it.
  }
}
