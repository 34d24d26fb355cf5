/** What a rule about a message found: a finding before its line and column are known. */
import type { FindingDetail } from '../../../shared/findings.ts';
import type { RuleId } from '../../../shared/rules.ts';

export type Spec04Rule = Extract<RuleId, `spec04/${string}`>;

export interface Fault {
  readonly rule: Spec04Rule;
  /** JSON pointer into the message; empty for the message as a whole. */
  readonly pointer: string;
  readonly detail: FindingDetail;
}

/** Makes a fault. */
export function fault(rule: Spec04Rule, pointer: string, detail: FindingDetail = {}): Fault {
  return { rule, pointer, detail };
}
