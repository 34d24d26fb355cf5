/**
 * Files the ASCII keywords of all matchers for the kernel: each under its rarest three characters, so that one look at a small filter
 * tells for nearly every place of a text that no keyword stands there. The look-ups do not wait for one another, which makes this
 * several times faster than an automaton over some thousand states.
 */
import { TRIGRAM_RANK } from './frequent.ts';
import { Kernel, type KernelEntry } from './kernel/kernel.ts';
import { type Ending, foldTable, type Keyword, parseKeyword } from './keyword.ts';

export interface TrigramIndex {
  readonly kernel: Kernel;
  /** What each number of the kernel stands for. */
  readonly words: readonly (Ending & { readonly length: number })[];
}

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

/** @throws RangeError for a keyword of one character or beyond ASCII */
export function buildTrigrams(keywords: readonly Keyword[]): TrigramIndex {
  const entries: KernelEntry[] = [];
  const words = keywords.map((keyword, number) => {
    const { word, ending } = parseKeyword(keyword);
    if (word.length < 2 || /[^\x00-\x7f]/.test(word)) throw new RangeError(`no trigram for ${word}`);
    for (const place of placesOf(word, ending.left)) entries.push({ ...place, word, number });
    return { ...ending, length: word.length };
  });
  return { kernel: new Kernel(asciiTable(), entries), words };
}

/** The rarest trigram of a word; a word of two characters is filed under every character that may precede it (zero stands before the first). */
function placesOf(word: string, left: boolean): { readonly trigram: number; readonly at: number }[] {
  const codeOf = (a: number, b: number, c: number): number => (a << 14) | (b << 7) | c;
  if (word.length === 2) {
    const [b, c] = [word.charCodeAt(0), word.charCodeAt(1)];
    const before = Array.from({ length: 0x80 }, (_, a) => a).filter(
      (a) => !left || !/[a-z0-9]/.test(String.fromCharCode(a)),
    );
    return before.map((a) => ({ trigram: codeOf(a, b, c), at: 1 }));
  }
  let best = 2;
  for (let at = 3; at < word.length; at++) {
    if (frequency(word.slice(at - 2, at + 1)) < frequency(word.slice(best - 2, best + 1))) best = at;
  }
  const [a, b, c] = [word.charCodeAt(best - 2), word.charCodeAt(best - 1), word.charCodeAt(best)];
  return [{ trigram: codeOf(a, b, c), at: best }];
}

/** Folded ASCII character of each code unit; 0 for units that are in no keyword. */
function asciiTable(): Uint8Array {
  const fold = foldTable();
  const table = new Uint8Array(fold.length);
  for (let unit = 0; unit < fold.length; unit++) {
    const folded = fold[unit] as number;
    table[unit] = folded < 0x80 ? folded : 0;
  }
  return table;
}
