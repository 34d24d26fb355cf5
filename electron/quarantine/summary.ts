/** A row of `packages` and the summary that is made of it. */
import type { Finding } from '../../shared/findings.ts';
import type { PackageClaims, PackageState, PackageSummary, Problem } from '../../shared/models.ts';

/** The row with its place in a profile: the newest generation made of it, of a profile that was not removed. */
export interface PackageRow {
  readonly archive_sha256: string;
  readonly version: number;
  readonly state: PackageState;
  readonly file_name: string;
  readonly size_bytes: number;
  readonly received_utc: string;
  readonly claims: string | null;
  readonly count_no_op: number;
  readonly count_review: number;
  readonly count_note: number;
  readonly files_total: number;
  readonly files_decided: number;
  readonly acknowledged: number;
  readonly to_acknowledge: number;
  readonly first_no_op: string | null;
  readonly problem: string | null;
  readonly pack_id: string | null;
  readonly pack_version: string | null;
  readonly pack_sha256: string | null;
  /** `<profile key> <n>`. */
  readonly loaded_as: string | null;
}

/** For `FROM packages AS p`. */
export const SUMMARY_COLUMNS = `p.archive_sha256, p.version, p.state, p.file_name, p.size_bytes, p.received_utc, p.claims,
  p.count_no_op, p.count_review, p.count_note, p.files_total, p.files_decided, p.acknowledged, p.to_acknowledge,
  p.first_no_op, p.problem, p.pack_id, p.pack_version, p.pack_sha256,
  (SELECT g.profile_key || ' ' || g.n FROM generations AS g JOIN profiles AS r USING (profile_key)
    WHERE g.archive_sha256 = p.archive_sha256 AND r.removed_utc IS NULL
    ORDER BY g.n = r.current DESC, g.loaded_utc DESC, g.n DESC LIMIT 1) AS loaded_as`;

export function summaryOf(row: PackageRow): PackageSummary {
  const [profileKey, generation] = row.loaded_as?.split(' ') ?? [];
  return {
    archiveSha256: row.archive_sha256,
    version: row.version,
    state: row.state,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    receivedUtc: row.received_utc,
    claims: row.claims === null ? null : (JSON.parse(row.claims) as PackageClaims),
    counts: { 'no-op': row.count_no_op, review: row.count_review, note: row.count_note },
    firstNoOp: row.first_no_op === null ? null : (JSON.parse(row.first_no_op) as Finding),
    filesDecided: row.files_decided,
    filesTotal: row.files_total,
    acknowledged: row.acknowledged,
    toAcknowledge: row.to_acknowledge,
    failure: row.problem === null ? null : (JSON.parse(row.problem) as Problem),
    loadedAs: profileKey && generation ? { profileKey, generation: Number(generation) } : null,
  };
}
