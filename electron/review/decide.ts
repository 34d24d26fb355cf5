/**
 * Deciding: every act checks the state of the package and the version the person was looking at, is bound to the digests of the
 * content, the format pack and the policy, and is told to the event chain in the same transaction.
 */
import { randomUUID } from 'node:crypto';
import type { Decision, FileChange, InspectedFile } from '../../shared/models.ts';
import { isAnchorPath } from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { inspectedOf } from '../quarantine/inspected.ts';
import { getSummary, touch } from '../quarantine/packages.ts';
import {
  type ActTarget,
  insertActs,
  type ReviewBasis,
  readReview,
  type WithdrawnAct,
  withdrawNewestGroup,
} from './acts.ts';
import { storeProgress } from './progress.ts';

/** Who acts, when, and under which rules. */
export interface ReviewContext {
  readonly db: DeskDatabase;
  readonly clock: Clock;
  readonly actor: string;
  readonly basis: ReviewBasis;
}

export interface DecideRequest {
  readonly archive: string;
  readonly version: number;
  readonly paths: readonly string[];
  /** Null takes the decision back. */
  readonly decision: Decision | null;
  readonly manner: 'single' | 'clean' | 'carried';
  readonly note: string | null;
  /** Change of each file against the generation in force, needed for `carried`. */
  readonly changes: ReadonlyMap<string, FileChange>;
}

/**
 * Records decisions about files.
 * @throws ProblemError not-found (unknown path), not-allowed-in-state, changed-meanwhile, bad-request (the manner does not allow a path)
 */
export function decideFiles(context: ReviewContext, request: DecideRequest): void {
  const { db, clock, actor, basis } = context;
  db.transaction(() => {
    requireReviewable(db, request.archive);
    touch(db, request.archive, request.version);
    const { fileAt, troubled } = inspectedOf(db, request.archive);
    const group = randomUUID();
    const utc = clock.now();
    const targets: ActTarget[] = [];
    for (const path of new Set(request.paths)) {
      const file = fileAt.get(path);
      if (!file) throw new ProblemError('not-found', { what: path });
      requireManner(request, file, troubled);
      targets.push({ target: path, fileSha256: file.sha256 });
    }
    if (targets.length === 0) throw new ProblemError('bad-request', { variant: 'no-files' });
    const { archive: archiveSha256, decision, manner, note } = request;
    const value = decision ?? 'none';
    insertActs(db, { group, archiveSha256, kind: 'decision', value, manner, note, actor, utc }, targets, basis);
    const decided = targets.map(({ target: path, fileSha256: sha256 }) => ({ path, sha256 }));
    storeProgress(db, request.archive, basis);
    appendEvent(db, {
      kind: request.decision === null ? 'file.decision-withdrawn' : 'file.decided',
      actor,
      subject: request.archive,
      utc,
      data: { decision: request.decision, manner: request.manner, note: request.note, files: decided, ...basis },
    });
  });
}

function requireManner(request: DecideRequest, file: InspectedFile, troubled: ReadonlySet<string>): void {
  if (request.manner === 'clean' && (isAnchorPath(file.path) || troubled.has(file.path))) {
    throw new ProblemError('bad-request', { variant: 'not-clean', what: file.path });
  }
  if (request.manner === 'carried' && request.changes.get(file.path) !== 'unchanged') {
    throw new ProblemError('bad-request', { variant: 'not-unchanged', what: file.path });
  }
}

/** Files that "approve the clean rest" covers: no anchors, no findings, not decided yet. */
export function cleanRest(db: DeskDatabase, archive: string, basis: ReviewBasis): readonly string[] {
  const { files, troubled } = inspectedOf(db, archive);
  const { decisions } = readReview(db, archive, basis);
  return files
    .map((file) => file.path)
    .filter((path) => !isAnchorPath(path) && !troubled.has(path) && (decisions.get(path)?.stale ?? true));
}

export interface AcknowledgeRequest {
  readonly archive: string;
  readonly version: number;
  readonly ids: readonly string[];
  /** Null takes the acknowledgement back. */
  readonly note: string | null;
}

/**
 * Acknowledges findings of severity `review`. A note is required: it says why the person may accept what was found.
 * @throws ProblemError note-required, not-found, not-allowed-in-state, changed-meanwhile
 */
export function acknowledgeFindings(context: ReviewContext, request: AcknowledgeRequest): void {
  const { db, clock, actor, basis } = context;
  const note = request.note?.trim() ?? null;
  if (note === '') throw new ProblemError('note-required');
  db.transaction(() => {
    requireReviewable(db, request.archive);
    touch(db, request.archive, request.version);
    const { findingById, fileAt } = inspectedOf(db, request.archive);
    const group = randomUUID();
    const utc = clock.now();
    const targets: ActTarget[] = [];
    const acknowledged: { id: string; rule: string; path: string | null }[] = [];
    for (const id of new Set(request.ids)) {
      const found = findingById.get(id);
      if (!found) throw new ProblemError('not-found', { what: id });
      if (found.severity !== 'review')
        throw new ProblemError('bad-request', { variant: 'not-acknowledgeable', what: found.rule });
      const fileSha256 = found.path === undefined ? null : (fileAt.get(found.path)?.sha256 ?? null);
      targets.push({ target: id, fileSha256 });
      acknowledged.push({ id, rule: found.rule, path: found.path ?? null });
    }
    if (acknowledged.length === 0) throw new ProblemError('bad-request', { variant: 'no-findings' });
    const { archive: archiveSha256 } = request;
    const value = note === null ? 'none' : 'acknowledged';
    const act = { group, archiveSha256, kind: 'acknowledgement' as const, value, manner: null, note, actor, utc };
    insertActs(db, act, targets, basis);
    storeProgress(db, request.archive, basis);
    appendEvent(db, {
      kind: note === null ? 'finding.acknowledgement-withdrawn' : 'finding.acknowledged',
      actor,
      subject: request.archive,
      utc,
      data: { note, findings: acknowledged, ...basis },
    });
  });
}

/** Records that a person had the whole of a file on screen. Viewing the same content again records nothing. */
export function markViewed(context: ReviewContext, archive: string, path: string, sha256: string): void {
  const { db, clock, actor, basis } = context;
  db.transaction(() => {
    requireReviewable(db, archive);
    const file = inspectedOf(db, archive).fileAt.get(path);
    if (!file) throw new ProblemError('not-found', { what: path });
    if (file.sha256 !== sha256) throw new ProblemError('changed-meanwhile', { what: path });
    if (readReview(db, archive, basis).views.has(path)) return;
    const utc = clock.now();
    const group = { group: randomUUID(), archiveSha256: archive, kind: 'view' as const, value: 'viewed' };
    const targets = [{ target: path, fileSha256: sha256 }];
    insertActs(db, { ...group, manner: null, note: null, actor, utc }, targets, basis);
    appendEvent(db, { kind: 'file.viewed', actor, subject: archive, utc, data: { path, sha256 } });
  });
}

/**
 * Takes the newest group of decisions or acknowledgements back. What was in force before is in force again.
 * @returns the acts taken back
 * @throws ProblemError nothing-to-undo, not-allowed-in-state, changed-meanwhile
 */
export function undoNewest(context: ReviewContext, archive: string, version: number): readonly WithdrawnAct[] {
  const { db, clock, actor, basis } = context;
  return db.transaction(() => {
    requireReviewable(db, archive);
    touch(db, archive, version);
    const utc = clock.now();
    const withdrawn = withdrawNewestGroup(db.sql, archive, utc);
    const [first] = withdrawn;
    if (!first) throw new ProblemError('nothing-to-undo');
    storeProgress(db, archive, basis);
    appendEvent(db, {
      kind: first.kind === 'decision' ? 'file.decision-withdrawn' : 'finding.acknowledgement-withdrawn',
      actor,
      subject: archive,
      utc,
      data: { undo: true, acts: withdrawn.map(({ target, value }) => ({ target, value })), ...basis },
    });
    return withdrawn;
  });
}

/** A review is open only while the package waits for one: what is loaded, refused or gone is not decided any more. */
function requireReviewable(db: DeskDatabase, archive: string): void {
  const { state } = getSummary(db, archive);
  if (state !== 'in_review')
    throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'in_review', variant: 'not-open' });
}
