/** What an act of review changed, and the package as it is then. Pure: the desk makes the change, every window applies it. */
import type { Acknowledgement, FileDecision, PackageDetail, PackageSummary, PolicyEvaluation } from './models.ts';

/** How the review of one file stands. */
export interface FileReview {
  readonly path: string;
  readonly viewedUtc: string | null;
  readonly decision: FileDecision | null;
}

export interface FindingReview {
  readonly id: string;
  readonly acknowledgement: Acknowledgement | null;
}

/** The answer of an act on a package of thousands of files: its row, and the files and findings that the act touched. */
export interface ReviewChange extends PackageSummary {
  /** Version that the act began with; a view does not change the version. */
  readonly since: number;
  readonly files: readonly FileReview[];
  readonly findings: readonly FindingReview[];
  readonly evaluation: PolicyEvaluation;
  readonly undoable: number;
}

/** What an act touched. */
export interface Touched {
  /** Version before the act. */
  readonly since: number;
  readonly paths?: readonly string[];
  readonly ids?: readonly string[];
}

/** The change that led to this state. */
export function changeOf(detail: PackageDetail, { since, paths = [], ids = [] }: Touched): ReviewChange {
  const { files, findings, evaluation, undoable, ...rest } = detail;
  const { formatPack, formatPackCurrent, sightings, target, removedPaths, ...summary } = rest;
  const [wantedPaths, wantedIds] = [new Set(paths), new Set(ids)];
  return {
    ...summary,
    since,
    files: files
      .filter(({ path }) => wantedPaths.has(path))
      .map(({ path, viewedUtc, decision }) => ({ path, viewedUtc, decision })),
    findings: findings
      .filter(({ id }) => wantedIds.has(id))
      .map(({ id, acknowledgement }) => ({ id, acknowledgement })),
    evaluation,
    undoable,
  };
}

/**
 * The package after the change. A change that is known already leaves it as it is.
 * @returns null when the change does not follow on what is known: then everything has to be asked for again
 */
export function withChange(detail: PackageDetail, change: ReviewChange): PackageDetail | null {
  const { since, files, findings, ...rest } = change;
  if (detail.archiveSha256 !== change.archiveSha256) return null;
  if (detail.version > since && detail.version >= change.version) return detail;
  if (detail.version !== since) return null;
  // Under another policy every decision stands differently, those that were not touched too.
  if (detail.evaluation.policySha256 !== change.evaluation.policySha256) return null;
  const fileReviews = new Map(files.map((file) => [file.path, file]));
  const findingReviews = new Map(findings.map((finding) => [finding.id, finding]));
  // What is purged cannot be damaged.
  const purged = change.state === 'purged';
  const touchesFiles = fileReviews.size > 0 || purged;
  return {
    ...detail,
    ...rest,
    files: touchesFiles
      ? detail.files.map((file) => {
          const review = fileReviews.get(file.path);
          if (purged && file.damaged) return { ...file, ...review, damaged: false };
          return review ? { ...file, ...review } : file;
        })
      : detail.files,
    findings:
      findingReviews.size > 0
        ? detail.findings.map((finding) => {
            const review = findingReviews.get(finding.id);
            return review ? { ...finding, ...review } : finding;
          })
        : detail.findings,
  };
}
