/**
 * Files the keywords of all matchers for the kernel: each under its rarest characters, so that one look at a small filter tells for
 * nearly every place of a text that no keyword stands there. The look-ups do not wait for one another, which makes this several times
 * faster than an automaton over some thousand states.
 */
import { TRIGRAM_RANK } from './frequent.ts';
import { FOLDED_CODES, Kernel, type KernelEntry, LONGEST_WORD } from './kernel/kernel.ts';
import { type Ending, foldTable, type Keyword, parseKeyword } from './keyword.ts';

/** What the order of a keyword, as the kernel reports it, stands for. */
export interface Filed extends Ending {
  readonly length: number;
  /** The unit of the word by whose place the kernel counts it. */
  readonly place: number;
}

export interface KeywordIndex {
  readonly kernel: Kernel;
  readonly ascii: readonly Filed[];
  readonly wide: readonly Filed[];
}

/** Most units of a keyword beyond ASCII. */
const LONGEST_WIDE = 32;

interface Parsed {
  readonly word: string;
  readonly ending: Ending;
}

/** @throws RangeError when a keyword is longer than the sweep looks, or of one character */
export function indexKeywords(keywords: readonly Keyword[]): KeywordIndex {
  const parsed = keywords.map(parseKeyword);
  const ascii = parsed.filter(({ word }) => !isWide(word));
  // Of those that end together the longest comes first.
  const wide = parsed.filter(({ word }) => isWide(word)).sort((a, b) => b.word.length - a.word.length);
  for (const { word } of parsed) {
    const most = isWide(word) ? LONGEST_WIDE : LONGEST_WORD;
    if (word.length > most) throw new RangeError(`keyword too long: ${word}`);
    if (word.length < 2) throw new RangeError(`keyword too short: ${word}`);
  }
  const entries = [...ascii.flatMap(entriesOf), ...wide.map(wideEntryOf)];
  return {
    kernel: new Kernel(foldTable(), entries),
    ascii: ascii.map(({ word, ending }) => ({ ...ending, length: word.length, place: rarestTrigram(word) })),
    wide: wide.map(({ word, ending }) => ({ ...ending, length: word.length, place: word.length - 1 })),
  };
}

const isWide = (word: string): boolean => /[^\x00-\x7f]/.test(word);

/**
 * A keyword of ASCII is filed under its rarest three characters; one of two, under every character that may precede it (zero stands before
 * the first).
 */
function entriesOf({ word, ending }: Parsed, order: number): readonly KernelEntry[] {
  if (word.length === 2) {
    const pieces = (ending.left ? NO_WORDS : CHARACTERS).map((character) => character + word);
    return pieces.map((piece) => ({ table: 'threes', piece, neighbours: piece, word, at: 1, place: 1, order }));
  }
  const at = rarestTrigram(word);
  const piece = word.slice(at - 2, at + 1);
  return [{ table: 'threes', piece, neighbours: neighboursOf(word, at), word, at, place: at, order }];
}

/** What a text holds once the kernel has folded it. */
const CHARACTERS: readonly string[] = Array.from({ length: FOLDED_CODES }, (_, code) =>
  String.fromCharCode(code),
).filter((character) => !/[A-Z]/.test(character));
const NO_WORDS = CHARACTERS.filter((character) => !/[a-z0-9]/.test(character));

/** The trigram that ends at an offset with the neighbour that makes it rarer, as far as there is one. */
function neighboursOf(word: string, at: number): string {
  const before = at > 2 ? frequency(word, at - 1) : Number.POSITIVE_INFINITY;
  const behind = at + 1 < word.length ? frequency(word, at + 1) : Number.POSITIVE_INFINITY;
  if (before <= behind) return word.slice(Math.max(0, at - 3), at + 1);
  return word.slice(at - 2, at + 2);
}

/** Filed under its last two units of which one is beyond ASCII. */
function wideEntryOf({ word }: Parsed, order: number): KernelEntry {
  const place = word.length - 1;
  let at = place;
  while (!isWide(word.slice(at - 1, at + 1))) at -= 1;
  return { table: 'pairs', piece: word.slice(at - 1, at + 1), neighbours: '', word, at, place, order };
}

/** Letters from rare to frequent in prose; signs and digits are rarer than any. Decides between trigrams that are all rare. */
const FREQUENCY = 'zqxjkvbpygfwmucldrhsnioate ';
/** A frequent trigram costs more than any sum of letters. */
const FREQUENT = 10_000;

/** Of the trigram that ends at an offset: the smaller, the rarer. */
function frequency(word: string, at: number): number {
  const trigram = word.slice(at - 2, at + 1);
  const rank = TRIGRAM_RANK.get(trigram);
  if (rank !== undefined) return FREQUENT + TRIGRAM_RANK.size - rank;
  return [...trigram].reduce((sum, character) => sum + Math.max(0, FREQUENCY.indexOf(character) + 1) ** 2, 0);
}

/** Offset of the last unit of the rarest trigram; of the word, when it is too short for any. */
function rarestTrigram(word: string): number {
  let best = Math.min(2, word.length - 1);
  for (let at = 3; at < word.length; at++) if (frequency(word, at) < frequency(word, best)) best = at;
  return best;
}
