/** Gathers everything the review screen shows about one package. */
import { countFindings } from '../../shared/findings.ts';
import {
  type FileChange,
  type FileRecord,
  type FindingRecord,
  isAnchorPath,
  type PackageDetail,
} from '../../shared/models.ts';
import { acceptancesOf } from '../policy/acceptance.ts';
import { evaluate } from '../policy/evaluate.ts';
import { measureLimits, type PolicyInput } from '../policy/input.ts';
import { anchorChanges, currentDigests, fileChanges, loadTarget } from '../profiles/plan.ts';
import { damagedBlobs } from '../quarantine/blobs.ts';
import { countSightings, filesOf, findingsOf, formatPackOf, getSummary } from '../quarantine/packages.ts';
import { readReview } from '../review/acts.ts';
import { blockedByFault, type DeskContext, policyOrFault, reviewBasis } from './desk-context.ts';

/** A package together with what the policy is asked about it. */
export interface GatheredPackage {
  readonly detail: PackageDetail;
  /** Null while the policy file is broken. */
  readonly input: PolicyInput | null;
  /** Against the current generation of the profile it would go to; empty when that would be new. */
  readonly changes: ReadonlyMap<string, FileChange>;
}

const NOTHING_LOADED = { changes: new Map<string, FileChange>(), removed: [] };

/** Everything about one package, judged by the rules and the policy of today. @throws ProblemError not-found */
export function gatherPackage(context: DeskContext, archive: string): GatheredPackage {
  const { db, packId } = context;
  const summary = getSummary(db, archive);
  const inspectedWith = formatPackOf(db, archive);
  const review = readReview(db.sql, archive, reviewBasis(context));
  const inspected = filesOf(db, archive);
  const stored = findingsOf(db, archive);
  const target = summary.claims === null ? null : loadTarget(db, summary.claims).profile;
  const before = currentDigests(db, target);
  const after = new Map(inspected.map((file) => [file.path, file.sha256]));
  const compared = target === null ? NOTHING_LOADED : fileChanges(before, after);
  const anchors = target === null ? [] : anchorChanges(before, after);
  const damaged =
    summary.state === 'purged' ? new Set<string>() : damagedBlobs(db.layout, archive, inspected, db.files);

  const byPath = Map.groupBy(stored, (found) => found.path ?? '');
  const files = inspected.map(
    (file): FileRecord => ({
      ...file,
      anchor: isAnchorPath(file.path),
      viewedUtc: review.views.get(file.path) ?? null,
      decision: review.decisions.get(file.path) ?? null,
      change: compared.changes.get(file.path) ?? null,
      findings: countFindings(byPath.get(file.path) ?? []),
      damaged: damaged.has(file.sha256),
    }),
  );
  const findings = stored.map(
    (found): FindingRecord => ({
      ...found,
      acknowledgement: review.acknowledgements.get(found.id) ?? null,
    }),
  );
  const policy = policyOrFault(context);
  const formatPack = inspectedWith ?? packId;
  const formatPackCurrent = inspectedWith === null || inspectedWith.sha256 === packId.sha256;
  const input: PolicyInput | null =
    'policy' in policy
      ? {
          state: summary.state,
          claims: summary.claims,
          files,
          findings,
          measured: measureLimits(summary.sizeBytes, files),
          anchorChanges: anchors,
          authorizations: [],
          formatPack,
          packCurrent: formatPackCurrent,
          acceptances: acceptancesOf(review.acknowledgements),
          policy: policy.policy,
          policySha256: policy.sha256,
        }
      : null;
  const detail: PackageDetail = {
    ...summary,
    formatPack,
    formatPackCurrent,
    files,
    findings,
    sightings: countSightings(db, archive),
    target: target && { profileKey: target.profileKey, generation: target.current },
    removedPaths: compared.removed,
    evaluation: input ? evaluate(input) : blockedByFault(policy as Extract<typeof policy, { code: unknown }>),
    undoable: review.undoable,
  };
  return { detail, input, changes: compared.changes };
}
