/** Writes the whole desk into one file while it is in use, and proves the file before it gets its name. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import Sqlite, { type Database } from 'better-sqlite3';
import { ZipFile } from 'yazl';
import type { DeskDatabase } from '../database/open.ts';
import { type Files, PARTIAL, PRIVATE_FILE } from '../files.ts';
import { ProblemError } from '../problem.ts';
import {
  BACKUP_LIST,
  BACKUP_SCHEMA,
  type BackupEntry,
  type BackupList,
  DATABASE_NAME,
  notWhole,
  POLICY_NAME,
  readBackup,
} from './backup-file.ts';
import { digestFile } from './digest.ts';
import type { DataLayout } from './layout.ts';

export interface BackupSummary {
  readonly file: string;
  readonly sizeBytes: number;
  readonly entries: number;
  readonly events: number;
  /** Paths in the data folder that were damaged already and are not in the backup. */
  readonly omitted: readonly string[];
}

/** A file of the data folder that belongs into the backup. */
interface Wanted {
  readonly path: string;
  readonly source: string;
  /** Null when any content is right: the policy. */
  readonly sha256: string | null;
}

/**
 * Backs the desk up: a snapshot of the database by SQLite's online backup, and the bytes that its rows name. Unpacked files are left
 * out: they are made again from the private copies.
 * @param file path of the backup; an existing file is replaced only by a whole one
 * @throws ProblemError changed-meanwhile when a package was purged while it was copied; damaged when the file, read again, is not whole;
 * or one of the environment
 */
export async function backupDesk(db: DeskDatabase, layout: DataLayout, file: string): Promise<BackupSummary> {
  const { files } = db;
  const part = `${file}.${randomUUID()}${PARTIAL}`;
  const snapshot = `${part}.sqlite`;
  removeLeft(db, file);
  try {
    await db.sql.backup(snapshot);
    const copy = new Sqlite(snapshot, { readonly: true, fileMustExist: true });
    let wanted: readonly Wanted[];
    let events: number;
    try {
      if (copy.pragma('integrity_check', { simple: true }) !== 'ok')
        throw new ProblemError('database-damaged', { path: layout.database });
      wanted = [{ path: DATABASE_NAME, source: snapshot, sha256: null }, ...wantedBy(copy, layout, files)];
      events = copy.prepare<[], number>('SELECT COUNT(*) FROM events').pluck().get() ?? 0;
    } finally {
      copy.close();
    }
    const { entries, omitted } = await proven(files, wanted);
    refusePurged(db, omitted);
    const list: BackupList = {
      schema: BACKUP_SCHEMA,
      createdUtc: db.clock.now(),
      events,
      entries: entries.map(({ path, sizeBytes, sha256 }) => ({ path, sizeBytes, sha256 })),
      omitted,
    };
    await writeZip(part, entries, list);
    const written = await readBackup(part, async () => null);
    if (written.entries.length !== entries.length) throw notWhole(file, BACKUP_LIST);
    const sizeBytes = files.look(part)?.sizeBytes ?? 0;
    files.rename(part, file);
    files.syncFolder(dirname(file));
    return { file, sizeBytes, entries: entries.length, events, omitted };
  } finally {
    for (const path of [part, snapshot, `${snapshot}-wal`, `${snapshot}-shm`]) removeQuietly(files, path);
  }
}

/** What the rows of the snapshot name. */
function wantedBy(copy: Database, layout: DataLayout, files: Files): Wanted[] {
  const archives = copy
    .prepare<[], string>(`SELECT archive_sha256 FROM packages WHERE state <> 'purged' ORDER BY archive_sha256`)
    .pluck()
    .all();
  const lists = copy
    .prepare<[], { key: string; n: number; sha256: string }>(
      'SELECT profile_key AS key, n, list_sha256 AS sha256 FROM generations ORDER BY profile_key, n',
    )
    .all();
  const generationFiles = copy
    .prepare<[], { key: string; n: number; path: string; sha256: string }>(
      'SELECT profile_key AS key, n, path, sha256 FROM generation_files ORDER BY profile_key, n, path',
    )
    .all();
  const policy =
    files.look(layout.policy)?.kind === 'file' ? [{ path: POLICY_NAME, source: layout.policy, sha256: null }] : [];
  const handedOver = files.list(layout.handoff).filter((name) => /^[0-9a-f]{64}$/.test(name));
  return [
    ...policy,
    ...handedOver.map((sha256) => ({ path: `handoff/${sha256}`, source: join(layout.handoff, sha256), sha256 })),
    ...archives.map((sha256) => ({
      path: `quarantine/${sha256}/package.uaix`,
      source: layout.archive(sha256),
      sha256,
    })),
    ...lists.map(({ key, n, sha256 }) => ({
      path: `profiles/${key}/generations/${n}.json`,
      source: layout.generationList(key, n),
      sha256,
    })),
    ...generationFiles.map(({ key, n, path, sha256 }) => ({
      path: `profiles/${key}/generations/${n}/${path}`,
      source: join(layout.generation(key, n), ...path.split('/')),
      sha256,
    })),
  ];
}

type ProvenEntry = BackupEntry & { readonly source: string };

async function proven(
  files: Files,
  wanted: readonly Wanted[],
): Promise<{ readonly entries: readonly ProvenEntry[]; readonly omitted: readonly string[] }> {
  const entries: ProvenEntry[] = [];
  const omitted: string[] = [];
  for (const { path, source, sha256 } of wanted) {
    const found = await digestFile(files, source);
    if (found === null || (sha256 !== null && found.sha256 !== sha256)) omitted.push(path);
    else entries.push({ path, source, ...found });
  }
  return { entries, omitted };
}

/** Bytes that went because their package was purged after the snapshot are no damage: the caller takes another snapshot. */
function refusePurged(db: DeskDatabase, omitted: readonly string[]): void {
  for (const path of omitted) {
    const archive = /^quarantine\/([0-9a-f]{64})\//.exec(path)?.[1];
    const state =
      archive &&
      db.prepared<[string], { state: string }>('SELECT state FROM packages WHERE archive_sha256 = ?').get(archive)
        ?.state;
    if (state === 'purged') throw new ProblemError('changed-meanwhile', { what: archive ?? '' });
  }
}

async function writeZip(part: string, entries: readonly ProvenEntry[], list: BackupList): Promise<void> {
  const zip = new ZipFile();
  // yazl tells of a source that cannot be read by an event only.
  const broken = new Promise<never>((_resolve, reject) => zip.on('error', reject));
  for (const { path, source } of entries) {
    zip.addReadStreamLazy(path, { compress: false, mode: 0o100600 }, (give) => give(null, createReadStream(source)));
  }
  zip.addBuffer(Buffer.from(`${JSON.stringify(list, null, 2)}\n`), BACKUP_LIST, { compress: true, mode: 0o100600 });
  zip.end();
  const out = createWriteStream(part, { flags: 'wx', mode: PRIVATE_FILE, flush: true });
  await Promise.race([pipeline(zip.outputStream, out), broken]);
}

/** No backup takes this long. In milliseconds. */
const LEFT_OLD = 60 * 60 * 1000;
const LEFT = /^\.[0-9a-f]{8}-[0-9a-f-]{27}\.part(?:\.sqlite(?:-wal|-shm|-journal)?)?$/;

/** Removes what earlier backups to the same file left beside it when their programs died. */
function removeLeft({ files, clock }: DeskDatabase, file: string): void {
  try {
    const left = files
      .list(dirname(file))
      .filter((name) => name.startsWith(basename(file)) && LEFT.test(name.slice(basename(file).length)))
      .map((name) => join(dirname(file), name));
    const now = Date.parse(clock.now());
    for (const path of left) if (now - (files.look(path)?.modifiedMs ?? now) > LEFT_OLD) removeQuietly(files, path);
  } catch {
    // A folder that cannot be looked into keeps them; whether a backup can be written there is found out by writing it.
  }
}

function removeQuietly(files: Files, path: string): void {
  try {
    files.remove(path);
  } catch {
    // Its name tells everybody what it is.
  }
}
