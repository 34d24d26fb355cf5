/**
 * Acts of review: what a person viewed, decided and acknowledged. Rows are only ever added or withdrawn, so the whole history of a
 * review stays readable; the act in force for a target is its newest one that was not withdrawn.
 */
import type { Database } from 'better-sqlite3';
import type { Acknowledgement, FileDecision } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';

export type ActKind = 'view' | 'decision' | 'acknowledgement';

/** What a review act is bound to besides the content: rules and policy of the day. Another pack or policy makes it stale. */
export interface ReviewBasis {
  readonly packSha256: string;
  readonly policySha256: string;
}

export interface NewAct {
  readonly group: string;
  readonly archiveSha256: string;
  readonly kind: ActKind;
  /** Path of a file, or id of a finding. */
  readonly target: string;
  readonly fileSha256: string | null;
  /** `viewed`, `approved`, `rejected`, `acknowledged`, or `none` for a decision that was taken back. */
  readonly value: string;
  readonly manner: 'single' | 'clean' | 'carried' | null;
  readonly note: string | null;
  readonly actor: string;
  readonly utc: string;
}

/** Acts in force for one package. */
export interface ReviewState {
  readonly views: ReadonlyMap<string, string>;
  readonly decisions: ReadonlyMap<string, FileDecision>;
  readonly acknowledgements: ReadonlyMap<string, Acknowledgement>;
  /** Groups of acts that can be undone. */
  readonly undoable: number;
}

interface ActRow {
  readonly kind: ActKind;
  readonly target: string;
  readonly value: string;
  readonly manner: 'single' | 'clean' | 'carried' | null;
  readonly note: string | null;
  readonly actor: string;
  readonly utc: string;
  readonly pack_sha256: string;
  readonly policy_sha256: string;
}

/** Adds one act. Call inside a transaction. */
export function insertAct(db: DeskDatabase, act: NewAct, basis: ReviewBasis): void {
  db.prepared<[NewAct & ReviewBasis]>(
    `INSERT INTO review_acts (act_group, archive_sha256, kind, target, file_sha256, value, manner, note, actor, utc, pack_sha256, policy_sha256)
       VALUES (@group, @archiveSha256, @kind, @target, @fileSha256, @value, @manner, @note, @actor, @utc, @packSha256, @policySha256)`,
  ).run({ ...act, ...basis });
}

/** The acts in force for a package, judged against the rules and the policy of today. */
export function readReview(sql: Database, archiveSha256: string, basis: ReviewBasis): ReviewState {
  const rows = sql
    .prepare<[string], ActRow>(
      `SELECT kind, target, value, manner, note, actor, utc, pack_sha256, policy_sha256
       FROM review_acts WHERE archive_sha256 = ? AND withdrawn_utc IS NULL ORDER BY act_id`,
    )
    .all(archiveSha256);
  const views = new Map<string, string>();
  const decisions = new Map<string, FileDecision>();
  const acknowledgements = new Map<string, Acknowledgement>();
  for (const row of rows) {
    const stale = row.pack_sha256 !== basis.packSha256 || row.policy_sha256 !== basis.policySha256;
    if (row.kind === 'view') {
      views.set(row.target, row.utc);
    } else if (row.kind === 'decision') {
      if (row.value === 'approved' || row.value === 'rejected') {
        const { note, actor, utc } = row;
        decisions.set(row.target, { decision: row.value, note, by: actor, utc, stale, manner: row.manner ?? 'single' });
      } else {
        decisions.delete(row.target);
      }
    } else if (row.value === 'acknowledged') {
      acknowledgements.set(row.target, { note: row.note ?? '', by: row.actor, utc: row.utc, stale });
    } else {
      acknowledgements.delete(row.target);
    }
  }
  return { views, decisions, acknowledgements, undoable: undoableGroups(sql, archiveSha256) };
}

function undoableGroups(sql: Database, archiveSha256: string): number {
  return sql
    .prepare<[string], number>(
      `SELECT COUNT(DISTINCT act_group) FROM review_acts
       WHERE archive_sha256 = ? AND withdrawn_utc IS NULL AND kind <> 'view'`,
    )
    .pluck()
    .get(archiveSha256) as number;
}

/** Targets and values of one withdrawn group of acts. */
export interface WithdrawnAct {
  readonly kind: 'decision' | 'acknowledgement';
  readonly target: string;
  readonly value: string;
}

/**
 * Withdraws the newest group of decisions or acknowledgements; what was in force before is in force again.
 * @returns the acts withdrawn, empty when there is nothing to undo
 */
export function withdrawNewestGroup(sql: Database, archiveSha256: string, utc: string): readonly WithdrawnAct[] {
  const group = sql
    .prepare<[string], string>(
      `SELECT act_group FROM review_acts
       WHERE archive_sha256 = ? AND withdrawn_utc IS NULL AND kind <> 'view' ORDER BY act_id DESC LIMIT 1`,
    )
    .pluck()
    .get(archiveSha256);
  if (group === undefined) return [];
  return sql
    .prepare<[string, string, string], WithdrawnAct>(
      `UPDATE review_acts SET withdrawn_utc = ? WHERE archive_sha256 = ? AND act_group = ? AND withdrawn_utc IS NULL AND kind <> 'view'
       RETURNING kind, target, value`,
    )
    .all(utc, archiveSha256, group);
}
