/** Tells at small cost whether a JSON text may name one of some members, so that nearly all texts need not be parsed for it. */
import { memberKey } from './token.ts';

const QUOTE = 34;
const COLON = 58;
const BACKSLASH = 92;
const LETTER_U = 117;

/** Slots for the hashes of the keys, as a power of two: with some hundred keys one piece in thirty is compared for nothing. */
const SLOT_BITS = 12;
/** The prime of FNV-1a for 32 bits. */
const PRIME = 0x0100_0193;

export class NameList {
  readonly #keys: ReadonlySet<string>;
  readonly #longest: number;
  readonly #slots = new Uint8Array(1 << SLOT_BITS);

  /** @param keys as `memberKey` makes them */
  constructor(keys: Iterable<string>) {
    this.#keys = new Set(keys);
    this.#longest = Math.max(0, ...[...this.#keys].map(({ length }) => length));
    for (const key of this.#keys) this.#slots[slotOf(key)] = 1;
  }

  /**
   * Whether any string of a JSON text may be a name on the list. Every string stands between two quotation marks that follow one
   * another, whatever a reader makes of the text around it, or between one and the end of its line.
   */
  mayStandIn(text: string): boolean {
    for (let at = text.indexOf('"'); at >= 0; ) {
      const end = text.indexOf('"', at + 1);
      if (!followsName(text, at) && this.#isNamed(text, at + 1, end < 0 ? text.length : end)) return true;
      at = end;
    }
    return false;
  }

  /** Looks at the piece up to the end of its line. One with more letters than any name, however they are set apart, is none. */
  #isNamed(text: string, from: number, to: number): boolean {
    let hash = 0;
    let letters = 0;
    let isPlain = true;
    let at = from;
    for (; at < to; at++) {
      const unit = text.charCodeAt(at);
      if (unit === 10 || unit === 13) break;
      if (unit >= 0x80 || unit === BACKSLASH) {
        isPlain = false;
        if (unit === BACKSLASH) at += text.charCodeAt(at + 1) === LETTER_U ? 5 : 1;
      } else if (!isSeparator(unit)) {
        letters += 1;
        if (letters > this.#longest) return false;
        hash = mix(hash, unit);
      }
    }
    return (!isPlain || this.#slots[slot(hash)] === 1) && this.#isListed(text.slice(from, Math.min(at, to)));
  }

  #isListed(piece: string): boolean {
    if (!piece.includes('\\')) return this.#keys.has(memberKey(piece));
    // The quotation mark behind it is a part of the string, and of no name.
    if (/(?<!\\)(?:\\\\)*\\$/.test(piece)) return false;
    const read = unescaped(piece);
    return read === null || this.#keys.has(memberKey(read));
  }
}

/** A piece as JSON means it; null when that is open, and somebody has to read the whole. */
function unescaped(piece: string): string | null {
  try {
    return JSON.parse(`"${piece}"`) as string;
  } catch {
    return null;
  }
}

/** What `memberKey` takes out, and controls, which no name has. */
const isSeparator = (unit: number): boolean => unit <= 32 || unit === 45 || unit === 46 || unit === 95;

const mix = (hash: number, unit: number): number => Math.imul(hash ^ (unit | 0x20), PRIME);

/** The high bits, which every unit has touched. */
const slot = (hash: number): number => hash >>> (32 - SLOT_BITS);

function slotOf(key: string): number {
  let hash = 0;
  for (let at = 0; at < key.length; at++) hash = mix(hash, key.charCodeAt(at));
  return slot(hash);
}

/** The value of a member stands behind a quotation mark and a colon: whoever reads it has read the name before. */
function followsName(text: string, at: number): boolean {
  const colon = visibleBefore(text, at);
  return text.charCodeAt(colon) === COLON && text.charCodeAt(visibleBefore(text, colon)) === QUOTE;
}

/** Offset of the last unit before an offset that is no blank or line end. */
function visibleBefore(text: string, at: number): number {
  let before = at - 1;
  while (before >= 0 && text.charCodeAt(before) <= 32) before -= 1;
  return before;
}
