/** Findings: what the inspector saw, as data. Sentences are made from them by the locales. */
import { type Basis, type RuleId, rule, type Severity } from './rules.ts';

/** Values of the message. A secret appears here only masked. `variant` picks a more precise sentence of the same rule. */
export type FindingDetail = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Where a finding points: a file of the package, a place in it, or a byte of the archive. */
export interface FindingPlace {
  /** Path inside the package, exactly as the package spells it. Absent for the archive as a whole. */
  readonly path?: string;
  /**
   * JSON pointer (RFC 6901) into the file at `path`. For what the manifest says of a file (`inventory/*`, statuses of `scope/*`,
   * `content/unreviewed`) `path` is that file and the pointer leads into the manifest.
   */
  readonly pointer?: string;
  /** 1-based line in the decoded text. */
  readonly line?: number;
  /** 1-based column in UTF-16 code units. */
  readonly column?: number;
  /** Byte offset in the archive. */
  readonly offset?: number;
}

export interface Finding extends FindingPlace {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly basis: Basis;
  readonly detail: FindingDetail;
}

/**
 * Makes a finding of a catalogued rule.
 * @param severity another severity than the rule's own; only one the catalogue lists under `also`
 * @throws RangeError when the catalogue does not allow that severity
 */
export function finding(
  id: RuleId,
  place: FindingPlace = {},
  detail: FindingDetail = {},
  severity: Severity = rule(id).severity,
): Finding {
  const row = rule(id);
  if (severity !== row.severity && !row.also?.includes(severity)) {
    throw new RangeError(`rule ${id} has no severity ${severity}`);
  }
  return { rule: id, severity, basis: row.basis, ...place, detail };
}

const SEVERITY_ORDER: Readonly<Record<Severity, number>> = { 'no-op': 0, review: 1, note: 2 };

/** Orders findings by severity, rule, path, position: the same package always reports in the same order. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    SEVERITY_ORDER[a.severity] - SEVERITY_ORDER[b.severity] ||
    compareText(a.rule, b.rule) ||
    compareText(a.path ?? '', b.path ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    (a.offset ?? 0) - (b.offset ?? 0) ||
    compareText(a.pointer ?? '', b.pointer ?? '') ||
    compareText(JSON.stringify(a.detail), JSON.stringify(b.detail))
  );
}

/** Code-unit order, the same on every machine and in every locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export type Verdict = 'no_op' | 'review_required';

/** `no_op` when any finding is no-op. There is no "safe": loading is a human's and the policy's decision. */
export function verdictOf(findings: readonly Finding[]): Verdict {
  return findings.some((f) => f.severity === 'no-op') ? 'no_op' : 'review_required';
}

export type FindingCounts = Readonly<Record<Severity, number>>;

export const NO_FINDINGS: FindingCounts = { 'no-op': 0, review: 0, note: 0 };

export function countFindings(findings: readonly { readonly severity: Severity }[]): FindingCounts {
  const counts = { 'no-op': 0, review: 0, note: 0 };
  for (const { severity } of findings) counts[severity] += 1;
  return counts;
}
