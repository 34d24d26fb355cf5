/** Findings as the pane shows them. Pure. */

import type { FindingRecord, PackageDetail } from '../../shared/models.ts';
import type { Severity } from '../../shared/rules.ts';

/** Findings of one rule in one place, shown as one card. */
export interface FindingGroup {
  readonly rule: FindingRecord['rule'];
  readonly severity: Severity;
  readonly findings: readonly FindingRecord[];
}

/** Findings that still ask for an acknowledgement. */
export function isOpen(finding: FindingRecord): boolean {
  return finding.severity === 'review' && (finding.acknowledgement?.stale ?? true);
}

/** Findings of the given file, or of the package as a whole for null: in the order of the report. */
export function findingsAt(findings: readonly FindingRecord[], path: string | null): readonly FindingRecord[] {
  return findings.filter((finding) => (finding.path ?? null) === path);
}

/** Findings that name no file of the package (the archive, or a path that is not there). */
export function findingsOfArchive(detail: Pick<PackageDetail, 'findings' | 'files'>): readonly FindingRecord[] {
  const paths = new Set(detail.files.map((file) => file.path));
  return detail.findings.filter((finding) => finding.path === undefined || !paths.has(finding.path));
}

/** Groups by rule and severity, keeping the order of the first of each. */
export function groupByRule(findings: readonly FindingRecord[]): readonly FindingGroup[] {
  const groups = new Map<string, FindingRecord[]>();
  for (const finding of findings) {
    const name = `${finding.severity} ${finding.rule}`;
    const group = groups.get(name);
    if (group) group.push(finding);
    else groups.set(name, [finding]);
  }
  return [...groups.values()].flatMap((members) => {
    const first = members[0];
    return first ? [{ rule: first.rule, severity: first.severity, findings: members }] : [];
  });
}

/** The finding after (or before) the given one in the order of the list; the first (last) when none is given. Wraps. */
export function stepFinding(
  findings: readonly FindingRecord[],
  from: string | null,
  step: 1 | -1,
): FindingRecord | null {
  if (findings.length === 0) return null;
  const at = findings.findIndex((finding) => finding.id === from);
  const next = at < 0 ? (step > 0 ? 0 : findings.length - 1) : (at + step + findings.length) % findings.length;
  return findings[next] ?? null;
}

/** Findings by line for the gutter; those without a line stand at the first. */
export function byLine(findings: readonly FindingRecord[]): ReadonlyMap<number, readonly FindingRecord[]> {
  const lines = new Map<number, FindingRecord[]>();
  for (const finding of findings) {
    const line = finding.line ?? 1;
    const there = lines.get(line);
    if (there) there.push(finding);
    else lines.set(line, [finding]);
  }
  return lines;
}
