/** Shapes of the two corpora. */
import type { RuleId, Severity } from '../../../../shared/rules.ts';

/** A text that must trip a rule. */
export interface Hostile {
  readonly rule: RuleId;
  readonly text: string;
  /** Expected when the rule has several. */
  readonly severity?: Severity;
  readonly path?: string;
}

/** A text that must trip nothing, or nothing graver than the catalogue says of such text. */
export interface Honest {
  readonly text: string;
  readonly path?: string;
  readonly scopes?: readonly string[];
  /** Rules that may speak up with severity `review`, since rules.md says so of this very kind of text. */
  readonly review?: readonly RuleId[];
}
