/** A report as rows. Called inside the transaction of `record.ts` only. */
import { countFindings, type Finding } from '../../shared/findings.ts';
import type { InspectedFile, InspectionReport, PackageState, Problem } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { canonicalText } from './canonical.ts';
import { digestBytes } from './digest.ts';
import { foldForSearch } from './queue.ts';

/** Hex digits of a finding's id: 64 bits, enough for names inside one package. */
const ID_DIGITS = 16;

export type NamedFinding = readonly [id: string, finding: Finding];

/** Gives each finding its id: the head of a digest of its canonical form; equal findings are told apart by their number. */
export function nameFindings(findings: readonly Finding[]): NamedFinding[] {
  const taken = new Set<string>();
  return findings.map((finding) => {
    const form = canonicalText(finding);
    let id = digestBytes(form).slice(0, ID_DIGITS);
    for (let ordinal = 2; taken.has(id); ordinal += 1) id = digestBytes(`${form}\n${ordinal}`).slice(0, ID_DIGITS);
    taken.add(id);
    return [id, finding];
  });
}

/** Digest of the whole report, for the event that tells of it: rows changed later contradict it. */
export function digestOfReport(report: InspectionReport): string {
  return digestBytes(canonicalText(report));
}

interface NewPackage {
  readonly archive: string;
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly utc: string;
  readonly state: PackageState;
}

export function insertPackage(db: DeskDatabase, { archive, fileName, sizeBytes, utc, state }: NewPackage): void {
  db.prepared<[string, string, string, number, string, string]>(
    `INSERT INTO packages (archive_sha256, state, file_name, size_bytes, received_utc, search_text)
     VALUES (?, ?, ?, ?, ?, ?)`,
  ).run(archive, state, fileName, sizeBytes, utc, foldForSearch(`${fileName}\n${archive}`));
}

/** Puts a row into `failed`, with the reason. */
export function markFailed(db: DeskDatabase, archive: string, problem: Problem, utc: string): void {
  db.prepared<[string, string, string]>(
    `UPDATE packages SET state = 'failed', problem = ?, ended_utc = ?, version = version + 1 WHERE archive_sha256 = ?`,
  ).run(JSON.stringify(problem), utc, archive);
}

interface ReportRows {
  readonly archive: string;
  readonly report: InspectionReport;
  readonly named: readonly NamedFinding[];
  readonly fileName: string;
  readonly utc: string;
  readonly state: PackageState;
  /** The state of the row that is there, if there is one. */
  readonly before: PackageState | undefined;
}

/** Writes package, files and findings; what an earlier inspection wrote is replaced, acts of review stay. */
export function insertReport(db: DeskDatabase, rows: ReportRows): void {
  const { archive, report, named, fileName, utc, state, before } = rows;
  if (before === undefined) insertPackage(db, { archive, fileName, sizeBytes: report.sizeBytes, utc, state });
  updatePackage(db, rows);
  db.prepared<[string]>('DELETE FROM files WHERE archive_sha256 = ?').run(archive);
  db.prepared<[string]>('DELETE FROM findings WHERE archive_sha256 = ?').run(archive);
  insertFiles(db, archive, report.files);
  insertFindings(db, archive, named);
}

type Cell = string | number | null;

function insertFiles(db: DeskDatabase, archive: string, files: readonly InspectedFile[]): void {
  const insert = db.prepared<Cell[]>(
    `INSERT INTO files (archive_sha256, ordinal, path, sha256, size_bytes, kind, declared, media_type, role,
       required_status, scope, review_state, source)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const paths = new Set<string>();
  for (const [ordinal, file] of files.entries()) {
    const { path, sha256, sizeBytes, kind, mediaType, role, requiredStatus, scope, reviewState, source } = file;
    // Two entries of one name: a finding says so, and the first stands for both.
    if (paths.has(path)) continue;
    paths.add(path);
    const declared = file.declared ? 1 : 0;
    const found = [archive, ordinal, path, sha256, sizeBytes, kind, declared];
    insert.run(...found, mediaType, role, requiredStatus, scope, reviewState, source);
  }
}

function insertFindings(db: DeskDatabase, archive: string, named: readonly NamedFinding[]): void {
  const insert = db.prepared<Cell[]>(
    'INSERT INTO findings (archive_sha256, ordinal, finding_id, rule, severity, path, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  for (const [ordinal, [id, finding]] of named.entries()) {
    insert.run(archive, ordinal, id, finding.rule, finding.severity, finding.path ?? null, JSON.stringify(finding));
  }
}

function updatePackage(db: DeskDatabase, { archive, report, fileName, utc, state, before }: ReportRows): void {
  const { claims, findings, formatPack } = report;
  const counts = countFindings(findings);
  const firstNoOp = findings.find(({ severity }) => severity === 'no-op');
  const searchText = [claims?.title, fileName, claims?.issuer, claims?.packageId, claims?.profileId, archive];
  db.prepared<[Record<string, string | number | null>]>(
    `UPDATE packages SET state = @state, file_name = @fileName, size_bytes = @sizeBytes, verdict = @verdict,
       pack_id = @packId, pack_version = @packVersion, pack_sha256 = @packSha256, claims = @claims, package_id = @packageId,
       profile_id = @profileId, issuer = @issuer, title = @title, count_no_op = @noOp, count_review = @review,
       count_note = @note, files_total = @filesTotal, files_decided = 0, acknowledged = 0, to_acknowledge = @review,
       first_no_op = @firstNoOp, problem = NULL, ended_note = NULL, ended_by = NULL, ended_utc = NULL,
       search_text = @searchText, received_utc = iif(@isBack, @utc, received_utc), version = version + @step
     WHERE archive_sha256 = @archive`,
  ).run({
    archive,
    state,
    fileName,
    utc,
    sizeBytes: report.sizeBytes,
    verdict: report.verdict,
    packId: formatPack.id,
    packVersion: formatPack.version,
    packSha256: formatPack.sha256,
    claims: claims && JSON.stringify(claims),
    packageId: claims?.packageId ?? null,
    profileId: claims?.profileId ?? null,
    issuer: claims?.issuer ?? null,
    title: claims?.title ?? null,
    noOp: counts['no-op'],
    review: counts.review,
    note: counts.note,
    filesTotal: new Set(report.files.map(({ path }) => path)).size,
    firstNoOp: firstNoOp ? JSON.stringify(firstNoOp) : null,
    searchText: foldForSearch(searchText.filter(Boolean).join('\n')),
    isBack: before === 'purged' ? 1 : 0,
    step: before === undefined ? 0 : 1,
  });
}
