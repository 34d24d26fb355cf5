/** Findings by rule, in the order of the catalogue. */
import type { Finding } from '../../shared/findings.ts';
import type { FindingRecord } from '../../shared/models.ts';
import { RULE_IDS, type RuleId } from '../../shared/rules.ts';

export type { Finding };

export interface RuleCount {
  readonly findings: number;
  /** True when at least one of them refuses the package. */
  readonly refuses: boolean;
}

export function rulesIn(findings: readonly Pick<FindingRecord, 'rule' | 'severity'>[]): ReadonlyMap<RuleId, RuleCount> {
  const byRule = Map.groupBy(findings, (found) => found.rule);
  return new Map(
    RULE_IDS.flatMap((rule) => {
      const found = byRule.get(rule);
      if (!found) return [];
      return [[rule, { findings: found.length, refuses: found.some((f) => f.severity === 'no-op') }] as const];
    }),
  );
}
