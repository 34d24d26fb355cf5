/** An inspection report as a JSON line and as sentences; used by `lint`, `import`, `show` and `pack`. */
import { countFindings, type Finding } from '../../shared/findings.ts';
import type { InspectionReport } from '../../shared/models.ts';
import type { Text } from '../../shared/text.ts';
import type { Output } from './output.ts';

type Reported = Pick<
  InspectionReport,
  'archiveSha256' | 'sizeBytes' | 'verdict' | 'formatPack' | 'claims' | 'findings'
>;

/** The object that `lint --json` and `import --json` print for one file: the contract of product.md. */
export function reportItem(schema: string, file: string, report: Reported, text: Text): Record<string, unknown> {
  const { claims } = report;
  return {
    schema,
    file,
    archiveSha256: report.archiveSha256,
    sizeBytes: report.sizeBytes,
    verdict: report.verdict,
    formatPack: report.formatPack,
    package: claims && {
      packageId: claims.packageId,
      profileId: claims.profileId,
      scopes: claims.scopes,
      issuer: claims.issuer,
      files: claims.files,
    },
    counts: countFindings(report.findings),
    findings: report.findings.map((found) => findingItem(found, text)),
  };
}

/** One finding in the order of members that the contract shows. */
export function findingItem(found: Finding, text: Text): Record<string, unknown> {
  const { rule, severity, basis, path, pointer, line, column, offset, detail } = found;
  const { title, explanation } = text.findingText(found);
  const message = text.sentences([title, explanation]);
  return { rule, severity, basis, path, pointer, line, column, offset, detail, message };
}

/** Prints the verdict of one file and its findings, each with what to do. */
export function printReport(output: Output, file: string, report: Reported): void {
  const { claims } = report;
  const counts = countFindings(report.findings);
  const refused = report.verdict === 'no_op';
  output.line(`${file}: ${output.text.t(`cli:verdict.${report.verdict}`)}`, 'bold', refused ? 'red' : 'green');
  if (claims) {
    output.line(
      `  ${claims.title ?? claims.packageId} · ${claims.issuer} · ${claims.scopes.join(', ')} · ${output.text.t('cli:files', { count: claims.files })}`,
    );
  }
  if (report.archiveSha256)
    output.line(`  sha256 ${report.archiveSha256} · ${report.formatPack.id} ${report.formatPack.version}`, 'dim');
  output.say('counts', { noOp: counts['no-op'], review: counts.review, note: counts.note });
  printFindings(output, report.findings);
  output.line();
}

/** Prints findings: where, what, why, and what to do. */
export function printFindings(output: Output, findings: readonly Finding[]): void {
  for (const found of findings) {
    const { title, explanation, todo } = output.text.findingText(found);
    output.line(`  ${output.mark(found.severity)} ${found.rule}${placeOf(found)}`);
    output.line(`      ${output.text.sentences([title, explanation])}`);
    if (todo) output.line(`      ${todo}`, 'dim');
  }
}

/** ` .uai/totem.uai:3:1`, ` at /files/3/sha256`, ` at byte 4096`. */
function placeOf({ path, pointer, line, column, offset }: Finding): string {
  const position = line === undefined ? '' : `:${line}${column === undefined ? '' : `:${column}`}`;
  const parts = [
    path === undefined ? '' : `${path}${position}`,
    pointer ?? '',
    offset === undefined ? '' : `@${offset}`,
  ];
  return parts
    .filter((part) => part !== '')
    .map((part) => `  ${part}`)
    .join('');
}
