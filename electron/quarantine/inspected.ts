/**
 * What the inspection of a package found, as it is needed by every act on it. It is the same until the package is inspected again, so
 * it is read once and kept for the packages that people work on now.
 */
import { countFindings, type FindingCounts } from '../../shared/findings.ts';
import type { InspectedFile } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { nextTurn, slicesOf } from '../turns.ts';
import { filesOf, findingRowsOf, findingsOf, type StoredFinding, storedFinding } from './packages.ts';

export interface InspectedPackage {
  /** In the order of the inspection. */
  readonly files: readonly InspectedFile[];
  /** In the order of the report. */
  readonly findings: readonly StoredFinding[];
  readonly fileAt: ReadonlyMap<string, InspectedFile>;
  readonly findingById: ReadonlyMap<string, StoredFinding>;
  /** Findings by path; files without findings are not in it. */
  readonly counts: ReadonlyMap<string, FindingCounts>;
  /** Paths that carry a finding which asks for something: they are decided one by one. */
  readonly troubled: ReadonlySet<string>;
}

interface Kept {
  readonly inspection: string;
  readonly inspected: InspectedPackage;
}

/** One package at the limits takes some ten MiB. */
const MOST_KEPT = 2;
/** Findings parsed at a stretch: a few milliseconds. */
const STEP = 500;
const KEPT = new WeakMap<DeskDatabase, Map<string, Kept>>();

/** Files and findings of a package, both empty when its inspection never ended. */
export function inspectedOf(db: DeskDatabase, archive: string): InspectedPackage {
  const inspection = inspectionOf(db, archive);
  const known = knownOf(db, archive, inspection);
  if (known) return known;
  const inspected = assembled(filesOf(db, archive), findingsOf(db, archive));
  // Rows of a transaction that is rolled back afterwards must not be remembered.
  if (!db.sql.inTransaction) keep(db, archive, inspection, inspected);
  return inspected;
}

/** Reads a large package ahead in steps, so that nothing else waits for it; the next {@link inspectedOf} answers at once. */
export async function readAhead(db: DeskDatabase, archive: string): Promise<void> {
  const inspection = inspectionOf(db, archive);
  if (knownOf(db, archive, inspection)) return;
  const files = filesOf(db, archive);
  await nextTurn();
  const findings: StoredFinding[] = [];
  for (const rows of slicesOf(findingRowsOf(db, archive), STEP)) {
    findings.push(...rows.map(storedFinding));
    await nextTurn();
  }
  // Inspected again or changed by another program meanwhile: then it is read in one go when it is asked for.
  if (inspectionOf(db, archive) === inspection) keep(db, archive, inspection, assembled(files, findings));
}

function knownOf(db: DeskDatabase, archive: string, inspection: string | null): InspectedPackage | null {
  const kept = KEPT.get(db)?.get(archive);
  return kept && kept.inspection === inspection ? kept.inspected : null;
}

function keep(db: DeskDatabase, archive: string, inspection: string | null, inspected: InspectedPackage): void {
  if (inspection === null) return;
  const kept = KEPT.get(db) ?? new Map<string, Kept>();
  KEPT.set(db, kept);
  kept.delete(archive);
  kept.set(archive, { inspection, inspected });
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
  }
}

function assembled(files: readonly InspectedFile[], findings: readonly StoredFinding[]): InspectedPackage {
  const counts = new Map<string, FindingCounts>();
  for (const [path, found] of Map.groupBy(findings, ({ path }) => path ?? '')) counts.set(path, countFindings(found));
  return {
    files,
    findings,
    fileAt: new Map(files.map((file) => [file.path, file])),
    findingById: new Map(findings.map((found) => [found.id, found])),
    counts,
    troubled: new Set(
      findings.flatMap(({ severity, path }) => (severity === 'note' || path === undefined ? [] : [path])),
    ),
  };
}

/** Names the rows as they are now: by {@link inspectionEvent}, and by the state of the file as other connections leave it. */
function inspectionOf(db: DeskDatabase, archive: string): string | null {
  const event = inspectionEvent(db, archive);
  return event === null ? null : `${event} ${String(db.sql.pragma('data_version', { simple: true }))}`;
}

/** Hash of the event that tells of the newest inspection: it is written in the same transaction as the rows. Null when there is none. */
export function inspectionEvent(db: DeskDatabase, archive: string): string | null {
  const event = db
    .prepared<[string], { hash: string }>(
      `SELECT hash FROM events WHERE subject = ? AND kind = 'package.inspected' ORDER BY seq DESC LIMIT 1`,
    )
    .get(archive);
  return event?.hash ?? null;
}
