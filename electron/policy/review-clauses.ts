/** Clauses about what people decided: findings, acknowledgements, files, anchors, digests. */

import type { ClauseOutcome } from '../../shared/models.ts';
import type { RuleId } from '../../shared/rules.ts';
import type { PolicyFile, PolicyInput } from './input.ts';
import { accept, block } from './outcome.ts';

/** No finding that refuses the package. */
export function findingsClause({ state, claims, findings }: PolicyInput): ClauseOutcome {
  const refusing = findings.filter((found) => found.severity === 'no-op');
  if (state === 'purged') return block('findings', 'purged');
  if (state === 'receiving' || state === 'failed') return block('findings', 'not-inspected');
  if (refusing.length > 0 || state === 'no_op') {
    return block(
      'findings',
      'no-op',
      { count: refusing.length, rules: unique(refusing.map((f) => f.rule)) },
      pathsOf(refusing),
    );
  }
  if (claims === null) return block('findings', 'unread');
  return accept('findings', 'none');
}

/** Every finding of severity `review` has an acknowledgement that is still in force. */
export function acknowledgedClause({ findings }: PolicyInput): ClauseOutcome {
  const asked = findings.filter((found) => found.severity === 'review');
  const total = asked.length;
  if (total === 0) return accept('acknowledged', 'none');
  const open = asked.filter((found) => found.acknowledgement === null);
  const stale = asked.filter((found) => found.acknowledgement?.stale === true);
  const values = { total, open: open.length, stale: stale.length };
  if (open.length > 0) return block('acknowledged', 'open', values, pathsOf([...open, ...stale]));
  if (stale.length > 0) return block('acknowledged', 'stale', values, pathsOf(stale));
  return accept('acknowledged', 'all', values);
}

type Standing = 'approved' | 'undecided' | 'rejected' | 'stale' | 'damaged';

function standingOf({ damaged, decision }: PolicyFile): Standing {
  if (damaged) return 'damaged';
  if (decision === null) return 'undecided';
  // A refusal stays one under any rules; an approval is asked again.
  if (decision.decision === 'rejected') return 'rejected';
  return decision.stale ? 'stale' : 'approved';
}

/** Every file is approved, under the rules and the policy of today. */
export function filesClause({ files }: PolicyInput): ClauseOutcome {
  const total = files.length;
  if (total === 0) return block('files', 'empty');
  const by = Object.groupBy(files, standingOf);
  const values = {
    total,
    undecided: by.undecided?.length ?? 0,
    rejected: by.rejected?.length ?? 0,
    stale: by.stale?.length ?? 0,
    damaged: by.damaged?.length ?? 0,
  };
  const waiting = files.filter((file) => standingOf(file) !== 'approved');
  if (waiting.length === 0) return accept('files', 'approved', values);
  const kinds = (['undecided', 'rejected', 'stale', 'damaged'] as const).filter((kind) => values[kind] > 0);
  const reason = kinds.length === 1 ? (kinds[0] ?? 'mixed') : 'mixed';
  return block(
    'files',
    reason,
    values,
    waiting.map((file) => file.path),
  );
}

/** Decided by itself, or the same bytes as the anchor that is loaded, carried over by one explicit act. */
function decidedByItself({ decision, change }: PolicyFile): boolean {
  return decision?.manner === 'single' || (decision?.manner === 'carried' && change === 'unchanged');
}

/** Anchors are decided one by one; their changes are authorised by exact artifact and exact operation (format F6). */
export function anchorsClause({ files, anchorChanges, authorizations }: PolicyInput): ClauseOutcome {
  const anchors = files.filter((file) => file.anchor);
  const undecided = anchors.filter((file) => file.decision === null || file.decision.stale).map((file) => file.path);
  if (undecided.length > 0) return block('anchors', 'undecided', { paths: undecided }, undecided);
  const together = anchors.filter((file) => !decidedByItself(file)).map((file) => file.path);
  if (together.length > 0) return block('anchors', 'together', { paths: together }, together);

  const missing = anchorChanges.filter((change) => !authorizations.includes(change.authorization));
  if (missing.length > 0) {
    const words = missing.map((change) => change.authorization);
    return block(
      'anchors',
      'unauthorized',
      { missing: words },
      missing.map((change) => change.path),
    );
  }
  if (anchorChanges.length > 0)
    return accept('anchors', 'authorized', { authorized: anchorChanges.map((change) => change.authorization) });
  return accept('anchors', anchors.length > 0 ? 'decided' : 'none');
}

/** Digests that a package may leave open: the program computes them, a person acknowledges the value (format F4.7, F4.8). */
export const OPEN_DIGEST_RULES: ReadonlySet<RuleId> = new Set([
  'inventory/hash-sentinel',
  'inventory/package-digest-sentinel',
  'inventory/package-digest-unverifiable',
]);

/** Digests that were stated and do not hold. */
const WRONG_DIGEST_RULES: ReadonlySet<RuleId> = new Set(['inventory/hash', 'inventory/package-digest']);

export function digestsClause({ claims, findings }: PolicyInput): ClauseOutcome {
  if (claims === null) return block('digests', 'unknown');
  const wrong = findings.filter((found) => WRONG_DIGEST_RULES.has(found.rule));
  if (wrong.length > 0) return block('digests', 'differ', { differ: wrong.length }, pathsOf(wrong));
  const left = findings.filter((found) => OPEN_DIGEST_RULES.has(found.rule));
  if (left.length === 0) return accept('digests', 'verified');
  const open = left.filter((found) => found.acknowledgement === null || found.acknowledgement.stale);
  const values = { total: left.length, open: open.length };
  if (open.length > 0) return block('digests', 'open', values, pathsOf(open));
  return accept('digests', 'acknowledged', values);
}

function pathsOf(findings: readonly { readonly path?: string }[]): readonly string[] {
  return unique(findings.flatMap((found) => (found.path === undefined ? [] : [found.path])));
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}
