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

/** What all acts of one command have in common. They are undone together. */
export interface ActGroup {
  readonly group: string;
  readonly archiveSha256: string;
  readonly kind: ActKind;
  /** `viewed`, `approved`, `rejected`, `acknowledged`, or `none` for a decision that was taken back. */
  readonly value: string;
  readonly manner: 'single' | 'clean' | 'carried' | null;
  readonly note: string | null;
  readonly actor: string;
  readonly utc: string;
}

/** What an act of a group is about. */
export interface ActTarget {
  /** Path of a file, or id of a finding. */
  readonly target: string;
  readonly fileSha256: string | null;
}

/** Acts in force for one package. */
export interface ReviewState {
  readonly views: ReadonlyMap<string, string>;
  readonly decisions: ReadonlyMap<string, FileDecision>;
  readonly acknowledgements: ReadonlyMap<string, Acknowledgement>;
  /** Groups of acts that can be undone. */
  readonly undoable: number;
}

/** What the acts of a group have in common, as it lies in the database. */
interface GroupRow {
  readonly kind: ActKind;
  readonly value: string;
  readonly manner: 'single' | 'clean' | 'carried' | null;
  readonly note: string | null;
  readonly actor: string;
  readonly utc: string;
  readonly pack_sha256: string;
  readonly policy_sha256: string;
}

/** Adds the acts of one command, in their order, by one statement. Call inside a transaction. */
export function insertActs(db: DeskDatabase, group: ActGroup, targets: readonly ActTarget[], basis: ReviewBasis): void {
  // Lone surrogates do not survive as UTF-8: JSON text would keep them as escapes that SQLite reads in its own way.
  const rows = JSON.stringify(targets.map(({ target, fileSha256 }) => [target.toWellFormed(), fileSha256]));
  db.prepared<[ActGroup & ReviewBasis & { readonly rows: string }]>(
    `INSERT INTO review_acts (act_group, archive_sha256, kind, target, file_sha256, value, manner, note, actor, utc, pack_sha256, policy_sha256)
       SELECT @group, @archiveSha256, @kind, row.value ->> 0, row.value ->> 1, @value, @manner, @note, @actor, @utc, @packSha256, @policySha256
       FROM json_each(@rows) AS row ORDER BY row.key`,
  ).run({ ...group, ...basis, rows });
}

/**
 * The acts in force for a package, judged against the rules and the policy of today. What a group of acts says is one object: thousands
 * of decisions made together cost little to read and to hand on.
 */
export function readReview(db: DeskDatabase, archiveSha256: string, basis: ReviewBasis): ReviewState {
  const rows = db
    .prepared<[string], [group: string, id: number, target: string]>(
      'SELECT act_group, act_id, target FROM review_acts WHERE archive_sha256 = ? AND withdrawn_utc IS NULL ORDER BY act_id',
    )
    .raw()
    .all(archiveSha256);
  const views = new Map<string, string>();
  const decisions = new Map<string, FileDecision>();
  const acknowledgements = new Map<string, Acknowledgement>();
  const undoable = new Set<string>();
  let current: string | null = null;
  let take: (target: string) => void = () => {};
  for (const [group, id, target] of rows) {
    if (group !== current) {
      current = group;
      const row = groupRow(db, id);
      if (row.kind !== 'view') undoable.add(group);
      take = takerOf(row, basis, { views, decisions, acknowledgements });
    }
    take(target);
  }
  return { views, decisions, acknowledgements, undoable: undoable.size };
}

/** Whether any act is in force for a package. */
export function isReviewed(db: DeskDatabase, archiveSha256: string): boolean {
  return (
    db
      .prepared<[string], unknown>(
        'SELECT 1 FROM review_acts WHERE archive_sha256 = ? AND withdrawn_utc IS NULL LIMIT 1',
      )
      .get(archiveSha256) !== undefined
  );
}

function groupRow(db: DeskDatabase, id: number): GroupRow {
  return db
    .prepared<[number], GroupRow>(
      'SELECT kind, value, manner, note, actor, utc, pack_sha256, policy_sha256 FROM review_acts WHERE act_id = ?',
    )
    .get(id) as GroupRow;
}

interface Taken {
  readonly views: Map<string, string>;
  readonly decisions: Map<string, FileDecision>;
  readonly acknowledgements: Map<string, Acknowledgement>;
}

/** Puts what the acts of a group say in the place of what was said before. */
function takerOf(row: GroupRow, basis: ReviewBasis, taken: Taken): (target: string) => void {
  const { kind, value, note, actor: by, utc } = row;
  const { views, decisions, acknowledgements } = taken;
  const stale = row.pack_sha256 !== basis.packSha256 || row.policy_sha256 !== basis.policySha256;
  if (kind === 'view') return (path) => views.set(path, utc);
  if (kind === 'decision') {
    if (value !== 'approved' && value !== 'rejected') return (path) => decisions.delete(path);
    const decision: FileDecision = { decision: value, note, by, utc, stale, manner: row.manner ?? 'single' };
    return (path) => decisions.set(path, decision);
  }
  if (value !== 'acknowledged') return (id) => acknowledgements.delete(id);
  const acknowledgement: Acknowledgement = { note: note ?? '', by, utc, stale };
  return (id) => acknowledgements.set(id, acknowledgement);
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
