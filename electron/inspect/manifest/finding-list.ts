/** Collects findings of one stage so that no manifest can make a report longer than a person can read. */
import { type Finding, type FindingDetail, type FindingPlace, finding } from '../../../shared/findings.ts';
import type { RuleId, Severity } from '../../../shared/rules.ts';

/** Findings of one rule that are listed singly; of the rest only the number is told. A valid package has none, a broken one few. */
const MOST_OF_ONE_RULE = 100;

export class FindingList {
  readonly #findings: Finding[] = [];
  readonly #counts = new Map<RuleId, number>();
  readonly #path: string;

  /** @param path the file all findings are about */
  constructor(path: string) {
    this.#path = path;
  }

  add(rule: RuleId, place: FindingPlace, detail: FindingDetail = {}, severity?: Severity): void {
    const count = (this.#counts.get(rule) ?? 0) + 1;
    this.#counts.set(rule, count);
    if (count <= MOST_OF_ONE_RULE) this.#findings.push(finding(rule, { path: this.#path, ...place }, detail, severity));
  }

  /** What was added, and one finding for each rule of which more was found than is listed. */
  all(): readonly Finding[] {
    const more = [...this.#counts]
      .filter(([, count]) => count > MOST_OF_ONE_RULE)
      .map(([rule, count]) =>
        finding(rule, { path: this.#path }, { variant: 'more', count: count - MOST_OF_ONE_RULE }),
      );
    return [...this.#findings, ...more];
  }
}
