/** One pass over a text: which matchers have a keyword where, and where characters, runs and spacing ask for a closer look. */
import type { Filed, KeywordIndex } from './filing.ts';
import { CHUNK_UNITS } from './kernel/kernel.ts';
import type { Ending } from './keyword.ts';
import { PlaceFinder, type Places } from './places.ts';
import { UNIT, unitTable } from './units.ts';

export interface Sweep extends Places {
  /** For each matcher: offsets of keywords, ascending, thinned to one in `HIT_SPACING` units. */
  readonly hits: readonly number[][];
}

/** The list of every matcher that has no hit. */
const NONE: number[] = [];

/** Hits closer than this fall into the same window anyway. */
export const HIT_SPACING = 24;
/** Sweeps `text`. Linear; the only memory is one chunk and the hits. */
export function sweepText(text: string, { kernel, ascii, wide }: KeywordIndex, owners: number): Sweep {
  const hits: number[][] = new Array(owners).fill(NONE);
  const noteAmong = (words: readonly Filed[]) => (order: number, place: number) => {
    const word = words[order] as Filed;
    const from = place - word.place;
    collect(word, text, from, from + word.length, hits);
  };
  const noteAscii = noteAmong(ascii);
  const noteWide = noteAmong(wide);
  const finder = new PlaceFinder(text, kernel);
  for (let offset = 0; offset < text.length; offset += CHUNK_UNITS) {
    kernel.load(text, offset);
    kernel.keywords(noteAscii);
    if (!kernel.isPlain) kernel.wideKeywords(noteWide);
    finder.look();
  }
  // A keyword is noticed at its rarest letters, so short ones can overtake long ones.
  for (const list of hits) if (list.length > 1) list.sort((a, b) => a - b);
  return { hits, ...finder.finish() };
}

/** Notes a keyword at `from`–`to` when its surroundings are as demanded. */
function collect(ending: Ending, text: string, from: number, to: number, hits: number[][]): void {
  const units = unitTable();
  if (ending.left && from > 0 && ((units[text.charCodeAt(from - 1)] as number) & UNIT.word) !== 0) return;
  if (ending.right && to < text.length && ((units[text.charCodeAt(to)] as number) & UNIT.word) !== 0) return;
  if (ending.token && !tokenFollows(text, to, units)) return;
  const list = hits[ending.owner] as number[];
  const last = list[list.length - 1];
  if (last === undefined) hits[ending.owner] = [from];
  else if (Math.abs(from - last) >= HIT_SPACING) list.push(from);
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
