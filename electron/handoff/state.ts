/** The handoff desk as it stands, and the content of one file for reading. */
import { createHash } from 'node:crypto';
import type { HandoffContentView, HandoffState } from '../../shared/handoff.ts';
import type { DeskDatabase } from '../database/open.ts';
import { decodeText } from '../inspect/scan/decode.ts';
import { maskSecrets } from '../inspect/scan/mask.ts';
import { ProblemError } from '../problem.ts';
import { SCANNED_BYTES } from './context.ts';
import { copyOf } from './copies.ts';
import { listMessages } from './messages.ts';
import { readPlaces } from './places.ts';
import { fileOf, fileRow, latestScan, openRun, runFiles } from './rows.ts';

/** Everything the window and the command line show of the desk. */
export function handoffState(db: DeskDatabase): HandoffState {
  const run = openRun(db);
  return {
    places: readPlaces(db),
    run,
    scan: run && latestScan(db, run.handoffId),
    files: run ? runFiles(db, run.handoffId) : [],
    messages: listMessages(db),
  };
}

/**
 * The content of a file's private copy, with secrets masked. What is never opened, a package, and bytes that are no text have none.
 * @throws ProblemError not-found; damaged when the private copy no longer has its digest
 */
export async function readContent(db: DeskDatabase, fileId: string): Promise<HandoffContentView> {
  const { sha256, sizeBytes, content } = fileOf(fileRow(db, fileId));
  const base = { fileId, sha256, sizeBytes, content };
  if ((content !== 'text' && content !== 'message') || sizeBytes > SCANNED_BYTES) return { ...base, text: null };
  const copy = copyOf(db, sha256);
  // Taking the file in again makes a new copy, and so does the doctor.
  if (db.files.look(copy)?.kind !== 'file') throw new ProblemError('damaged', { what: sha256 });
  const bytes = db.files.readAll(copy);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new ProblemError('damaged', { what: sha256 });
  const decoded = decodeText(bytes);
  return { ...base, text: decoded === null ? null : (await maskSecrets(decoded.text)).text };
}
