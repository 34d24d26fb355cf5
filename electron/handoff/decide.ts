/** What a person says about a taken file: that it was read to the end, and what becomes of it. */
import type { HandoffDecision, HandoffFile } from '../../shared/handoff.ts';
import { appendEvent } from '../database/events.ts';
import { checkPath } from '../inspect/container/path-grammar.ts';
import { ProblemError } from '../problem.ts';
import type { HandoffContext } from './context.ts';
import { type FileRow, fileOf, fileRow, touchFile } from './rows.ts';

/**
 * Records that a person had the whole content before them.
 * @throws ProblemError not-found; changed-meanwhile when they had other bytes; handoff-refused (unshown) for what is never opened
 */
export function markViewed({ db, actor }: HandoffContext, fileId: string, sha256: string): HandoffFile {
  return db.transaction(() => {
    const row = fileRow(db, fileId);
    if (row.sha256 !== sha256) throw new ProblemError('changed-meanwhile', { what: row.path });
    if (row.content === 'blocked') throw new ProblemError('handoff-refused', { variant: 'unshown', what: row.path });
    if (row.viewed_utc !== null) return fileOf(row);
    touchFile(db, fileId, row.version);
    const utc = db.clock.now();
    db.prepared<[string, string, string]>(
      'UPDATE handoff_files SET viewed_utc = ?, viewed_by = ? WHERE file_id = ?',
    ).run(utc, actor, fileId);
    const data = { act: 'viewed', fileId, path: row.path, sha256 };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
    return fileOf(fileRow(db, fileId));
  });
}

/**
 * Records a decision; a later one takes the place of an earlier one.
 * @throws ProblemError changed-meanwhile; note-required without a reason; handoff-refused (not-read, no-recommendation, blocked-kind,
 * memory-path, removed)
 */
export function decide(
  { db, actor }: HandoffContext,
  fileId: string,
  version: number,
  decision: HandoffDecision,
): HandoffFile {
  return db.transaction(() => {
    const row = touchFile(db, fileId, version);
    refuse(row, decision);
    const utc = db.clock.now();
    db.prepared<[string, string, string, string]>(
      'UPDATE handoff_files SET decision = ?, decided_utc = ?, decided_by = ? WHERE file_id = ?',
    ).run(JSON.stringify(decision), utc, actor, fileId);
    const data = { act: 'decided', fileId, path: row.path, sha256: row.sha256, decision };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: row.handoff_id, data, utc });
    return fileOf(fileRow(db, fileId));
  });
}

/** Outcomes that say something of the content was used: impossible for what nobody opened. */
const USES_CONTENT: ReadonlySet<string> = new Set(['incorporated', 'adapted']);

function refuse(row: FileRow, decision: HandoffDecision): void {
  const no = (variant: string, what = row.path): never => {
    throw new ProblemError('handoff-refused', { variant, what });
  };
  const { reason, recommendations, outcome, disposition, memoryPaths, checks } = decision;
  if (row.removed_utc !== null && outcome === 'kept-active-with-reason') no('removed');
  if (reason.trim() === '' || recommendations.some((one) => one.reason.trim() === '')) {
    throw new ProblemError('note-required');
  }
  if (recommendations.length === 0 || recommendations.some((one) => one.summary.trim() === '')) no('no-recommendation');
  if (checks.some((check) => check.summary.trim() === '' || check.result.trim() === '')) no('check');
  const isRead = row.content === 'text' || row.content === 'message';
  if (isRead && row.viewed_utc === null) no('not-read');
  const uses = USES_CONTENT.has(outcome) || recommendations.some((one) => USES_CONTENT.has(one.decision));
  if (row.content === 'blocked' && (uses || disposition === 'apply-now')) no('blocked-kind');
  const bad = memoryPaths.find((path) => checkPath(path, 'manifest').some(({ rule }) => rule !== 'path/mixed-script'));
  if (bad !== undefined) no('memory-path', bad);
}
