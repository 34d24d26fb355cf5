/**
 * Sentences with foreign values in them, taken apart so that each value can stand in an element of its own (`bdi`).
 * The sentence is made with placeholders from the private-use area instead of the values: a value never passes through interpolation.
 */
import type { TextValue, TextValues } from '../../shared/text.ts';

const OPEN = '\uE000';
const CLOSE = '\uE001';

export type Piece = { readonly ours: string } | { readonly foreign: string };

/** Replaces every string value by a mark; `pieces` later puts the values back in. Numbers and lists stay ours. */
export function markValues(values: TextValues): { readonly marked: TextValues; readonly originals: readonly string[] } {
  const originals: string[] = [];
  const mark = (value: TextValue): TextValue => {
    if (typeof value === 'string') {
      originals.push(value);
      return `${OPEN}${originals.length - 1}${CLOSE}`;
    }
    return Array.isArray(value) ? value.map((item: string) => String(mark(item))) : value;
  };
  const marked = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, mark(value)]));
  return { marked, originals };
}

/** The sentence as pieces of our own words and foreign values, in order. Empty pieces are left out. */
export function pieces(sentence: string, originals: readonly string[]): readonly Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of sentence.matchAll(/\uE000(\d+)\uE001/g)) {
    if (match.index > from) found.push({ ours: sentence.slice(from, match.index) });
    const value = originals[Number(match[1])];
    if (value) found.push({ foreign: value });
    from = match.index + match[0].length;
  }
  if (from < sentence.length) found.push({ ours: sentence.slice(from) });
  return found;
}
