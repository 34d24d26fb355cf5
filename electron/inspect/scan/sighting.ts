/** What a matcher sees in a surface, before it becomes a finding: a range of UTF-16 offsets and the values of the message. */
import type { FindingDetail } from '../../../shared/findings.ts';
import type { RuleId, Severity } from '../../../shared/rules.ts';
import type { Surface } from './text/surface.ts';

export interface Sighting {
  readonly rule: RuleId;
  /** Offsets in the text that was given to the scan, never in a decoded surface. */
  readonly from: number;
  readonly to: number;
  readonly detail: FindingDetail;
  /** Absent: the rule's own. */
  readonly severity?: Severity;
}

/** How a file is read. It decides what an escape means, where hidden places are, and how strict bidi controls are judged. */
export type Genre = 'prose' | 'markup' | 'source' | 'json' | 'yaml' | 'binary' | 'name';

/** The file around a surface. */
export interface Setting {
  readonly genre: Genre;
  /** The manifest: what is review in prose is no-op here (format F4.11). */
  readonly manifest: boolean;
  /** A source file of a package that declares `code_bearing`. */
  readonly codeBearing: boolean;
}

/** A piece of a surface around something a trigger pointed at. Matchers look at nothing else, so cost follows size. */
export interface Window {
  readonly text: string;
  /** Offset of the window in the surface. */
  readonly base: number;
  /** Offsets in the surface of the keywords that asked for this window, ascending and thinned out. */
  readonly hits: readonly number[];
}

/** Everything a matcher may ask. Offsets are offsets in the surface. */
export interface Scene {
  readonly surface: Surface;
  readonly setting: Setting;
  report(rule: RuleId, from: number, to: number, detail: FindingDetail, severity?: Severity): void;
}

export interface Matcher {
  /** Words that must occur for the matcher to be run at all. `^` and `$` at the ends demand a word boundary, `+` a token after it. */
  readonly keywords: readonly string[];
  /** Code units that belong to a match before and after a keyword. */
  readonly before: number;
  readonly after: number;
  /** Cost of a code unit in a window, in units of the budget: many or slow patterns weigh more. */
  readonly weight: number;
  match(window: Window, scene: Scene): void | Promise<void>;
}
