/** What stands in the way of a package, as a short list. Pure. */
import type { ClauseOutcome, FileRecord, FindingRecord, PackageDetail } from '../../shared/models.ts';
import { isOpen } from './findings-model.ts';
import { isTodo } from './tree-model.ts';

export interface Standing {
  readonly noOp: number;
  readonly toDecide: readonly FileRecord[];
  readonly rejected: readonly FileRecord[];
  readonly toAcknowledge: readonly FindingRecord[];
  /** Clauses that block for a reason of their own, not only because something is undecided. */
  readonly clauses: readonly ClauseOutcome[];
}

/** Clauses whose blocking is told by the other members already. */
const TOLD_ELSEWHERE: ReadonlySet<ClauseOutcome['id']> = new Set(['findings', 'acknowledged', 'files', 'digests']);

export function standing(detail: Pick<PackageDetail, 'files' | 'findings' | 'counts' | 'evaluation'>): Standing {
  return {
    noOp: detail.counts['no-op'],
    toDecide: detail.files.filter(isTodo),
    rejected: detail.files.filter((file) => file.decision?.decision === 'rejected'),
    toAcknowledge: detail.findings.filter(isOpen),
    clauses: blockers(detail.evaluation.clauses).filter(
      (clause) => !TOLD_ELSEWHERE.has(clause.id) && !(clause.id === 'anchors' && clause.reason === 'anchors.undecided'),
    ),
  };
}

/**
 * Clauses that block loading now. An anchor change that only lacks its typed authorisation does not: it is typed while loading.
 */
export function blockers(clauses: readonly ClauseOutcome[]): readonly ClauseOutcome[] {
  return clauses.filter((clause) => clause.outcome === 'block' && clause.reason !== 'anchors.unauthorized');
}
