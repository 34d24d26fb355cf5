/** The table of imports: one row per attempt, written before any file is touched. */
import type { ImportProgress, ImportStage, Problem } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type Owner, thisProcess } from './owner.ts';

export interface ImportRow {
  readonly import_id: string;
  readonly file_name: string;
  readonly stage: ImportStage;
  readonly started_utc: string;
  readonly ended_utc: string | null;
  readonly archive_sha256: string | null;
  readonly known: number;
  readonly problem: string | null;
  readonly owner_pid: number;
  readonly owner_started: string;
  readonly heartbeat_utc: string;
}

/** A failed attempt is shown for this long unless the file came in later. In milliseconds. */
const SHOW_FAILED = 24 * 60 * 60 * 1000;
const MOST_FAILED = 100;

export function insertImport(db: DeskDatabase, importId: string, fileName: string, archive: string | null): void {
  const { pid, started } = thisProcess();
  const now = db.clock.now();
  db.prepared<[string, string, string, string | null, number, string, string]>(
    `INSERT INTO imports (import_id, file_name, stage, started_utc, archive_sha256, owner_pid, owner_started, heartbeat_utc)
     VALUES (?, ?, 'waiting', ?, ?, ?, ?, ?)`,
  ).run(importId, fileName, now, archive, pid, started, now);
}

/** Moves an import on. @returns false when it has ended meanwhile: a sweep took it for dead */
export function advanceImport(db: DeskDatabase, importId: string, stage: ImportStage, archive: string | null): boolean {
  return db.transaction(
    () =>
      db
        .prepared<[string, string | null, string, string]>(
          `UPDATE imports SET stage = ?, archive_sha256 = COALESCE(?, archive_sha256), heartbeat_utc = ?
           WHERE import_id = ? AND ended_utc IS NULL`,
        )
        .run(stage, archive, db.clock.now(), importId).changes === 1,
  );
}

/** Tells other processes that these imports are being worked on. */
export function beat(db: DeskDatabase, importIds: readonly string[]): void {
  db.transaction(() =>
    db
      .prepared<[string, string]>(
        `UPDATE imports SET heartbeat_utc = ? WHERE ended_utc IS NULL AND import_id IN (SELECT value FROM json_each(?))`,
      )
      .run(db.clock.now(), JSON.stringify(importIds)),
  );
}

/** Imports that have not ended, of whichever process, oldest first. */
export function openImports(db: DeskDatabase): ImportRow[] {
  return db.prepared<[], ImportRow>('SELECT * FROM imports WHERE ended_utc IS NULL ORDER BY started_utc, rowid').all();
}

export function readImport(db: DeskDatabase, importId: string): ImportRow | null {
  return db.prepared<[string], ImportRow>('SELECT * FROM imports WHERE import_id = ?').get(importId) ?? null;
}

/**
 * What the list of imports shows: those that run, and those that failed of late without leaving a package, unless the same file came
 * in afterwards.
 */
export function shownImports(db: DeskDatabase): ImportRow[] {
  const since = new Date(Date.parse(db.clock.now()) - SHOW_FAILED).toISOString();
  const failed = db
    .prepared<[string, number], ImportRow>(
      `SELECT * FROM imports AS i WHERE i.stage = 'failed' AND i.ended_utc >= ?
         AND NOT EXISTS (SELECT 1 FROM packages AS p WHERE p.archive_sha256 = i.archive_sha256)
         AND NOT EXISTS (SELECT 1 FROM imports AS j WHERE j.file_name = i.file_name AND j.stage = 'done'
           AND j.started_utc >= i.started_utc)
       ORDER BY i.ended_utc DESC LIMIT ?`,
    )
    .all(since, MOST_FAILED);
  return [...failed.reverse(), ...openImports(db)];
}

export function progressOf(row: ImportRow): ImportProgress {
  return {
    importId: row.import_id,
    fileName: row.file_name,
    stage: row.stage,
    done: 0,
    total: 0,
    archiveSha256: row.archive_sha256,
    known: row.known === 1,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as Problem),
  };
}

export function ownerOf(row: ImportRow): Owner {
  return { pid: row.owner_pid, started: row.owner_started };
}
