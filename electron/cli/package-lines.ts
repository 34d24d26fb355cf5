/** Packages, clauses and plans as JSON objects and as lines. */
import type { PackageDetail, PackageSummary, PolicyEvaluation } from '../../shared/models.ts';
import type { Output } from './output.ts';

/** One row of `queue --json`. */
export function summaryItem(row: PackageSummary): Record<string, unknown> {
  const { archiveSha256, state, fileName, sizeBytes, receivedUtc, claims, counts, filesDecided, filesTotal } = row;
  return {
    schema: 'uaix-desktop.package.v1',
    archiveSha256,
    state,
    fileName,
    sizeBytes,
    receivedUtc,
    package: claims && {
      packageId: claims.packageId,
      profileId: claims.profileId,
      title: claims.title,
      scopes: claims.scopes,
      issuer: claims.issuer,
    },
    counts,
    filesDecided,
    filesTotal,
    acknowledged: row.acknowledged,
    toAcknowledge: row.toAcknowledge,
    loadedAs: row.loadedAs,
  };
}

/** The object that `check --json` prints: the contract of product.md, with the sentence of each clause as its reason. */
export function checkItem(
  output: Output,
  archiveSha256: string,
  evaluation: PolicyEvaluation,
): Record<string, unknown> {
  return {
    schema: 'uaix-desktop.check.v1',
    archiveSha256,
    accepted: evaluation.accepted,
    clauses: evaluation.clauses.map((clause) => ({
      id: clause.id,
      outcome: clause.outcome,
      reason: output.text.clauseText(clause),
      paths: clause.paths,
    })),
  };
}

/** Prints the clauses of the policy, each with its reason in words. */
export function printClauses(output: Output, evaluation: PolicyEvaluation): void {
  for (const clause of evaluation.clauses) {
    const blocks = clause.outcome === 'block';
    const mark = blocks ? output.style('⊘', 'red') : output.style('✓', 'green');
    output.line(`  ${mark} ${output.text.t(`policy:clauses.${clause.id}`)}: ${output.text.clauseText(clause)}`);
    if (blocks) for (const path of clause.paths) output.line(`      ${path}`, 'dim');
  }
}

/** Prints the files of a package with what was decided about each. */
export function printFiles(output: Output, detail: PackageDetail): void {
  const { text } = output;
  output.table(
    detail.files.map((file) => [
      `  ${decisionMark(output, file)}`,
      file.anchor ? '⚓' : ' ',
      file.path,
      text.bytes(file.sizeBytes),
      file.change === null ? '' : text.t(`cli:change.${file.change}`),
      file.findings['no-op'] > 0 ? '⊘' : file.findings.review > 0 ? '◇' : '',
      file.damaged ? text.t('cli:damaged') : '',
    ]),
  );
}

function decisionMark(_output: Output, { decision }: PackageDetail['files'][number]): string {
  if (decision === null) return '○';
  if (decision.stale) return '◌';
  return decision.decision === 'approved' ? '✓' : '✗';
}
