/** Runs the compiled inner loops over one chunk of a text after the other. One kernel serves one set of keywords. */
import { unitTable } from '../units.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

/** Units that are looked at in one call: what the loops read stays in the cache of the processor. */
export const CHUNK_UNITS = 8_192;
/** Units around a chunk that the loops may read: more than the longest keyword. */
export const MARGIN_UNITS = 64;

// The layout that `kernel.as.ts` expects, in bytes.
const FOLD = 0;
const BITS = 0x1_0000;
const FILTER = 0x2_0000;
const BUCKETS = 0x2_4000;
const BUCKET_COUNT = 4_096;
const ENTRIES = BUCKETS + 4 * BUCKET_COUNT;
const ENTRY_BYTES = 16;
const END = 0xffff_ffff;
const PAGE = 0x1_0000;

/** Knuth's multiplier, as in the kernel. */
const SPREAD = 0x9e3779b1;

/** A keyword under one of its trigrams. */
export interface KernelEntry {
  /** Three folded 7-bit characters; zero stands before the first unit of a text. */
  readonly trigram: number;
  readonly word: string;
  /** Offset in the word of the trigram's last unit. */
  readonly at: number;
  /** What `keywords` reports. */
  readonly number: number;
}

interface Exports {
  keywords(units: number, length: number, out: number): number;
  strange(units: number, length: number, mask: number, out: number): number;
  plain(units: number, length: number): number;
  runs(units: number, length: number, first: number, least: number, out: number): number;
  alternating(units: number, length: number, step: number, out: number): number;
  digits(units: number, length: number, out: number): number;
  foreign(units: number, length: number, gap: number, out: number): number;
}

export interface ChunkUnits {
  readonly units: Uint16Array;
  /** Of the first unit in the text. */
  readonly offset: number;
  /** How many of the units stand before the chunk. */
  readonly margin: number;
}

let compiled: WebAssembly.Module | null = null;

export class Kernel {
  readonly #exports: Exports;
  readonly #bytes: Buffer;
  readonly #out: Int32Array;
  readonly #outAt: number;
  /** Where the margin in front of a chunk begins. */
  readonly #marginAt: number;
  #length = 0;
  #offset = 0;
  /** Units of the text in the margin before the chunk. */
  #before = 0;

  /**
   * @param fold folded ASCII character of each code unit, 0 for none
   * @throws RangeError when a word is longer than the margin
   */
  constructor(fold: Uint8Array, entries: readonly KernelEntry[]) {
    const tooLong = entries.find(({ word }) => word.length > MARGIN_UNITS);
    if (tooLong) throw new RangeError(`keyword too long: ${tooLong.word}`);
    const words = [...new Set(entries.map(({ word }) => word))];
    const wordsAt = ENTRIES + ENTRY_BYTES * (entries.length + BUCKET_COUNT);
    const wordAt = new Map<string, number>();
    let end = wordsAt;
    for (const word of words) {
      wordAt.set(word, end);
      end += word.length;
    }
    this.#marginAt = (end + 15) & ~15;
    const unitsBytes = 2 * (CHUNK_UNITS + 2 * MARGIN_UNITS) + 16;
    this.#outAt = (this.#marginAt + unitsBytes + 15) & ~15;
    // A keyword reported at every unit under every entry of the fullest trigram: more cannot come.
    const outBytes = 8 * CHUNK_UNITS * Math.max(1, ...countBy(entries.map(({ trigram }) => trigram)));
    const memory = new WebAssembly.Memory({ initial: Math.ceil((this.#outAt + outBytes) / PAGE) });
    this.#bytes = Buffer.from(memory.buffer);
    this.#out = new Int32Array(memory.buffer, this.#outAt);
    this.#bytes.set(fold, FOLD);
    this.#bytes.set(unitTable(), BITS);
    for (const [word, at] of wordAt) this.#bytes.write(word, at, 'latin1');
    this.#file(entries, wordAt);
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BYTES, 'base64'));
    this.#exports = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Exports;
  }

  /** Files every entry under the hash of its trigram; a bucket ends with `END`. */
  #file(entries: readonly KernelEntry[], wordAt: ReadonlyMap<string, number>): void {
    const bytes = this.#bytes;
    const numbers = new Uint32Array(bytes.buffer);
    const buckets = Array.from({ length: BUCKET_COUNT }, (): KernelEntry[] => []);
    for (const entry of entries) buckets[Math.imul(entry.trigram, SPREAD) >>> 20]?.push(entry);
    let at = ENTRIES;
    for (const [bucket, filed] of buckets.entries()) {
      numbers[(BUCKETS >> 2) + bucket] = at;
      for (const { trigram, word, at: place, number } of filed) {
        const hash = Math.imul(trigram, SPREAD);
        const filter = FILTER + (hash >>> 18);
        bytes[filter] = (bytes[filter] as number) | (1 << ((hash >>> 15) & 7));
        numbers[at >> 2] = trigram;
        numbers[(at >> 2) + 1] = wordAt.get(word) as number;
        numbers[(at >> 2) + 2] = number;
        bytes[at + 12] = word.length;
        bytes[at + 13] = place;
        at += ENTRY_BYTES;
      }
      numbers[at >> 2] = END;
      at += ENTRY_BYTES;
    }
  }

  /** Takes the chunk of `text` at `offset` in. */
  load(text: string, offset: number): void {
    const length = Math.min(CHUNK_UNITS, text.length - offset);
    const before = Math.min(MARGIN_UNITS, offset);
    const after = Math.min(MARGIN_UNITS, text.length - offset - length);
    const at = this.#unitsAt - 2 * before;
    const end = this.#unitsAt + 2 * (length + after);
    this.#bytes.fill(0, this.#marginAt, at);
    this.#bytes.write(text.slice(offset - before, offset + length + after), at, 'utf16le');
    this.#bytes.fill(0, end, end + 2 * (MARGIN_UNITS - after));
    this.#length = length;
    this.#offset = offset;
    this.#before = before;
  }

  get #unitsAt(): number {
    return this.#marginAt + 2 * MARGIN_UNITS;
  }

  /** The units of the chunk and of the margin before it, for loops outside the kernel. Good until the next `load`. */
  units(): ChunkUnits {
    const at = this.#bytes.byteOffset + this.#unitsAt - 2 * this.#before;
    const units = new Uint16Array(this.#bytes.buffer, at, this.#before + this.#length);
    return { units, offset: this.#offset - this.#before, margin: this.#before };
  }

  /** Calls `found` with the number of each keyword of the chunk and its offset in the text, in the order of their trigrams. */
  keywords(found: (number: number, from: number) => void): void {
    const end = this.#exports.keywords(this.#unitsAt, this.#length, this.#outAt) >> 2;
    for (let i = 0; i < end; i += 2) found(this.#out[i] as number, this.#offset + (this.#out[i + 1] as number));
  }

  /** True when the chunk and the margin before it are printable ASCII, tabs and line ends. */
  isPlain(): boolean {
    return this.#exports.plain(this.#unitsAt - 2 * this.#before, this.#before + this.#length) !== 0;
  }

  /** Stretches of `units()` with units beyond ASCII, less than `gap` units apart: beginning and end of each. */
  foreign(gap: number): Int32Array {
    const length = this.#before + this.#length;
    const bytes = this.#exports.foreign(this.#unitsAt - 2 * this.#before, length, gap, this.#outAt);
    return this.#out.slice(0, bytes >> 2);
  }

  /** Offsets of units with one of the bits, and of the unit after each. Like the others below, good until the next call. */
  strange(mask: number): Int32Array {
    return this.#places(this.#exports.strange(this.#unitsAt, this.#length, mask, this.#outAt));
  }

  /** Samples, `least` units apart, of runs of at least that many blob units. */
  runs(least: number): Int32Array {
    const first = (least - (this.#offset % least)) % least;
    return this.#places(this.#exports.runs(this.#unitsAt, this.#length, first, least, this.#outAt));
  }

  /** Samples, `step` units apart, where letters and other units alternate. */
  alternating(step: number): Int32Array {
    return this.#places(this.#exports.alternating(this.#unitsAt, this.#length, step, this.#outAt));
  }

  /** Offsets of digits, one or two in a row, between letters beyond hexadecimal. */
  digits(): Int32Array {
    return this.#places(this.#exports.digits(this.#unitsAt, this.#length, this.#outAt));
  }

  #places(bytes: number): Int32Array {
    const places = this.#out.subarray(0, bytes >> 2);
    for (let i = 0; i < places.length; i++) places[i] = (places[i] as number) + this.#offset;
    return places;
  }
}

function countBy(values: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}
