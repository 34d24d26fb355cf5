/** Packages as the database keeps them: reads for the queue and the review, and the two writes every change begins with. */
import type { QueuePage, QueueQuery } from '../../shared/contract.ts';
import type { Finding } from '../../shared/findings.ts';
import type { FileKind, FormatPackId, InspectedFile, PackageState, PackageSummary } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { listQueuePage } from './queue.ts';
import { mayFollow } from './states.ts';
import { type PackageRow, SUMMARY_COLUMNS, summaryOf } from './summary.ts';

/** A finding with its name inside its package. */
export type StoredFinding = Finding & { readonly id: string };

/** Fewer digits of a digest would name packages by accident. */
const SHORTEST_PREFIX = 4;

/** One page of the queue; counts by state do not depend on the query. */
export function listQueue(db: DeskDatabase, query: QueueQuery): QueuePage {
  return listQueuePage(db, query);
}

/** @throws ProblemError not-found */
export function getSummary(db: DeskDatabase, archive: string): PackageSummary {
  return summaryOf(rowOf(db, archive));
}

/** Null when no package of this digest was ever recorded. */
export function findSummary(db: DeskDatabase, archive: string): PackageSummary | null {
  const row = readRow(db, archive);
  return row ? summaryOf(row) : null;
}

/** The format pack that the package was inspected with; null when its inspection never ended. @throws ProblemError not-found */
export function formatPackOf(db: DeskDatabase, archive: string): FormatPackId | null {
  const { pack_id: id, pack_version: version, pack_sha256: sha256 } = rowOf(db, archive);
  return id !== null && version !== null && sha256 !== null ? { id, version, sha256 } : null;
}

/** Times this very archive was given to the program. */
export function countSightings(db: DeskDatabase, archive: string): number {
  return (
    db.prepared<[string], { n: number }>('SELECT COUNT(*) AS n FROM sightings WHERE archive_sha256 = ?').get(archive)
      ?.n ?? 0
  );
}

/**
 * The archive digest that begins with these hex digits (any case, at least 4).
 * @throws ProblemError bad-request, not-found, ambiguous (with the number of packages)
 */
export function findByPrefix(db: DeskDatabase, prefix: string): string {
  const digits = prefix.toLowerCase();
  if (digits.length < SHORTEST_PREFIX || !/^[0-9a-f]{1,64}$/.test(digits)) {
    throw new ProblemError('bad-request', { variant: 'prefix', what: prefix, least: SHORTEST_PREFIX });
  }
  const range = [digits, `${digits}g`] as const;
  const found = db
    .prepared<[string, string], { archive_sha256: string }>(
      'SELECT archive_sha256 FROM packages WHERE archive_sha256 >= ? AND archive_sha256 < ? LIMIT 2',
    )
    .all(...range);
  const [first, second] = found;
  if (!first) throw new ProblemError('not-found', { what: prefix });
  if (!second) return first.archive_sha256;
  const number = db
    .prepared<[string, string], { n: number }>(
      'SELECT COUNT(*) AS n FROM packages WHERE archive_sha256 >= ? AND archive_sha256 < ?',
    )
    .get(...range)?.n;
  throw new ProblemError('ambiguous', { what: prefix, number: number ?? 2 });
}

interface FileRow {
  readonly path: string;
  readonly sha256: string;
  readonly size_bytes: number;
  readonly kind: FileKind;
  readonly declared: number;
  readonly media_type: string | null;
  readonly role: string | null;
  readonly required_status: string | null;
  readonly scope: string | null;
  readonly review_state: string | null;
  readonly source: string | null;
}

/** Files of a package in the order of the inspection. */
export function filesOf(db: DeskDatabase, archive: string): InspectedFile[] {
  return db
    .prepared<[string], FileRow>('SELECT * FROM files WHERE archive_sha256 = ? ORDER BY ordinal')
    .all(archive)
    .map((row) => ({
      path: row.path,
      sizeBytes: row.size_bytes,
      sha256: row.sha256,
      kind: row.kind,
      declared: row.declared === 1,
      mediaType: row.media_type,
      role: row.role,
      requiredStatus: row.required_status,
      scope: row.scope,
      reviewState: row.review_state,
      source: row.source,
    }));
}

/** Findings of a package in the order of the report. */
export function findingsOf(db: DeskDatabase, archive: string): StoredFinding[] {
  return findingRowsOf(db, archive).map(storedFinding);
}

export interface FindingRow {
  readonly finding_id: string;
  readonly body: string;
}

/** Findings as they lie in the database, for {@link storedFinding}: taking them apart is most of the work. */
export function findingRowsOf(db: DeskDatabase, archive: string): readonly FindingRow[] {
  return db
    .prepared<[string], FindingRow>('SELECT finding_id, body FROM findings WHERE archive_sha256 = ? ORDER BY ordinal')
    .all(archive);
}

export function storedFinding({ finding_id: id, body }: FindingRow): StoredFinding {
  return { ...(JSON.parse(body) as Finding), id };
}

/**
 * Begins a change of a package: the caller saw version `expectedVersion`. Call first inside the transaction of the change.
 * @returns the new version
 * @throws ProblemError not-found; changed-meanwhile when somebody else was faster
 */
export function touch(db: DeskDatabase, archive: string, expectedVersion: number): number {
  const { changes } = db
    .prepared<[string, number]>('UPDATE packages SET version = version + 1 WHERE archive_sha256 = ? AND version = ?')
    .run(archive, expectedVersion);
  if (changes === 1) return expectedVersion + 1;
  const { version } = rowOf(db, archive);
  throw new ProblemError('changed-meanwhile', { what: archive, expected: expectedVersion, version });
}

/** How and by whom a package ended. */
export interface Ending {
  readonly note: string;
  readonly by: string;
  readonly utc: string;
}

/**
 * Moves a package to another state. The caller has called `touch` in the same transaction.
 * @param ending kept for `rejected`; a state that is no end clears it
 * @throws ProblemError not-found; not-allowed-in-state when the states do not follow each other
 */
export function setState(db: DeskDatabase, archive: string, to: PackageState, ending: Ending | null = null): void {
  const { state } = rowOf(db, archive);
  if (!mayFollow(state, to)) throw new ProblemError('not-allowed-in-state', { what: archive, state, to });
  db.prepared<[Record<string, string | null>]>(
    `UPDATE packages SET state = @to, ended_note = @note, ended_by = @by, ended_utc = @utc WHERE archive_sha256 = @archive`,
  ).run({ archive, to, note: ending?.note ?? null, by: ending?.by ?? null, utc: ending?.utc ?? null });
}

/** Names of packages in these states: for acts over all of them. */
export function archivesIn(db: DeskDatabase, states: readonly PackageState[]): string[] {
  return db
    .prepared<[string], { archive_sha256: string }>(
      'SELECT archive_sha256 FROM packages WHERE state IN (SELECT value FROM json_each(?)) ORDER BY archive_sha256',
    )
    .all(JSON.stringify(states))
    .map((row) => row.archive_sha256);
}

function readRow(db: DeskDatabase, archive: string): PackageRow | undefined {
  return db
    .prepared<[string], PackageRow>(`SELECT ${SUMMARY_COLUMNS} FROM packages AS p WHERE p.archive_sha256 = ?`)
    .get(archive);
}

function rowOf(db: DeskDatabase, archive: string): PackageRow {
  const row = readRow(db, archive);
  if (!row) throw new ProblemError('not-found', { what: archive });
  return row;
}
