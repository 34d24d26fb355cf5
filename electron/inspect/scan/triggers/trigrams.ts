/**
 * Finds the ASCII keywords of all matchers in one pass: each keyword is filed under its rarest three characters, a bit per
 * trigram says whether any is filed there, and only then is it compared. The look-ups do not wait for one another, which makes
 * this several times faster than an automaton over some thousand states.
 */
import { TRIGRAM_RANK } from './frequent.ts';
import { type Ending, foldUnit, type Keyword, parseKeyword } from './keyword.ts';

interface Filed extends Ending {
  readonly word: string;
  /** Offset in the word of the last character of the trigram it is filed under. */
  readonly at: number;
}

export interface TrigramIndex {
  /** Folded ASCII character of each code unit; 0 for units that are in no keyword. */
  readonly classOf: Uint8Array;
  /** One bit per hash of a trigram of 7-bit characters. */
  readonly bits: Uint8Array;
  readonly filed: ReadonlyMap<number, readonly Filed[]>;
}

const TRIGRAM_MASK = (1 << 21) - 1;

/** Letters from rare to frequent in prose; signs and digits are rarer than any. Decides between trigrams that are all rare. */
const FREQUENCY = 'zqxjkvbpygfwmucldrhsnioate ';
/** A frequent trigram costs more than any sum of letters. */
const FREQUENT = 10_000;

/** The smaller, the rarer. */
function frequency(trigram: string): number {
  const rank = TRIGRAM_RANK.get(trigram);
  if (rank !== undefined) return FREQUENT + TRIGRAM_RANK.size - rank;
  return [...trigram].reduce((sum, character) => sum + Math.max(0, FREQUENCY.indexOf(character) + 1) ** 2, 0);
}

/** Bits of the filter: 16 KiB stay in the first-level cache, and a thousand trigrams fill less than a hundredth of it. */
const FILTER_BITS = 17;
const FILTER_SHIFT = 32 - FILTER_BITS;
/** Knuth's multiplier for 32 bits: spreads trigrams that differ in one character. */
const SPREAD = 0x9e3779b1;

/** @throws RangeError for a keyword of one character or beyond ASCII */
export function buildTrigrams(keywords: readonly Keyword[]): TrigramIndex {
  const bits = new Uint8Array(1 << (FILTER_BITS - 3));
  const filed = new Map<number, Filed[]>();
  for (const keyword of keywords) {
    const { word, ending } = parseKeyword(keyword);
    if (word.length < 2 || /[^\x00-\x7f]/.test(word)) throw new RangeError(`no trigram for ${word}`);
    for (const { code, at } of placesOf(word, ending.left)) {
      const hash = Math.imul(code, SPREAD) >>> FILTER_SHIFT;
      bits[hash >> 3] = (bits[hash >> 3] as number) | (1 << (hash & 7));
      const list = filed.get(code);
      if (list) list.push({ ...ending, word, at });
      else filed.set(code, [{ ...ending, word, at }]);
    }
  }
  const classOf = new Uint8Array(0x10000);
  for (let unit = 0; unit < 0x10000; unit++) {
    if (unit >= 0x3400 && unit < 0xff00) continue; // Han, Hangul, surrogates and private use fold to no ASCII
    const folded = foldUnit(unit);
    classOf[unit] = folded < 0x80 ? folded : 0;
  }
  return { classOf, bits, filed };
}

/** The rarest trigram of a word; a word of two characters is filed under every character that may precede it (zero stands before the first). */
function placesOf(word: string, left: boolean): { readonly code: number; readonly at: number }[] {
  const codeOf = (a: number, b: number, c: number): number => (a << 14) | (b << 7) | c;
  if (word.length === 2) {
    const [b, c] = [word.charCodeAt(0), word.charCodeAt(1)];
    const before = Array.from({ length: 0x80 }, (_, a) => a).filter(
      (a) => !left || !/[a-z0-9]/.test(String.fromCharCode(a)),
    );
    return before.map((a) => ({ code: codeOf(a, b, c), at: 1 }));
  }
  let best = 2;
  for (let at = 3; at < word.length; at++) {
    if (frequency(word.slice(at - 2, at + 1)) < frequency(word.slice(best - 2, best + 1))) best = at;
  }
  return [{ code: codeOf(word.charCodeAt(best - 2), word.charCodeAt(best - 1), word.charCodeAt(best)), at: best }];
}

/**
 * Calls `found` for each keyword that begins in `units[0…length)` of a text.
 * @param offset of `units[0]` in `text`; the trigrams of two units before it are taken from the text
 */
export function findTrigrams(
  index: TrigramIndex,
  units: Uint16Array,
  length: number,
  text: string,
  offset: number,
  found: (ending: Ending, from: number, to: number) => void,
): void {
  const { classOf, bits } = index;
  let code = 0;
  for (let at = Math.max(0, offset - 2); at < offset; at++)
    code = (code << 7) | (classOf[text.charCodeAt(at)] as number);
  for (let i = 0; i < length; i++) {
    code = ((code << 7) | (classOf[units[i] as number] as number)) & TRIGRAM_MASK;
    const hash = Math.imul(code, SPREAD) >>> FILTER_SHIFT;
    if (((bits[hash >> 3] as number) & (1 << (hash & 7))) !== 0) verify(index, code, text, offset + i, found);
  }
}

/** The keywords whose trigram ends at `at` and that stand there in full. */
function verify(
  index: TrigramIndex,
  code: number,
  text: string,
  at: number,
  found: (ending: Ending, from: number, to: number) => void,
): void {
  for (const filed of index.filed.get(code) ?? []) {
    const from = at - filed.at;
    if (from < 0 || from + filed.word.length > text.length) continue;
    if (stands(index.classOf, filed.word, text, from)) found(filed, from, from + filed.word.length);
  }
}

function stands(classOf: Uint8Array, word: string, text: string, from: number): boolean {
  for (let i = 0; i < word.length; i++) {
    if (classOf[text.charCodeAt(from + i)] !== word.charCodeAt(i)) return false;
  }
  return true;
}
