/** One pass over a text: which matchers have a keyword where, and where characters, runs and spacing ask for a closer look. */
import { type Automaton, buildAutomata } from './automaton.ts';
import { type Ending, type Keyword, parseKeyword } from './keyword.ts';
import { buildTrigrams, TRIGRAM_MASK, type TrigramIndex, verifyTrigram } from './trigrams.ts';
import { UNIT, unitTable } from './units.ts';

/** A run of base64, base64url or hex characters. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

export interface Sweep {
  /** For each matcher: offsets of keywords, ascending, thinned to one in `HIT_SPACING` units. */
  readonly hits: readonly number[][];
  /** Offsets of code units that may hide something. */
  readonly strange: readonly number[];
  /** Places where letters are styled, mixed with lookalikes, or spaced out. */
  readonly disguised: readonly number[];
  readonly runs: readonly Run[];
}

/** Hits closer than this fall into the same window anyway. */
export const HIT_SPACING = 24;
/** Shorter runs decode to less than a dozen characters: no instruction, no secret. */
const RUN_UNITS = 16;
/** `i g n o r e` and a letter more alternate so often; prose of one-letter words hardly gets there. */
const SPACED_UNITS = 11;

/** Keywords spelled in ASCII, and the others. */
export interface KeywordIndex {
  readonly ascii: TrigramIndex;
  readonly wide: readonly Automaton[];
}

export function indexKeywords(keywords: readonly Keyword[]): KeywordIndex {
  const isAscii = (keyword: Keyword): boolean => !/[^\x00-\x7f]/.test(parseKeyword(keyword).word);
  return {
    ascii: buildTrigrams(keywords.filter(isAscii)),
    wide: buildAutomata(keywords.filter((keyword) => !isAscii(keyword))),
  };
}

/** Sweeps `text`. Linear; the only memory is that of the hits. */
export function sweepText(text: string, index: KeywordIndex, owners: number): Sweep {
  const hits: number[][] = Array.from({ length: owners }, () => []);
  findTrigrams(text, index.ascii, hits);
  const { wide, ...places } = findPlaces(text);
  if (wide) for (const automaton of index.wide) findWide(text, automaton, hits);
  // A keyword is noticed at its rarest letters, so short ones can overtake long ones.
  for (const list of hits) list.sort((a, b) => a - b);
  return { hits, ...places };
}

function findTrigrams(text: string, index: TrigramIndex, hits: number[][]): void {
  const { classOf, bits } = index;
  const note = (ending: Ending, from: number, to: number): void => collect(ending, text, from, to, hits);
  let code = 0;
  for (let i = 0; i < text.length; i++) {
    code = ((code << 7) | (classOf[text.charCodeAt(i)] as number)) & TRIGRAM_MASK;
    if (((bits[code >> 3] as number) & (1 << (code & 7))) !== 0) verifyTrigram(index, code, text, i, note);
  }
}

function findWide(text: string, automaton: Automaton, hits: number[][]): void {
  const { classOf, next, shift, firstOutput, outputs } = automaton;
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    state = next[(state << shift) + (classOf[text.charCodeAt(i)] as number)] as number;
    if (state < firstOutput) continue;
    for (const output of outputs[state - firstOutput] ?? []) collect(output, text, i + 1 - output.length, i + 1, hits);
  }
}

/** Everything that is seen unit by unit: runs, strange units, disguise. `wide`: some unit is beyond ASCII. */
function findPlaces(text: string): Omit<Sweep, 'hits'> & { readonly wide: boolean } {
  const units = unitTable();
  const strange: number[] = [];
  const disguised: number[] = [];
  const runs: Run[] = [];
  let runFrom = 0;
  let previous = 0;
  let alternations = 0;
  let seen = 0;
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const unit = text.charCodeAt(i);
    const bits = units[unit] as number;
    seen |= unit;
    if ((bits & UNIT.blob) === 0) {
      if (i - runFrom >= RUN_UNITS) runs.push({ from: runFrom, to: i });
      runFrom = i + 1;
    }
    if (isLeet(text, i, unit, previous, i - runFrom)) thin(disguised, i);
    alternations = ((bits ^ previous) & UNIT.letter) !== 0 ? alternations + 1 : 0;
    if (alternations >= SPACED_UNITS && alternations % SPACED_UNITS === 0) thin(disguised, i);
    if (((bits | previous) & (UNIT.strange | UNIT.styled | UNIT.lookalike)) === 0) {
      previous = bits;
      continue;
    }
    previous = bits;
    if (isPair(text, i, unit)) {
      if ((bits & UNIT.strange) !== 0) strange.push(i);
      if ((bits & UNIT.styled) !== 0) thin(disguised, i);
      i += 1; // the low half belongs to it
      runFrom = i + 1;
      previous = 0;
      continue;
    }
    if ((bits & UNIT.strange) !== 0) {
      strange.push(i);
      if (((units[text.charCodeAt(i + 1)] ?? 0) & UNIT.letter) !== 0) thin(disguised, i);
    }
    if ((bits & UNIT.styled) !== 0 || isMixed(bits, i > 0 ? (units[text.charCodeAt(i - 1)] as number) : 0))
      thin(disguised, i);
  }
  if (length - runFrom >= RUN_UNITS) runs.push({ from: runFrom, to: length });
  return { strange, disguised, runs, wide: seen >= 0x80 };
}

/** A digit between letters beyond hexadecimal, in a word and not in the middle of a token: `1gn0re`. */
function isLeet(text: string, at: number, unit: number, previous: number, run: number): boolean {
  if (unit < 48 || unit > 57 || (previous & UNIT.letter) === 0 || run > LEET_UNITS) return false;
  const beyond = (other: number): boolean => (other | 32) > 102 && (other | 32) <= 122;
  const next = text.charCodeAt(at + 1);
  const after = next >= 48 && next <= 57 ? text.charCodeAt(at + 2) : next;
  return beyond(text.charCodeAt(at - 1)) && beyond(after);
}

/** Longer runs of letters and digits before the digit are identifiers. */
const LEET_UNITS = 14;

function isPair(text: string, at: number, unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

/** A Latin letter beside one of a script that imitates it. */
function isMixed(bits: number, before: number): boolean {
  const mixed = bits | before;
  return (
    (mixed & UNIT.latin) !== 0 &&
    (mixed & UNIT.lookalike) !== 0 &&
    (bits & UNIT.letter) !== 0 &&
    (before & UNIT.letter) !== 0
  );
}

function thin(offsets: number[], at: number): void {
  const last = offsets[offsets.length - 1];
  if (last === undefined || at - last >= HIT_SPACING) offsets.push(at);
}

/** Notes a keyword at `from`–`to` when its surroundings are as demanded. */
function collect(ending: Ending, text: string, from: number, to: number, hits: number[][]): void {
  const units = unitTable();
  if (ending.left && from > 0 && ((units[text.charCodeAt(from - 1)] as number) & UNIT.word) !== 0) return;
  if (ending.right && to < text.length && ((units[text.charCodeAt(to)] as number) & UNIT.word) !== 0) return;
  if (ending.token && !tokenFollows(text, to, units)) return;
  thin(hits[ending.owner] as number[], from);
}

/** A token is longer than any word that begins like one. */
const TOKEN_UNITS = 10;

function tokenFollows(text: string, from: number, units: Uint8Array): boolean {
  if (from + TOKEN_UNITS > text.length) return false;
  for (let i = from; i < from + TOKEN_UNITS; i++) {
    if (((units[text.charCodeAt(i)] as number) & UNIT.blob) === 0) return false;
  }
  return true;
}
