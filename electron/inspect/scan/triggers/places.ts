/** Places of a text that ask for a closer look, apart from keywords: strange characters, disguised letters, runs that may be encoded. */
import { SECOND_LETTERS } from '../logs.ts';
import type { Kernel } from './kernel/kernel.ts';
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
  /** Where lines begin that may be lines of a log. */
  readonly lines: readonly number[];
}

/** Disguise closer than this falls into the same window anyway. */
const SPACING = 24;
/** Shorter runs decode to less than a dozen characters: no instruction, no secret. */
const RUN_UNITS = 16;
/** `i g n o r e` and a letter more alternate so often; prose of one-letter words hardly gets there. Covers a sample of the kernel with three units more. */
const SPACED_UNITS = 11;
/** Longer runs of letters and digits before a digit are identifiers. */
const LEET_UNITS = 14;

/** Looks at a text chunk by chunk; plain ASCII is looked at by samples, since what is sought there is long. */
export class PlaceFinder {
  readonly #text: string;
  readonly #kernel: Kernel;
  readonly #units = unitTable();
  readonly #strange: number[] = [];
  readonly #disguised: number[] = [];
  readonly #runs: { from: number; to: number }[] = [];
  readonly #lines: number[] = [];

  constructor(text: string, kernel: Kernel) {
    this.#text = text;
    this.#kernel = kernel;
  }

  /** Looks at the chunk that the kernel holds. */
  look(): void {
    const kernel = this.#kernel;
    for (const at of kernel.runs(RUN_UNITS)) this.#noteRun(at);
    for (const at of kernel.alternating()) if (this.#alternations(at) >= SPACED_UNITS) this.#disguise(at);
    for (const at of kernel.digits()) this.#noteLeet(at);
    for (const at of kernel.lines(SECOND_LETTERS)) this.#lines.push(at);
    if (kernel.isPlain) return;
    for (const at of kernel.strange(UNIT.strange | UNIT.styled | UNIT.lookalike)) this.#noteStrange(at);
  }

  finish(): Places {
    this.#disguised.sort((a, b) => a - b);
    return { strange: this.#strange, disguised: this.#disguised, runs: this.#runs, lines: this.#lines };
  }

  /** A run is followed from its first sample to both sides. */
  #noteRun(at: number): void {
    const known = this.#runs[this.#runs.length - 1]?.to ?? 0;
    if (at < known) return;
    const run = this.#follow(at);
    if (run.to - run.from >= RUN_UNITS) this.#runs.push(run);
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

  /** Units around `at` that alternate between letter and other, as far as it matters. */
  #alternations(at: number): number {
    let from = at;
    while (from > 0 && at - from < SPACED_UNITS && this.#letter(from - 1) !== this.#letter(from)) from -= 1;
    let to = at;
    while (to + 1 < this.#text.length && to - at < SPACED_UNITS && this.#letter(to + 1) !== this.#letter(to)) to += 1;
    return to - from;
  }

  #letter(at: number): number {
    return (this.#units[this.#text.charCodeAt(at)] ?? 0) & UNIT.letter;
  }

  /** In a word, not in the middle of a token. */
  #noteLeet(at: number): void {
    const { from, to } = this.#follow(at, 2 * LEET_UNITS);
    if (to - from < 2 * LEET_UNITS && at - from <= LEET_UNITS) this.#disguise(at);
  }

  #noteStrange(at: number): void {
    const text = this.#text;
    const table = this.#units;
    const unit = text.charCodeAt(at);
    if (isLow(unit) && isHigh(text.charCodeAt(at - 1))) return;
    const bits = table[unit] as number;
    if (isHigh(unit) && isLow(text.charCodeAt(at + 1))) {
      if ((bits & UNIT.strange) !== 0) this.#strange.push(at);
      if ((bits & UNIT.styled) !== 0) this.#disguise(at);
      return;
    }
    if ((bits & UNIT.strange) !== 0) {
      this.#strange.push(at);
      if (((table[text.charCodeAt(at + 1)] ?? 0) & UNIT.letter) !== 0) this.#disguise(at);
    }
    const before = at === 0 ? 0 : (table[text.charCodeAt(at - 1)] as number);
    if (((bits & UNIT.styled) !== 0 && !this.#isPunctuation(unit, at)) || isMixed(bits, before)) this.#disguise(at);
  }

  /** A full-width colon or bracket between Han is how Chinese is written; beside a letter or digit of ours it may stand for another sign. */
  #isPunctuation(unit: number, at: number): boolean {
    if (!isWideSign(unit)) return false;
    return !this.#isOurs(at - 1) && !this.#isOurs(at + 1);
  }

  /** An ASCII letter, digit or sign, or anything full-width. */
  #isOurs(at: number): boolean {
    const unit = this.#text.charCodeAt(at);
    return (unit > 0x20 && unit < 0x7f) || (unit >= 0xff01 && unit <= 0xff5e);
  }

  #disguise(at: number): void {
    const last = this.#disguised[this.#disguised.length - 1];
    if (last === undefined || Math.abs(at - last) >= SPACING) this.#disguised.push(at);
  }
}

const isHigh = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/** Full-width ASCII that is neither letter nor digit. */
function isWideSign(unit: number): boolean {
  const plain = unit - 0xfee0;
  if (plain < 0x21 || plain > 0x7e) return false;
  return !((plain >= 48 && plain <= 57) || ((plain | 32) >= 97 && (plain | 32) <= 122));
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
