/** Progress of a review, kept in the package's row so that the queue never has to count. */
import type { DeskDatabase } from '../database/open.ts';
import { inspectedOf } from '../quarantine/inspected.ts';
import { isReviewed, type ReviewBasis, readReview } from './acts.ts';

export interface ReviewProgress {
  readonly filesTotal: number;
  readonly filesDecided: number;
  readonly acknowledged: number;
  readonly toAcknowledge: number;
}

/** Counts what is decided and acknowledged under the rules and policy of today; stale acts do not count. */
export function reviewProgress(db: DeskDatabase, archive: string, basis: ReviewBasis): ReviewProgress {
  const { files, findings } = inspectedOf(db, archive);
  const asked = findings.filter((found) => found.severity === 'review');
  const { decisions, acknowledgements } = readReview(db, archive, basis);
  return {
    filesTotal: files.length,
    filesDecided: files.filter((file) => decisions.get(file.path)?.stale === false).length,
    toAcknowledge: asked.length,
    acknowledged: asked.filter((found) => acknowledgements.get(found.id)?.stale === false).length,
  };
}

/** Stores the progress. Call inside the transaction of the act that changed it. */
export function storeProgress(db: DeskDatabase, archive: string, basis: ReviewBasis): void {
  db.prepared<[ReviewProgress & { readonly archive: string }]>(
    `UPDATE packages SET files_total = @filesTotal, files_decided = @filesDecided, acknowledged = @acknowledged,
       to_acknowledge = @toAcknowledge WHERE archive_sha256 = @archive`,
  ).run({ archive, ...reviewProgress(db, archive, basis) });
}

/**
 * As {@link storeProgress}, in the transaction of a record. The rows that were just written say already where a package stands that
 * nobody has reviewed; nothing is read for it.
 */
export function storeProgressOfRecord(db: DeskDatabase, archive: string, basis: () => ReviewBasis): void {
  if (isReviewed(db, archive)) storeProgress(db, archive, basis());
}

/** Stores the progress of every package under review anew: after the policy or the rules changed. */
export function storeAllProgress(db: DeskDatabase, basisOf: (archive: string) => ReviewBasis): void {
  const open = db.sql
    .prepare<[], string>(`SELECT archive_sha256 FROM packages WHERE state = 'in_review'`)
    .pluck()
    .all();
  for (const archive of open) storeProgress(db, archive, basisOf(archive));
}
