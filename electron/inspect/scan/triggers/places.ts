/** Places of a text that ask for a closer look, apart from keywords: strange characters, disguised letters, runs that may be encoded. */
import { UNIT, unitTable } from './units.ts';

/** A run of base64, base64url or hex characters. */
export interface Run {
  readonly from: number;
  readonly to: number;
}

export interface Places {
  /** Offsets of code units that may hide something; the low half of a pair is left out. */
  readonly strange: readonly number[];
  /** Places where letters are styled, mixed with lookalikes, or spaced out. */
  readonly disguised: readonly number[];
  readonly runs: readonly Run[];
}

/** Disguise closer than this falls into the same window anyway. */
const SPACING = 24;
/** Shorter runs decode to less than a dozen characters: no instruction, no secret. */
const RUN_UNITS = 16;
/** `i g n o r e` and a letter more alternate so often; prose of one-letter words hardly gets there. */
const SPACED_UNITS = 11;
/** An alternation of `SPACED_UNITS` covers a multiple of this with the three units after it. */
const SPACED_STEP = 8;
/** Longer runs of letters and digits before a digit are identifiers. */
const LEET_UNITS = 14;

const UNPLAIN = /[^\t\n\r\x20-\x7e]/;
/** A digit between letters beyond hexadecimal: `1gn0re`. */
const LEET = /[g-z]\d{1,2}(?=[g-z])/gi;

/** Looks at a text chunk by chunk; plain ASCII is looked at by samples, since what is sought there is long. */
export class PlaceFinder {
  readonly #text: string;
  readonly #units = unitTable();
  readonly #strange: number[] = [];
  readonly #disguised: number[] = [];
  readonly #runs: { from: number; to: number }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** @returns true when the chunk is plain ASCII */
  look(chunk: string, units: Uint16Array, offset: number): boolean {
    this.#findRuns(units, chunk.length, offset);
    this.#findSpaced(units, chunk.length, offset);
    for (const found of chunk.matchAll(LEET)) this.#noteLeet(offset + found.index + 1);
    if (!UNPLAIN.test(chunk)) return true;
    this.#findStrange(units, chunk.length, offset);
    return false;
  }

  finish(): Places {
    this.#disguised.sort((a, b) => a - b);
    return { strange: this.#strange, disguised: this.#disguised, runs: this.#runs };
  }

  /** Every run that is long enough covers a sample; from there it is followed to both sides. */
  #findRuns(units: Uint16Array, length: number, offset: number): void {
    const table = this.#units;
    let known = this.#runs[this.#runs.length - 1]?.to ?? 0;
    for (let i = RUN_UNITS - 1 - (offset % RUN_UNITS); i < length; i += RUN_UNITS) {
      if (offset + i < known || ((table[units[i] as number] as number) & UNIT.blob) === 0) continue;
      let from = i;
      while (from > 0 && ((table[units[from - 1] as number] as number) & UNIT.blob) !== 0) from -= 1;
      let to = i + 1;
      while (to < length && ((table[units[to] as number] as number) & UNIT.blob) !== 0) to += 1;
      if (from > 0 && to < length && to - from < RUN_UNITS) continue;
      const run = this.#follow(offset + i);
      if (run.to - run.from < RUN_UNITS) continue;
      this.#runs.push(run);
      known = run.to;
    }
  }

  /** @param reach units that are followed at most on either side */
  #follow(at: number, reach = Number.POSITIVE_INFINITY): { from: number; to: number } {
    const text = this.#text;
    let from = at;
    while (from > 0 && at - from < reach && this.#isBlob(from - 1)) from -= 1;
    let to = at + 1;
    while (to < text.length && to - at < reach && this.#isBlob(to)) to += 1;
    return { from, to };
  }

  #isBlob(at: number): boolean {
    return ((this.#units[this.#text.charCodeAt(at)] as number) & UNIT.blob) !== 0;
  }

  #findSpaced(units: Uint16Array, length: number, offset: number): void {
    const table = this.#units;
    const letter = (i: number): number => (table[units[i] as number] as number) & UNIT.letter;
    for (let i = 0; i + 3 < length; i += SPACED_STEP) {
      if (letter(i) === letter(i + 1) || letter(i + 1) === letter(i + 2) || letter(i + 2) === letter(i + 3)) continue;
      if (this.#alternations(offset + i) >= SPACED_UNITS) this.#disguise(offset + i);
    }
  }

  /** Units around `at` that alternate between letter and other, as far as it matters. */
  #alternations(at: number): number {
    const letter = (i: number): number => (this.#units[this.#text.charCodeAt(i)] ?? 0) & UNIT.letter;
    let from = at;
    while (from > 0 && at - from < SPACED_UNITS && letter(from - 1) !== letter(from)) from -= 1;
    let to = at;
    while (to + 1 < this.#text.length && to - at < SPACED_UNITS && letter(to + 1) !== letter(to)) to += 1;
    return to - from;
  }

  /** In a word, not in the middle of a token. */
  #noteLeet(at: number): void {
    const { from, to } = this.#follow(at, 2 * LEET_UNITS);
    if (to - from < 2 * LEET_UNITS && at - from <= LEET_UNITS) this.#disguise(at);
  }

  #findStrange(units: Uint16Array, length: number, offset: number): void {
    const text = this.#text;
    const table = this.#units;
    const before = offset === 0 ? 0 : text.charCodeAt(offset - 1);
    let previous = table[before] as number;
    // The second half of a pair that the chunk's edge cut belongs to the unit before it.
    const cut = (before & 0xfc00) === 0xd800 && ((units[0] as number) & 0xfc00) === 0xdc00 ? 1 : 0;
    for (let i = cut; i < length; i++) {
      const unit = units[i] as number;
      const bits = table[unit] as number;
      const both = bits | previous;
      const last = previous;
      previous = bits;
      if ((both & (UNIT.strange | UNIT.styled | UNIT.lookalike)) === 0) continue;
      const at = offset + i;
      if ((unit & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
        if ((bits & UNIT.strange) !== 0) this.#strange.push(at);
        if ((bits & UNIT.styled) !== 0) this.#disguise(at);
        i += 1;
        previous = 0;
        continue;
      }
      if ((bits & UNIT.strange) !== 0) {
        this.#strange.push(at);
        if (((table[text.charCodeAt(at + 1)] ?? 0) & UNIT.letter) !== 0) this.#disguise(at);
      }
      if ((bits & UNIT.styled) !== 0 || isMixed(bits, last)) this.#disguise(at);
    }
  }

  #disguise(at: number): void {
    const last = this.#disguised[this.#disguised.length - 1];
    if (last === undefined || Math.abs(at - last) >= SPACING) this.#disguised.push(at);
  }
}

/** A Latin letter beside one of a script that imitates it. */
function isMixed(bits: number, before: number): boolean {
  const mixed = bits | before;
  return (
    (mixed & UNIT.latin) !== 0 &&
    (mixed & UNIT.lookalike) !== 0 &&
    (bits & UNIT.letter) !== 0 &&
    (before & UNIT.letter) !== 0
  );
}
