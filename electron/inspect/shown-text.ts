/** A file's text as it may be shown: decoded, secrets masked, everything hidden marked. Nothing else ever leaves a text. */
import type { TextMark } from '../../shared/models.ts';
import { decodeText } from './scan/decode.ts';
import { maskSecrets } from './scan/mask.ts';
import { revealMarks } from './scan/reveal.ts';

/** Boxes that a viewer can show one by one. A text with more of them is no text for people; what follows is one box. */
export const MOST_MARKS = 50_000;
/** Characters on each side of a hit. */
const EXCERPT = 60;

export interface ShownText {
  readonly text: string;
  /** Null for UTF-8; otherwise how the bytes were decoded for showing. */
  readonly encoding: string | null;
  /** Ordered by position, without overlap; at most {@link MOST_MARKS} and one. */
  readonly marks: readonly TextMark[];
}

export interface LineHit {
  /** 1-based. */
  readonly line: number;
  readonly excerpt: string;
}

/** The text of a file with all its marks; null when the bytes are no text. */
export async function shownText(bytes: Buffer): Promise<ShownText | null> {
  const decoded = decodeText(bytes);
  if (decoded === null) return null;
  const masked = await maskSecrets(decoded.text);
  const marks = [...revealMarks(masked.text), ...masked.marks].sort((a, b) => a.from - b.from);
  const encoding = decoded.encoding === 'utf-8' ? null : decoded.encoding;
  return { text: masked.text, encoding, marks: bounded(withoutOverlap(marks), masked.text.length) };
}

/** The text of a file with its secrets masked, to compare and to search in; null when the bytes are no text. */
export async function maskedText(bytes: Buffer): Promise<string | null> {
  const decoded = decodeText(bytes);
  return decoded === null ? null : (await maskSecrets(decoded.text)).text;
}

/** Lines that hold the words, in any letter case; the first hit of each line. */
export function* linesWith(text: string, words: string): Generator<LineHit> {
  const wanted = words.toLowerCase();
  for (const [at, line] of text.split(/\r\n|\r|\n/).entries()) {
    const column = line.toLowerCase().indexOf(wanted);
    if (column < 0) continue;
    yield { line: at + 1, excerpt: line.slice(Math.max(0, column - EXCERPT), column + wanted.length + EXCERPT) };
  }
}

/** Marks ordered by position, the first of two that overlap. */
function withoutOverlap(marks: readonly TextMark[]): readonly TextMark[] {
  let end = 0;
  return marks.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

function bounded(marks: readonly TextMark[], length: number): readonly TextMark[] {
  const next = marks[MOST_MARKS];
  if (next === undefined) return marks;
  const rest: TextMark = { from: next.from, to: length, kind: next.kind, name: 'TOO MANY TO SHOW', decoded: null };
  return [...marks.slice(0, MOST_MARKS), rest];
}
