/**
 * Spares slow expressions the texts in which they cannot match: from the source of an expression follow the words with which every
 * match begins, and looking for those costs a part of trying the expression at every letter.
 */
import { WordFinder } from './word-finder.ts';

/** An expression, and what tells whether it is worth trying. */
export interface Gated {
  readonly pattern: RegExp;
  /** One of these words stands wherever the expression finds something; null when nothing is known. */
  gate(): readonly string[] | null;
}

/** @param given a global expression, or its source with flags */
export function gated(given: RegExp | readonly [source: string, flags: string]): Gated {
  const pattern = given instanceof RegExp ? given : new RegExp(given[0], given[1]);
  let made: { readonly words: readonly string[] | null } | null = null;
  return {
    pattern,
    gate() {
      made ??= { words: beginnings(pattern.source) };
      return made.words;
    },
  };
}

/** The expressions that may match a text. An expression that is never tried is never compiled, which takes longer than any gate. */
export function worthTrying<T extends Gated>(patterns: readonly T[], text: string): readonly T[] {
  const found = finderOf(patterns).listsIn(text);
  return patterns.filter((each, number) => each.gate() === null || found.has(number));
}

const finders = new WeakMap<readonly Gated[], WordFinder>();

function finderOf(patterns: readonly Gated[]): WordFinder {
  const finder = finders.get(patterns) ?? new WordFinder(patterns.map((each) => each.gate() ?? []));
  finders.set(patterns, finder);
  return finder;
}

/** More beginnings than this cost more to look for than they spare. */
const MOST_BEGINNINGS = 120;
/** Classes with more characters are not spelled out. */
const MOST_CHARACTERS = 4;

/**
 * The words with one of which every match of an expression begins, apart from what it may begin with and may not; in lower case, with
 * one blank for white space of any length; null when there is no such list. Knows what the expressions of the scans are made of, and
 * stops at anything else: a shorter beginning is still a right one.
 */
export function beginnings(source: string): readonly string[] | null {
  const reader: Reader = { source, at: 0 };
  const found = readAlternatives(reader, skipOptional);
  if (reader.at < source.length || found.length > MOST_BEGINNINGS) return null;
  const words = [...new Set(found.map(({ word }) => word.toLowerCase()))];
  // A word that begins like another one is found with it.
  const shortest = words.filter((word) => !words.some((other) => other !== word && word.startsWith(other)));
  return shortest.every(isTelling) ? shortest : null;
}

/** A single letter of ASCII is in every text. */
function isTelling(word: string): boolean {
  return word.trim().length > 1 || word.trim() > '\u007f';
}

interface Reader {
  readonly source: string;
  at: number;
}

interface Beginning {
  readonly word: string;
  /** The word is all of what was read, not only its beginning. */
  readonly whole: boolean;
}

const NOTHING: readonly Beginning[] = [{ word: '', whole: true }];
const UNKNOWN: readonly Beginning[] = [{ word: '', whole: false }];
const SPACE: readonly Beginning[] = [{ word: ' ', whole: true }];

/** Reads up to the bracket that ends the group, or the end of the source. */
function readAlternatives(reader: Reader, start: (reader: Reader) => void = () => {}): readonly Beginning[] {
  start(reader);
  const found = [...readSequence(reader)];
  while (reader.source[reader.at] === '|') {
    reader.at += 1;
    start(reader);
    found.push(...readSequence(reader));
  }
  return found;
}

/** Goes past what looks around, and what a match may begin with and may not: wherever it stands, the rest stands, too. */
function skipOptional(reader: Reader): void {
  for (let before = reader.at; !atEnd(reader); before = reader.at) {
    const looksAround = readAtom(reader) === NOTHING;
    const times = readQuantifier(reader);
    if (looksAround || times === 'at most once' || times === 'any') continue;
    reader.at = before;
    return;
  }
}

const atEnd = ({ source, at }: Reader): boolean => at >= source.length || source[at] === '|' || source[at] === ')';

function readSequence(reader: Reader): readonly Beginning[] {
  let found: readonly Beginning[] = NOTHING;
  while (!atEnd(reader)) {
    const next = readAtom(reader);
    found = joined(found, next, readQuantifier(reader));
  }
  return found;
}

const OPENING = /\((?:\?(?::|<?[=!]|<\w+>))?/y;
const CLASS = /\[(?:\\.|[^\]\\])*\]/sy;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{?[0-9a-fA-F]+\}?|x[0-9a-fA-F]{2}|k<\w+>|.)/sy;
const QUANTIFIER = /(?:[*+?]|\{\d+(?:,\d*)?\})\??/y;

/** What stands at the reader's place, if it is of this form. */
function take(reader: Reader, form: RegExp): string | null {
  form.lastIndex = reader.at;
  const written = form.exec(reader.source)?.[0] ?? null;
  reader.at += written?.length ?? 0;
  return written;
}

type Times = 'once' | 'at most once' | 'any' | 'some';

function joined(found: readonly Beginning[], next: readonly Beginning[], times: Times): readonly Beginning[] {
  const open = found.filter(({ whole }) => whole);
  const closed = found.filter(({ whole }) => !whole);
  const ended = open.map(({ word }) => ({ word, whole: false }));
  if (times === 'any') return [...closed, ...ended];
  // White space of any length is one space by then; what else is repeated may go on.
  const goesOn = times !== 'some' || next === SPACE;
  const longer = open.flatMap(({ word }) =>
    next.map((after) => ({ word: (word + after.word).replace(/ {2,}/g, ' '), whole: after.whole && goesOn })),
  );
  const all = times === 'at most once' ? [...closed, ...open, ...longer] : [...closed, ...longer];
  return all.length > MOST_BEGINNINGS ? [...closed, ...ended] : all;
}

function readAtom(reader: Reader): readonly Beginning[] {
  const { source } = reader;
  const character = source[reader.at] as string;
  if (character === '(') return readGroup(reader);
  if (character === '[') return readClass(reader);
  if (character === '\\') return readEscape(reader);
  reader.at += 1;
  if (character === '^' || character === '$') return NOTHING;
  if (character === '.') return UNKNOWN;
  if (/\s/.test(character)) return SPACE;
  return [{ word: character, whole: true }];
}

function readGroup(reader: Reader): readonly Beginning[] {
  const opening = take(reader, OPENING) as string;
  const inside = readAlternatives(reader);
  reader.at += 1; // the closing bracket
  // What only looks around takes nothing from the text.
  return /[=!]$/.test(opening) ? NOTHING : inside;
}

function readClass(reader: Reader): readonly Beginning[] {
  const written = take(reader, CLASS) as string;
  const characters = [...written.slice(1, -1)];
  const plain = characters.every((character) => !/[\\^\s-]/.test(character));
  return plain && characters.length <= MOST_CHARACTERS ? characters.map((word) => ({ word, whole: true })) : UNKNOWN;
}

function readEscape(reader: Reader): readonly Beginning[] {
  const written = take(reader, ESCAPE) as string;
  if (written === '\\b' || written === '\\B') return NOTHING;
  if (written === '\\s') return SPACE;
  const character = written.slice(1);
  return character.length === 1 && !/\w/.test(character) ? [{ word: character, whole: true }] : UNKNOWN;
}

function readQuantifier(reader: Reader): Times {
  const written = take(reader, QUANTIFIER);
  if (written === null) return 'once';
  if (/^(?:\?|\{0,1\})/.test(written)) return 'at most once';
  return /^(?:\*|\{0)/.test(written) ? 'any' : 'some';
}
