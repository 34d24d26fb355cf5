/** Before the first file comes: a sample of ours is inspected and recorded, so that what compiles itself on the way is compiled when it matters. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import type { InspectionReport } from '../../shared/models.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import type { InspectorPool } from '../inspector/pool.ts';
import { insertImport } from '../quarantine/imports-table.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { stagedBlobs } from '../quarantine/place.ts';
import { TRASH } from '../quarantine/purge.ts';
import { type RecordRequest, recordImport } from '../quarantine/record.ts';

/** The engine translates what it has seen often: the third time takes half as long as the first. */
const TIMES = 3;

export interface Rehearsal {
  readonly pool: InspectorPool;
  readonly layout: DataLayout;
  /** A sample package that came with the program. */
  readonly archive: string;
  /** Who records; nobody where the same thread does everything. */
  readonly clerk: { rehearse(job: RecordRehearsal): Promise<void> } | null;
  /** False once the first file has come: it must not wait for more of this than has begun. */
  readonly isWanted: () => boolean;
  /** Breaks it off. */
  readonly signal: AbortSignal;
}

/** What is recorded on a desk that nobody keeps. */
export interface RecordRehearsal {
  /** Of the rehearsal: the desk is made in it. */
  readonly folder: string;
  readonly report: InspectionReport;
}

/**
 * Inspects a private copy of an archive, and records the report on a desk of its own; nothing is kept. Both lie where everything is
 * swept that a killed program left.
 * @returns how often it was inspected
 * @throws ProblemError what an inspection or a record throws; NodeJS.ErrnoException when the copy cannot be made
 */
export async function rehearse({ pool, layout, archive, clerk, isWanted, signal }: Rehearsal): Promise<number> {
  await pool.warm();
  if (!isWanted()) return 0;
  const folder = join(layout.staging, `${TRASH}${randomUUID()}`);
  try {
    await mkdir(folder);
    const copy = join(folder, 'archive');
    await copyFile(archive, copy);
    const inspect = async (time: number): Promise<InspectionReport> => {
      const stagingFolder = join(folder, `files-${time}`);
      await mkdir(stagingFolder);
      const job = { archivePath: copy, fileName: 'sample.uaix', stagingFolder, limits: DEFAULT_LIMITS };
      return await pool.inspect(job, { signal });
    };
    let times = 0;
    while (times < TIMES && isWanted()) {
      times += 1;
      const report = await inspect(times);
      if (times === 1 && isWanted() && !signal.aborted) await clerk?.rehearse({ folder, report });
    }
    return times;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Records a report on a new desk inside the folder.
 * @param afterRecord of that desk, as in a real record
 */
export function recordInRehearsal(
  { folder, report }: RecordRehearsal,
  afterRecord: (db: DeskDatabase, archive: string) => void,
): void {
  const layout = new DataLayout(join(folder, 'desk'));
  const db = openDatabase(layout);
  try {
    const importId = randomUUID();
    insertImport(db, importId, 'sample.uaix', null);
    db.files.makeFolder(stagedBlobs(layout, importId));
    const request: RecordRequest = {
      importId,
      archiveSha256: report.archiveSha256,
      fileName: 'sample.uaix',
      actor: 'rehearsal',
      clock: db.clock,
      report,
      afterRecord: (archive) => afterRecord(db, archive),
    };
    recordImport(db, request);
  } finally {
    db.close();
  }
}
