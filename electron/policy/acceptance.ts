/**
 * "Only once": a person accepts a clause for one package, without changing the policy. The act is kept with the acts of review, so that
 * it can be undone like them and goes stale with another policy or other rules.
 */
import { randomUUID } from 'node:crypto';
import type { Acknowledgement } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { ProblemError } from '../problem.ts';
import { getSummary, touch } from '../quarantine/packages.ts';
import { insertActs, type ReviewBasis } from '../review/acts.ts';
import { ACCEPTABLE_CLAUSES, type AcceptableClause } from './input.ts';
import type { PolicyContext } from './store.ts';

export interface AcceptClauseRequest {
  readonly archive: string;
  readonly version: number;
  readonly clause: AcceptableClause;
  /** Why; required. Null takes the acceptance back. */
  readonly note: string | null;
}

/** Ids of findings are 16 hex digits, so this target is never one of them. */
function targetOf(clause: AcceptableClause): string {
  return `clause:${clause}`;
}

/**
 * Records the acceptance. What is accepted is logged as such: `once: true`, the clause, and the claim as it was read.
 * @throws ProblemError note-required, not-found, not-allowed-in-state, changed-meanwhile
 */
export function acceptClause(
  { db, clock, actor, basis }: PolicyContext & { readonly basis: ReviewBasis },
  { archive, version, clause, note }: AcceptClauseRequest,
): void {
  const reason = note?.trim() ?? null;
  if (reason === '') throw new ProblemError('note-required');
  db.transaction(() => {
    const { state, claims } = getSummary(db, archive);
    if (state !== 'in_review') throw new ProblemError('not-allowed-in-state', { state, wanted: 'in_review' });
    touch(db, archive, version);
    const utc = clock.now();
    insertActs(
      db,
      {
        group: randomUUID(),
        archiveSha256: archive,
        kind: 'acknowledgement',
        value: reason === null ? 'none' : 'acknowledged',
        manner: null,
        note: reason,
        actor,
        utc,
      },
      [{ target: targetOf(clause), fileSha256: null }],
      basis,
    );
    appendEvent(db, {
      kind: reason === null ? 'finding.acknowledgement-withdrawn' : 'finding.acknowledged',
      actor,
      subject: archive,
      utc,
      data: { clause, once: true, note: reason, issuer: claims?.issuer ?? null, ...basis },
    });
  });
}

/** The acceptances among the acknowledgements in force (`readReview`). */
export function acceptancesOf(
  acknowledgements: ReadonlyMap<string, Acknowledgement>,
): Readonly<Partial<Record<AcceptableClause, Acknowledgement>>> {
  const found: Partial<Record<AcceptableClause, Acknowledgement>> = {};
  for (const clause of ACCEPTABLE_CLAUSES) {
    const given = acknowledgements.get(targetOf(clause));
    if (given) found[clause] = given;
  }
  return found;
}
