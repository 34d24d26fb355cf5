/** How often each rule has something to say, over all packages of the desk. */
import { RULE_IDS, type RuleId, type Severity } from '../../shared/rules.ts';
import type { DeskDatabase } from '../database/open.ts';

export interface FindingCount {
  readonly rule: RuleId;
  readonly severity: Severity;
  readonly findings: number;
  readonly packages: number;
}

/** Counts by rule, in the order of the rules' ids. Rows of rules that this edition does not know are left out. */
export function countFindings(db: DeskDatabase): readonly FindingCount[] {
  return db
    .prepared<[], FindingCount>(
      `SELECT rule, severity, COUNT(*) AS findings, COUNT(DISTINCT archive_sha256) AS packages
       FROM findings GROUP BY rule, severity ORDER BY rule, severity`,
    )
    .all()
    .filter(({ rule }) => RULE_IDS.includes(rule));
}
