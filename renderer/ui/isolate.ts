/**
 * Sentences with foreign values in them, taken apart so that each value can stand in an element of its own (`bdi`).
 * The sentence is made with placeholders from the private-use area instead of the values: a value never passes through interpolation.
 */
import type { TextValue, TextValues } from '../../shared/text.ts';

const OPEN = '\uE000';
const CLOSE = '\uE001';

/** Part of a sentence. `code` stands for what the sentence puts between back ticks: a name of the format, a command. */
export type Piece = ({ readonly ours: string } | { readonly foreign: string }) & { readonly code: boolean };

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
  // Odd parts stand between two back ticks; a lone last tick is text.
  const parts = sentence.split('`');
  const isPaired = parts.length % 2 === 1;
  return parts.flatMap((part, index) => {
    const isLast = index === parts.length - 1;
    if (!isPaired && isLast) return split(`\`${part}`, originals, false);
    return split(part, originals, index % 2 === 1);
  });
}

function split(part: string, originals: readonly string[], code: boolean): readonly Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of part.matchAll(/\uE000(\d+)\uE001/g)) {
    if (match.index > from) found.push({ ours: part.slice(from, match.index), code });
    const value = originals[Number(match[1])];
    if (value) found.push({ foreign: value, code });
    from = match.index + match[0].length;
  }
  if (from < part.length) found.push({ ours: part.slice(from), code });
  return found;
}
