/** The durable copy in the evidence folder: `<handoff>/<sha256>`, written, synced, and read again before it counts. */
import { join } from 'node:path';
import type { HandoffFile } from '../../shared/handoff.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { requireSpace } from '../intake/space.ts';
import { ProblemError } from '../problem.ts';
import type { HandoffContext } from './context.ts';
import { copyOf, copyProven, hasDigest } from './copies.ts';
import { readyEvidence } from './places.ts';
import { type FileRow, fileOf, fileRow, touchFile } from './rows.ts';

/**
 * Makes the durable copy of a file and proves it by its hash. Doing it again proves it again, and repairs it where it must.
 * @throws ProblemError damaged when the private copy no longer has its digest; handoff-refused (no-places, vanished, replaced); disk-full, …
 */
export async function preserve(context: HandoffContext, fileId: string, version: number): Promise<HandoffFile> {
  const { db, actor } = context;
  const row = fileRow(db, fileId);
  if (row.version !== version)
    throw new ProblemError('changed-meanwhile', { what: row.path, expected: version, version: row.version });
  const { folder } = readyEvidence(db);
  const preservedAs = `${row.handoff_id}/${row.sha256}`;
  const target = join(folder, row.handoff_id, row.sha256);
  if (!(await hasDigest(db.files, target, row.sha256))) await copyInto(db, row, target);
  if (!(await hasDigest(db.files, target, row.sha256))) throw new ProblemError('damaged', { what: target });
  return db.transaction(() => {
    touchFile(db, fileId, version);
    const utc = db.clock.now();
    db.prepared<[string, string, string]>(
      'UPDATE handoff_files SET preserved_as = ?, preserved_utc = ? WHERE file_id = ?',
    ).run(preservedAs, utc, fileId);
    const data = { act: 'preserved', fileId, path: row.path, sha256: row.sha256, preservedAs };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
    return fileOf(fileRow(db, fileId));
  });
}

async function copyInto(db: DeskDatabase, row: FileRow, target: string): Promise<void> {
  const { files } = db;
  const { folder } = readyEvidence(db);
  files.makeFolder(join(folder, row.handoff_id));
  files.syncFolder(folder);
  await requireSpace(files, folder, row.size_bytes);
  const copied = await copyProven(files, copyOf(db, row.sha256), target);
  if (copied.sha256 === row.sha256) return;
  files.remove(target);
  throw new ProblemError('damaged', { what: row.sha256 });
}

/**
 * The durable copy, proven now.
 * @throws ProblemError handoff-refused (not-preserved); damaged when it no longer has its digest or is gone
 */
export async function provenCopy(db: DeskDatabase, row: FileRow): Promise<string> {
  if (row.preserved_as === null)
    throw new ProblemError('handoff-refused', { variant: 'not-preserved', what: row.path });
  const { folder } = readyEvidence(db);
  const path = join(folder, ...row.preserved_as.split('/'));
  if (!(await hasDigest(db.files, path, row.sha256))) throw new ProblemError('damaged', { what: path });
  return path;
}
