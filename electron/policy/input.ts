/** What the clauses of a policy look at. Values only: whoever gathers them reads the database, the evaluation never does. */
import type {
  Acknowledgement,
  AnchorChange,
  ClauseId,
  FileRecord,
  FindingRecord,
  FormatPackId,
  PackageClaims,
  PackageState,
  Policy,
} from '../../shared/models.ts';

/** A file as the clauses see it. */
export type PolicyFile = Pick<FileRecord, 'path' | 'sizeBytes' | 'anchor' | 'decision' | 'change' | 'damaged'>;

/** A finding as the clauses see it. */
export type PolicyFinding = Pick<FindingRecord, 'id' | 'rule' | 'severity' | 'path' | 'acknowledgement'>;

/** Actual sizes, to be judged by the limits of today (those of the inspection may have been others). Bytes. */
export interface MeasuredLimits {
  readonly archiveBytes: number;
  /** Entries of the archive; where folders were not counted, its files. */
  readonly entries: number;
  readonly largestFile: { readonly path: string; readonly bytes: number } | null;
  readonly totalBytes: number;
}

/** Clauses that a person can accept for one package, once; the act is recorded and goes stale like any decision. */
export const ACCEPTABLE_CLAUSES = ['issuer', 'derivative'] as const satisfies readonly ClauseId[];
export type AcceptableClause = (typeof ACCEPTABLE_CLAUSES)[number];

export interface PolicyInput {
  readonly state: PackageState;
  readonly claims: PackageClaims | null;
  readonly files: readonly PolicyFile[];
  readonly findings: readonly PolicyFinding[];
  readonly measured: MeasuredLimits;
  /** Changes to anchors of the profile that is loaded now; empty for a profile that would be new. */
  readonly anchorChanges: readonly AnchorChange[];
  /** Words that a person typed, one per change: `replace .uai/taboo.uai`. Empty before the load. */
  readonly authorizations: readonly string[];
  readonly formatPack: FormatPackId;
  /** False when the rules of this program changed since the inspection. */
  readonly packCurrent: boolean;
  readonly acceptances: Readonly<Partial<Record<AcceptableClause, Acknowledgement>>>;
  readonly policy: Policy;
  readonly policySha256: string;
}

/** Measures what is recorded of a package. */
export function measureLimits(
  archiveBytes: number,
  files: readonly { readonly path: string; readonly sizeBytes: number }[],
): MeasuredLimits {
  let largest: { path: string; bytes: number } | null = null;
  let totalBytes = 0;
  for (const { path, sizeBytes } of files) {
    totalBytes += sizeBytes;
    if (!largest || sizeBytes > largest.bytes) largest = { path, bytes: sizeBytes };
  }
  return { archiveBytes, entries: files.length, largestFile: largest, totalBytes };
}
