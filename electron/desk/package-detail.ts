/** Gathers everything the review screen shows about one package. */
import type { PolicyState } from '../../shared/contract.ts';
import { NO_FINDINGS } from '../../shared/findings.ts';
import {
  type FileChange,
  type FileRecord,
  type FindingRecord,
  isAnchorPath,
  type PackageDetail,
  type Problem,
  type Profile,
} from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { acceptancesOf } from '../policy/acceptance.ts';
import { evaluate } from '../policy/evaluate.ts';
import { measureLimits, type PolicyInput } from '../policy/input.ts';
import { anchorChanges, currentDigests, fileChanges, loadTarget } from '../profiles/plan.ts';
import { damagedBlobs, damagedBlobsInTurns } from '../quarantine/blobs.ts';
import { type InspectedPackage, inspectedOf, inspectionEvent, readAhead } from '../quarantine/inspected.ts';
import { countSightings, formatPackOf, getSummary } from '../quarantine/packages.ts';
import { readReview } from '../review/acts.ts';
import { blockedByFault, type JudgingPlace, policyOrFault, reviewBasis } from './desk-context.ts';

/** A package together with what the policy is asked about it. */
export interface GatheredPackage {
  readonly detail: PackageDetail;
  /** Null while the policy file is broken. */
  readonly input: PolicyInput | null;
  /** Against the current generation of the profile it would go to; empty when that would be new. */
  readonly changes: ReadonlyMap<string, FileChange>;
}

const NOTHING_LOADED = { changes: new Map<string, FileChange>(), removed: [], anchors: [] };

/**
 * Whether the disk is asked now which files are damaged, or what was seen when the package was opened is taken; or their digests, as
 * another thread saw them.
 */
export type DiskLook = 'now' | 'last' | ReadonlySet<string>;

interface Look {
  /** Event of the inspection: after another one the disk is looked at again. */
  readonly inspection: string | null;
  readonly damaged: ReadonlySet<string>;
}

/** What was found when the disk was looked at, by archive. */
const LAST_LOOKS = new WeakMap<DeskDatabase, Map<string, Look>>();

/** A package as {@link gatherPackage} gives it, with the disk looked at now; a large one is read in turns. */
export async function openPackage(context: JudgingPlace, archive: string): Promise<PackageDetail> {
  const { db } = context;
  await readAhead(db, archive);
  const inspected = inspectedOf(db, archive);
  if (getSummary(db, archive).state !== 'purged') {
    remember(db, archive, await damagedBlobsInTurns(db.layout, archive, inspected.files, db.files));
  }
  return gatherPackage(context, archive, 'last').detail;
}

/**
 * Everything about one package, judged by the rules and the policy of today.
 * @throws ProblemError not-found
 */
export function gatherPackage(
  context: JudgingPlace,
  archive: string,
  look: DiskLook = 'now',
  policy: Problem | Pick<PolicyState, 'policy' | 'sha256'> = policyOrFault(context),
): GatheredPackage {
  const { db, packId } = context;
  const summary = getSummary(db, archive);
  const inspectedWith = formatPackOf(db, archive);
  const review = readReview(db, archive, reviewBasis(context, policy));
  const inspected = inspectedOf(db, archive);
  const target = summary.claims === null ? null : loadTarget(db, summary.claims).profile;
  const { changes, removed, anchors } = comparedWith(context, target, inspected);
  const damaged = summary.state === 'purged' ? new Set<string>() : damagedOf(context, archive, inspected, look);

  const files = inspected.files.map(
    (file): FileRecord => ({
      ...file,
      anchor: isAnchorPath(file.path),
      viewedUtc: review.views.get(file.path) ?? null,
      decision: review.decisions.get(file.path) ?? null,
      change: changes.get(file.path) ?? null,
      findings: inspected.counts.get(file.path) ?? NO_FINDINGS,
      damaged: damaged.has(file.sha256),
    }),
  );
  const findings = inspected.findings.map(
    (found): FindingRecord => ({
      ...found,
      acknowledgement: review.acknowledgements.get(found.id) ?? null,
    }),
  );
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
    removedPaths: removed,
    evaluation: input ? evaluate(input) : blockedByFault(policy as Problem),
    undoable: review.undoable,
  };
  return { detail, input, changes };
}

/** How the package stands to the profile it would go to. */
function comparedWith({ db }: JudgingPlace, target: Profile | null, { files }: InspectedPackage) {
  if (target === null) return NOTHING_LOADED;
  const before = currentDigests(db, target);
  const after = new Map(files.map((file) => [file.path, file.sha256]));
  return { ...fileChanges(before, after), anchors: anchorChanges(before, after) };
}

/** Digests of damaged files as they were last seen; null when nobody looked since the inspection. */
export function lastLook(db: DeskDatabase, archive: string): ReadonlySet<string> | null {
  const look = LAST_LOOKS.get(db)?.get(archive);
  return look && look.inspection !== null && look.inspection === inspectionEvent(db, archive) ? look.damaged : null;
}

function remember(db: DeskDatabase, archive: string, damaged: ReadonlySet<string>): void {
  const looks = LAST_LOOKS.get(db) ?? new Map<string, Look>();
  LAST_LOOKS.set(db, looks);
  looks.set(archive, { inspection: inspectionEvent(db, archive), damaged });
}

function damagedOf({ db }: JudgingPlace, archive: string, { files }: InspectedPackage, look: DiskLook) {
  if (typeof look !== 'string') return look;
  const last = look === 'last' ? lastLook(db, archive) : null;
  const damaged = last ?? damagedBlobs(db.layout, archive, files, db.files);
  remember(db, archive, damaged);
  return damaged;
}
