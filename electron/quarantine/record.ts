/** The commit point of an import: its files take their place and its rows appear, in one transaction. */
import type { InspectionReport, PackageState, Problem } from '../../shared/models.ts';
import type { Clock } from '../clock.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { findSummary } from './packages.ts';
import { type Placement, placeFolder, placeOver, stagedArchive, stagedBlobs } from './place.ts';
import { digestOfReport, insertPackage, insertReport, markFailed, nameFindings } from './rows.ts';
import { mayFollow } from './states.ts';

export interface ImportFacts {
  readonly importId: string;
  readonly archiveSha256: string;
  /** Name of the file as it was given, without folders. */
  readonly fileName: string;
  readonly actor: string;
  readonly clock: Clock;
}

export interface RecordRequest extends ImportFacts {
  readonly report: InspectionReport;
  /** An inspection of a package that is here already: a retry, or under another name or other rules. */
  readonly again?: boolean;
  /** Runs inside the transaction, after the rows are there: the review counts its progress anew. */
  readonly afterRecord?: (archiveSha256: string) => void;
}

export interface FailureRequest extends ImportFacts {
  readonly sizeBytes: number;
  readonly problem: Problem;
  /** The private copy is in its place already: found there by the sweep. */
  readonly placed?: boolean;
}

export interface Recorded {
  readonly state: PackageState;
  /** The very archive was here already; nothing but the sighting was recorded. */
  readonly known: boolean;
  /** Paths to remove now that all is committed. */
  readonly leftovers: readonly string[];
}

/** States in which the bytes are not here or were never understood: the file given again is taken in anew. */
const TAKEN_ANEW: readonly (PackageState | undefined)[] = [undefined, 'failed', 'purged'];

/**
 * Records a finished inspection: package, files, findings, events, end of the import. Staged files take their place before the commit.
 * When another import recorded the same archive meanwhile, this one becomes a sighting.
 * @throws ProblemError interrupted when the import has ended meanwhile; changed-meanwhile when a package inspected again was loaded,
 * rejected or purged meanwhile
 */
export function recordImport(db: DeskDatabase, request: RecordRequest): Recorded {
  const { archiveSha256: archive, report, importId, fileName, actor, clock } = request;
  if (report.archiveSha256 !== archive) {
    throw new ProblemError('damaged', { what: archive, found: report.archiveSha256 });
  }
  const named = nameFindings(report.findings);
  const reportSha256 = digestOfReport(report);
  dropUnlisted(db, importId, report);
  const state: PackageState = report.verdict === 'no_op' ? 'no_op' : 'in_review';
  let placement: Placement | null = null;
  try {
    return db.transaction(() => {
      const utc = clock.now();
      const before = findSummary(db, archive)?.state;
      const anew = TAKEN_ANEW.includes(before);
      if (!anew && !request.again) return sighting(db, request, before ?? state);
      if (before !== undefined && !mayBeInspectedAgain(before, state)) {
        throw new ProblemError('changed-meanwhile', { what: archive, state: before });
      }
      endImport(db, request, { stage: 'done', known: false, problem: null });
      placement = place(db, importId, archive, anew);
      insertReport(db, { archive, report, named, fileName, utc, state, before });
      if (before === undefined || before === 'purged') receivedEvent(db, request, report.sizeBytes, utc);
      const { verdict, formatPack, findings, files } = report;
      appendEvent(db, {
        kind: 'package.inspected',
        actor,
        subject: archive,
        data: { verdict, formatPack, findings: findings.length, files: files.length, reportSha256, importId },
        utc,
      });
      request.afterRecord?.(archive);
      return { state, known: false, leftovers: placement.leftovers };
    });
  } catch (thrown) {
    (placement as Placement | null)?.undo();
    throw thrown;
  }
}

/** Records that the archive was given again. `heal` puts the staged copy in the place of a private copy that is damaged. */
export function recordSighting(db: DeskDatabase, facts: ImportFacts, { heal }: { readonly heal: boolean }): Recorded {
  return db.transaction(() => {
    const state = findSummary(db, facts.archiveSha256)?.state;
    if (state === undefined || TAKEN_ANEW.includes(state)) {
      throw new ProblemError('changed-meanwhile', { what: facts.archiveSha256, state: state ?? '' });
    }
    if (heal) placeOver(db.files, db.layout, facts.importId, facts.archiveSha256);
    return sighting(db, facts, state);
  });
}

/**
 * Records that an import broke off although its private copy is whole: the package stays, as `failed`, and can be tried again.
 * A package that was understood before keeps its state; then only the import has failed.
 */
export function recordFailure(db: DeskDatabase, request: FailureRequest): Recorded {
  const { archiveSha256: archive, importId, problem, sizeBytes, fileName, actor, clock } = request;
  let placement: Placement | null = null;
  try {
    return db.transaction(() => {
      const utc = clock.now();
      const before = findSummary(db, archive)?.state;
      endImport(db, request, { stage: 'failed', known: false, problem });
      const hasCopy = db.files.look(stagedArchive(db.layout, importId)) !== null;
      // Understood before, or nothing there that could be tried again: then only the import has failed.
      if (!TAKEN_ANEW.includes(before) || (!hasCopy && !request.placed && before !== 'failed')) {
        return { state: before ?? 'failed', known: before !== undefined, leftovers: [db.layout.stagingOf(importId)] };
      }
      const blobs = hasCopy ? setBlobsAside(db, importId) : [];
      placement = hasCopy ? placeFolder(db.files, db.layout, importId, archive) : null;
      if (before === undefined) insertPackage(db, { archive, fileName, sizeBytes, utc, state: 'failed' });
      if (before !== 'failed') receivedEvent(db, request, sizeBytes, utc);
      markFailed(db, archive, problem, utc);
      appendEvent(db, {
        kind: 'package.failed',
        actor,
        subject: archive,
        data: { fileName, importId, problem: problem.code },
        utc,
      });
      return {
        state: 'failed',
        known: false,
        leftovers: [...blobs, ...(placement?.leftovers ?? [db.layout.stagingOf(importId)])],
      };
    });
  } catch (thrown) {
    (placement as Placement | null)?.undo();
    throw thrown;
  }
}

/** How an import ends, when it ends without a package: `cancelled`, or `failed` before there was a whole private copy. */
export function recordEnd(
  db: DeskDatabase,
  importId: string,
  stage: 'cancelled' | 'failed',
  problem: Problem | null,
): void {
  db.transaction(() => {
    db.prepared<[string, string, string | null, string]>(
      'UPDATE imports SET stage = ?, ended_utc = ?, problem = ? WHERE import_id = ? AND ended_utc IS NULL',
    ).run(stage, db.clock.now(), problem && JSON.stringify(problem), importId);
  });
}

function mayBeInspectedAgain(before: PackageState, state: PackageState): boolean {
  return before !== 'loaded' && before !== 'rejected' && mayFollow(before, state);
}

function place(db: DeskDatabase, importId: string, archive: string, anew: boolean): Placement {
  const hasCopy = db.files.look(stagedArchive(db.layout, importId)) !== null;
  const move = anew && hasCopy ? placeFolder : placeOver;
  return move(db.files, db.layout, importId, archive);
}

/** A failed package keeps its archive only: what was unpacked of it proves nothing. */
function setBlobsAside({ files, layout }: DeskDatabase, importId: string): string[] {
  const blobs = stagedBlobs(layout, importId);
  if (files.look(blobs) === null) return [];
  const aside = `${layout.stagingOf(importId)}.blobs`;
  files.rename(blobs, aside);
  return [aside];
}

/** Blobs that the report does not name would belong to nothing. */
function dropUnlisted(db: DeskDatabase, importId: string, report: InspectionReport): void {
  const folder = stagedBlobs(db.layout, importId);
  const listed = new Set(report.files.map((file) => file.sha256));
  for (const name of db.files.list(folder)) if (!listed.has(name)) db.files.remove(`${folder}/${name}`);
}

function sighting(db: DeskDatabase, facts: ImportFacts, state: PackageState): Recorded {
  const { archiveSha256: archive, importId, fileName, actor, clock } = facts;
  const utc = clock.now();
  endImport(db, facts, { stage: 'done', known: true, problem: null });
  addSighting(db, facts, utc);
  appendEvent(db, { kind: 'package.seen-again', actor, subject: archive, data: { fileName, importId }, utc });
  return { state, known: true, leftovers: [db.layout.stagingOf(importId)] };
}

function receivedEvent(db: DeskDatabase, facts: ImportFacts, sizeBytes: number, utc: string): void {
  const { fileName, importId, actor, archiveSha256: subject } = facts;
  // The package row is there: `sightings` refers to it.
  addSighting(db, facts, utc);
  appendEvent(db, { kind: 'package.received', actor, subject, data: { fileName, sizeBytes, importId }, utc });
}

function addSighting(db: DeskDatabase, { archiveSha256, fileName, importId }: ImportFacts, utc: string): void {
  db.prepared<[string, string, string, string]>(
    'INSERT INTO sightings (archive_sha256, seen_utc, file_name, import_id) VALUES (?, ?, ?, ?)',
  ).run(archiveSha256, utc, fileName, importId);
}

interface ImportEnd {
  readonly stage: 'done' | 'failed';
  readonly known: boolean;
  readonly problem: Problem | null;
}

/** Ends the import's row; an import that a sweep has ended must not record anything any more. */
function endImport(db: DeskDatabase, { importId, archiveSha256, clock }: ImportFacts, end: ImportEnd): void {
  const row = db
    .prepared<[string], { ended_utc: string | null }>('SELECT ended_utc FROM imports WHERE import_id = ?')
    .get(importId);
  if (row && row.ended_utc !== null) throw new ProblemError('interrupted', { what: archiveSha256 });
  db.prepared<[string, string, string, number, string | null, string]>(
    'UPDATE imports SET stage = ?, ended_utc = ?, archive_sha256 = ?, known = ?, problem = ? WHERE import_id = ?',
  ).run(end.stage, clock.now(), archiveSha256, end.known ? 1 : 0, end.problem && JSON.stringify(end.problem), importId);
}
