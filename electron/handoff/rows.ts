/** Runs, scans and files of the handoff desk as the database keeps them. */
import type { Finding } from '../../shared/findings.ts';
import type {
  HandoffContent,
  HandoffDecision,
  HandoffFile,
  HandoffRun,
  HandoffScan,
  ScanEntry,
} from '../../shared/handoff.ts';
import type { Problem } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';

interface RunRow {
  readonly handoff_id: string;
  readonly started_utc: string;
  readonly finished_utc: string | null;
  readonly complete: number | null;
  readonly message_id: string | null;
}

/** The run that is not finished; null when there is none. */
export function openRun(db: DeskDatabase): HandoffRun | null {
  const row = db.prepared<[], RunRow>('SELECT * FROM handoffs WHERE finished_utc IS NULL').get();
  return row ? runOf(row) : null;
}

/** The run that is not finished. @throws ProblemError handoff-refused (no-run) */
export function requireRun(db: DeskDatabase): HandoffRun {
  const run = openRun(db);
  if (!run) throw new ProblemError('handoff-refused', { variant: 'no-run' });
  return run;
}

/** Null when no run has this id. */
export function findRun(db: DeskDatabase, handoffId: string): HandoffRun | null {
  const row = db.prepared<[string], RunRow>('SELECT * FROM handoffs WHERE handoff_id = ?').get(handoffId);
  return row ? runOf(row) : null;
}

function runOf(row: RunRow): HandoffRun {
  return {
    handoffId: row.handoff_id,
    startedUtc: row.started_utc,
    finishedUtc: row.finished_utc,
    complete: row.complete === null ? null : row.complete === 1,
    messageId: row.message_id,
  };
}

interface ScanRow {
  readonly utc: string;
  readonly phase: HandoffScan['phase'];
  readonly body: string;
}

/** The scans of a run, newest first. */
export function scansOf(db: DeskDatabase, handoffId: string): readonly HandoffScan[] {
  return db
    .prepared<[string], ScanRow>(
      'SELECT utc, phase, body FROM handoff_scans WHERE handoff_id = ? ORDER BY scan_id DESC',
    )
    .all(handoffId)
    .map(scanOf);
}

/** The newest scan of a run; null before the first. */
export function latestScan(db: DeskDatabase, handoffId: string): HandoffScan | null {
  const row = db
    .prepared<[string], ScanRow>(
      'SELECT utc, phase, body FROM handoff_scans WHERE handoff_id = ? ORDER BY scan_id DESC LIMIT 1',
    )
    .get(handoffId);
  return row ? scanOf(row) : null;
}

function scanOf({ utc, phase, body }: ScanRow): HandoffScan {
  const { entries, missing } = JSON.parse(body) as { entries: readonly ScanEntry[]; missing: readonly string[] };
  return countedScan({ utc, phase, entries, missing });
}

/** A scan with its counts: everything that is no placeholder is pending. */
export function countedScan(scan: Omit<HandoffScan, 'pending' | 'placeholders'>): HandoffScan {
  const placeholders = scan.entries.filter(({ status }) => status === 'placeholder').length;
  return { ...scan, pending: scan.entries.length - placeholders, placeholders };
}

export interface FileRow {
  readonly file_id: string;
  readonly handoff_id: string;
  readonly version: number;
  readonly path: string;
  readonly bucket: string;
  readonly name: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly modified_ms: number;
  readonly media_type: string;
  readonly content: HandoffContent;
  readonly blocked_by: string | null;
  readonly lines: number | null;
  readonly findings: string;
  readonly taken_utc: string;
  readonly taken_by: string;
  readonly archive_sha256: string | null;
  readonly import_problem: string | null;
  readonly viewed_utc: string | null;
  readonly viewed_by: string | null;
  readonly decision: string | null;
  readonly decided_utc: string | null;
  readonly decided_by: string | null;
  readonly preserved_as: string | null;
  readonly preserved_utc: string | null;
  readonly removing_utc: string | null;
  readonly removed_utc: string | null;
  readonly removed_by: string | null;
}

/** Rows of a run in the order of their paths. */
export function runRows(db: DeskDatabase, handoffId: string): readonly FileRow[] {
  return db
    .prepared<[string], FileRow>('SELECT * FROM handoff_files WHERE handoff_id = ? ORDER BY path')
    .all(handoffId);
}

/** Files of a run in the order of their paths. */
export function runFiles(db: DeskDatabase, handoffId: string): readonly HandoffFile[] {
  return runRows(db, handoffId).map(fileOf);
}

/** Rows whose removal was announced and neither done nor taken back. */
export function removingRows(db: DeskDatabase): readonly FileRow[] {
  return db
    .prepared<[], FileRow>('SELECT * FROM handoff_files WHERE removing_utc IS NOT NULL AND removed_utc IS NULL')
    .all();
}

/** Rows of all runs in the order of their digests: of files with the same bytes one after another. */
export function allRows(db: DeskDatabase): readonly FileRow[] {
  return db.prepared<[], FileRow>('SELECT * FROM handoff_files ORDER BY sha256, handoff_id, path').all();
}

/** @throws ProblemError not-found */
export function fileRow(db: DeskDatabase, fileId: string): FileRow {
  const row = db.prepared<[string], FileRow>('SELECT * FROM handoff_files WHERE file_id = ?').get(fileId);
  if (!row) throw new ProblemError('not-found', { what: fileId });
  return row;
}

/**
 * Begins a change of a file of the open run: the caller saw version `expected`. Call inside the transaction of the change.
 * @throws ProblemError not-found, changed-meanwhile, handoff-refused (finished)
 */
export function touchFile(db: DeskDatabase, fileId: string, expected: number): FileRow {
  const row = fileRow(db, fileId);
  if (findRun(db, row.handoff_id)?.finishedUtc !== null) {
    throw new ProblemError('handoff-refused', { variant: 'finished', what: row.handoff_id });
  }
  const { changes } = db
    .prepared<[string, number]>('UPDATE handoff_files SET version = version + 1 WHERE file_id = ? AND version = ?')
    .run(fileId, expected);
  if (changes === 1) return { ...row, version: expected + 1 };
  throw new ProblemError('changed-meanwhile', { what: row.path, expected, version: row.version });
}

export function fileOf(row: FileRow): HandoffFile {
  return {
    fileId: row.file_id,
    handoffId: row.handoff_id,
    version: row.version,
    path: row.path,
    bucket: row.bucket,
    name: row.name,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    mediaType: row.media_type,
    content: row.content,
    blockedBy: row.blocked_by,
    lines: row.lines,
    findings: JSON.parse(row.findings) as readonly Finding[],
    takenUtc: row.taken_utc,
    takenBy: row.taken_by,
    archiveSha256: row.archive_sha256,
    importProblem: row.import_problem === null ? null : (JSON.parse(row.import_problem) as Problem),
    viewedUtc: row.viewed_utc,
    viewedBy: row.viewed_by,
    decision: row.decision === null ? null : (JSON.parse(row.decision) as HandoffDecision),
    decidedUtc: row.decided_utc,
    decidedBy: row.decided_by,
    preservedAs: row.preserved_as,
    preservedUtc: row.preserved_utc,
    removedUtc: row.removed_utc,
    removedBy: row.removed_by,
  };
}
