/** One pass over a text: which matchers have a keyword where, and where characters, runs and spacing ask for a closer look. */
import { type Automaton, buildAutomata } from './automaton.ts';
import { CHUNK_UNITS, type ChunkUnits } from './kernel/kernel.ts';
import { type Ending, type Keyword, parseKeyword } from './keyword.ts';
import { PlaceFinder, type Places } from './places.ts';
import { buildTrigrams, type TrigramIndex } from './trigrams.ts';
import { UNIT, unitTable } from './units.ts';

export interface Sweep extends Places {
  /** For each matcher: offsets of keywords, ascending, thinned to one in `HIT_SPACING` units. */
  readonly hits: readonly number[][];
}

/** Hits closer than this fall into the same window anyway. */
export const HIT_SPACING = 24;
/** Most units of a keyword beyond ASCII. */
const WIDE_REACH = 32;

/** Keywords spelled in ASCII, and the others. */
export interface KeywordIndex {
  readonly ascii: TrigramIndex;
  readonly wide: readonly Automaton[];
}

/** @throws RangeError when a keyword is longer than the sweep looks, or of one ASCII character */
export function indexKeywords(keywords: readonly Keyword[]): KeywordIndex {
  const isAscii = (keyword: Keyword): boolean => /^[\x20-\x7e\n\t]*$/.test(parseKeyword(keyword).word);
  const wide = keywords.filter((keyword) => !isAscii(keyword));
  const tooLong = wide.find(({ word }) => word.length > WIDE_REACH);
  if (tooLong) throw new RangeError(`keyword too long: ${tooLong.word}`);
  return { ascii: buildTrigrams(keywords.filter(isAscii)), wide: buildAutomata(wide) };
}

/** Sweeps `text`. Linear; the only memory is one chunk and the hits. */
export function sweepText(text: string, index: KeywordIndex, owners: number): Sweep {
  const hits: number[][] = Array.from({ length: owners }, () => []);
  const note = (ending: Ending, from: number, to: number): void => collect(ending, text, from, to, hits);
  const { kernel, words } = index.ascii;
  const finder = new PlaceFinder(text, kernel);
  for (let offset = 0; offset < text.length; offset += CHUNK_UNITS) {
    kernel.load(text, offset);
    kernel.keywords((number, from) => {
      const word = words[number] as (typeof words)[number];
      note(word, from, from + word.length);
    });
    if (finder.look()) continue;
    const chunk = kernel.units();
    const stretches = kernel.foreign(2 * WIDE_REACH);
    for (const automaton of index.wide) findWide(automaton, chunk, stretches, note);
  }
  // A keyword is noticed at its rarest letters, so short ones can overtake long ones.
  for (const list of hits) list.sort((a, b) => a - b);
  return { hits, ...finder.finish() };
}

/** Finds the keywords that end in the chunk and hold a unit beyond ASCII: no further from one than the longest of them. */
function findWide(
  { classOf, next, shift, firstOutput, outputs }: Automaton,
  { units, offset, margin }: ChunkUnits,
  stretches: Int32Array,
  found: (ending: Ending, from: number, to: number) => void,
): void {
  for (let s = 0; s < stretches.length; s += 2) {
    const end = Math.min(units.length, (stretches[s + 1] as number) + WIDE_REACH);
    let state = 0;
    for (let i = Math.max(0, (stretches[s] as number) - WIDE_REACH); i < end; i++) {
      state = next[(state << shift) + (classOf[units[i] as number] as number)] as number;
      if (state < firstOutput || i < margin) continue;
      const to = offset + i + 1;
      for (const output of outputs[state - firstOutput] ?? []) found(output, to - output.length, to);
    }
  }
}

/** Notes a keyword at `from`–`to` when its surroundings are as demanded. */
function collect(ending: Ending, text: string, from: number, to: number, hits: number[][]): void {
  const units = unitTable();
  if (ending.left && from > 0 && ((units[text.charCodeAt(from - 1)] as number) & UNIT.word) !== 0) return;
  if (ending.right && to < text.length && ((units[text.charCodeAt(to)] as number) & UNIT.word) !== 0) return;
  if (ending.token && !tokenFollows(text, to, units)) return;
  const list = hits[ending.owner] as number[];
  const last = list[list.length - 1];
  if (last === undefined || Math.abs(from - last) >= HIT_SPACING) list.push(from);
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
