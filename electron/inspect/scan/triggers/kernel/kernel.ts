/** Runs the compiled inner loops over one chunk of a text after the other. One kernel serves one set of keywords. */
import { unitTable } from '../units.ts';
import { KERNEL_BYTES } from './kernel-bytes.ts';

/** Units that are looked at in one call: what the loops read stays in the cache of the processor. */
export const CHUNK_UNITS = 8_192;
/** Most units of a keyword. */
export const LONGEST_WORD = 64;
/** ASCII, and what the kernel writes in place of other units: one code for letters, one for the rest. */
export const FOLDED_CODES = 0x82;
/** Units around a chunk that the loops may read: the longest keyword, and the piece under which it is filed. */
const MARGIN_UNITS = 80;

// The layout that `kernel.as` expects, in bytes.
const FOLD = 0;
const BITS = 0x2_0000;
const TABLES = { threes: 0x3_0000, pairs: 0x3_8010 } as const;
const BUCKETS = 0x4010;
const BUCKET_COUNT = 4_096;
const NEIGHBOURS = 0x4_0020;
const ENTRIES = 0x4_4030;
const ENTRY_BYTES = 16;
const PAGE = 0x1_0000;

/** Knuth's multiplier, as in the kernel. */
const SPREAD = 0x9e3779b1;

/** A keyword under one of its pieces. */
export interface KernelEntry {
  readonly table: keyof typeof TABLES;
  /** Three characters of ASCII, or two units. */
  readonly piece: string;
  /** Of `threes`: the piece with the character that stands before or behind it in the word, or alone when there is none. */
  readonly neighbours: string;
  /** Folded. Beyond ASCII in `pairs`, and only there. */
  readonly word: string;
  /** Offset in the word of the piece's last unit. */
  readonly at: number;
  /** Offset of the unit by whose place the keyword counts: it belongs to the chunk that holds this unit. In `threes`, `at`. */
  readonly place: number;
  /** What is reported, below 65 536; of keywords that count at the same place the lower comes first. */
  readonly order: number;
}

interface Exports {
  fold(units: number, length: number, to: number): number;
  keywords(folded: number, length: number, noted: number, out: number): number;
  wideKeywords(units: number, length: number, reach: number, out: number): number;
  strange(units: number, length: number, mask: number, out: number): number;
  runs(folded: number, length: number, first: number, least: number, out: number): number;
  alternating(folded: number, length: number, out: number): number;
  digits(folded: number, length: number, out: number): number;
  lines(units: number, folded: number, length: number, seconds: bigint, isFirst: number, out: number): number;
}

let compiled: WebAssembly.Module | null = null;

export class Kernel {
  readonly #exports: Exports;
  readonly #bytes: Buffer;
  readonly #out: Int32Array;
  readonly #outAt: number;
  /** Where the margin in front of a chunk begins, as units and folded. */
  readonly #marginAt: number;
  readonly #foldedAt: number;
  /** Room for places that the kernel looks at again. */
  readonly #notedAt: number;
  #length = 0;
  #offset = 0;
  #isPlain = false;

  /** @param fold folded unit of each code unit */
  constructor(fold: Uint16Array, entries: readonly KernelEntry[]) {
    const wordsAt = ENTRIES + ENTRY_BYTES * (entries.length + Object.keys(TABLES).length * BUCKET_COUNT);
    const { addresses, end } = layOutWords(entries, wordsAt);
    this.#marginAt = (end + 15) & ~15;
    const marginsAndChunk = CHUNK_UNITS + 2 * MARGIN_UNITS;
    this.#foldedAt = this.#marginAt + 2 * marginsAndChunk;
    this.#notedAt = this.#foldedAt + marginsAndChunk;
    this.#outAt = this.#notedAt + 4 * (CHUNK_UNITS + 1);
    // Every keyword of the fullest piece reported at every unit: more cannot come.
    const most = Math.max(1, fullest(entries, 'threes'), fullest(entries, 'pairs'));
    const memory = new WebAssembly.Memory({
      initial: Math.ceil((this.#outAt + 4 * marginsAndChunk * most) / PAGE),
    });
    this.#bytes = Buffer.from(memory.buffer);
    this.#out = new Int32Array(memory.buffer, this.#outAt);
    new Uint16Array(memory.buffer, FOLD).set(fold);
    this.#bytes.set(unitTable(), BITS);
    for (const { word, table } of entries) {
      this.#bytes.write(word, addresses.get(word) as number, table === 'pairs' ? 'utf16le' : 'latin1');
    }
    this.#file(entries, addresses);
    compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_BYTES, 'base64'));
    this.#exports = new WebAssembly.Instance(compiled, { env: { memory } }).exports as unknown as Exports;
  }

  /** Files every entry under the hash of its piece; what follows the last one of a bucket has no word. */
  #file(entries: readonly KernelEntry[], addresses: ReadonlyMap<string, number>): void {
    const bytes = this.#bytes;
    const numbers = new Uint32Array(bytes.buffer);
    let end = ENTRIES;
    const mark = (filter: number, hash: number): void => {
      const bit = (hash >>> 13) & 31;
      const at = filter + (hash >>> 18) + (bit >> 3);
      bytes[at] = (bytes[at] as number) | (1 << (bit & 7));
    };
    for (const [table, start] of Object.entries(TABLES)) {
      const buckets = Array.from({ length: BUCKET_COUNT }, (): KernelEntry[] => []);
      for (const entry of entries) if (entry.table === table) buckets[hashOf(codeOf(entry)) >>> 20]?.push(entry);
      for (const [bucket, filed] of buckets.entries()) {
        numbers[(start + BUCKETS + 4 * bucket) >> 2] = end;
        for (const entry of filed) {
          const code = codeOf(entry);
          mark(start, hashOf(code));
          numbers.set([code, addresses.get(entry.word) as number, entry.order], end >> 2);
          bytes.set([entry.word.length, entry.at, entry.place], end + 12);
          end += ENTRY_BYTES;
        }
        end += ENTRY_BYTES;
      }
    }
    for (const { table, neighbours } of entries)
      if (table === 'threes') mark(NEIGHBOURS, hashOf(asciiCode(neighbours)));
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
    const foldedAt = this.#unitsFoldedAt - before;
    const units = before + length + after;
    this.#bytes.fill(0, this.#foldedAt, foldedAt);
    this.#isPlain = this.#exports.fold(at, units, foldedAt) === 0;
    this.#bytes.fill(0, foldedAt + units, foldedAt + units + MARGIN_UNITS - after);
    this.#length = length;
    this.#offset = offset;
  }

  get #unitsAt(): number {
    return this.#marginAt + 2 * MARGIN_UNITS;
  }

  get #unitsFoldedAt(): number {
    return this.#foldedAt + MARGIN_UNITS;
  }

  /** True when the chunk and what lies around it is printable ASCII, tabs and line ends. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  /** Calls `found` with each keyword of ASCII that counts in the chunk, in the order of their places in the text. */
  keywords(found: (order: number, place: number) => void): void {
    const bytes = this.#exports.keywords(this.#unitsFoldedAt, this.#length, this.#notedAt, this.#outAt);
    this.#report(this.#out.subarray(0, bytes >> 2), found);
  }

  /** The same for those with units beyond ASCII. */
  wideKeywords(found: (order: number, place: number) => void): void {
    const bytes = this.#exports.wideKeywords(this.#unitsAt, this.#length, LONGEST_WORD, this.#outAt);
    // The pair of one that ends in ASCII stands before its place.
    this.#report(this.#out.subarray(0, bytes >> 2).sort(), found);
  }

  /** A hit is place and order in one number. */
  #report(hits: Int32Array, found: (order: number, place: number) => void): void {
    for (let i = 0; i < hits.length; i++) {
      const hit = hits[i] as number;
      found(hit & 0xffff, this.#offset + (hit >>> 16));
    }
  }

  /** Offsets of units with one of the bits, and of the unit after each. Like the others below, good until the next call. */
  strange(mask: number): Int32Array {
    return this.#places(this.#exports.strange(this.#unitsAt, this.#length, mask, this.#outAt));
  }

  /** Samples, `least` units apart, of runs of at least that many blob units. */
  runs(least: number): Int32Array {
    const first = (least - (this.#offset % least)) % least;
    return this.#places(this.#exports.runs(this.#unitsFoldedAt, this.#length, first, least, this.#outAt));
  }

  /** Samples, eight units apart, where letters and other units alternate. */
  alternating(): Int32Array {
    return this.#places(this.#exports.alternating(this.#unitsFoldedAt, this.#length, this.#outAt));
  }

  /** Offsets of digits, one or two in a row, between letters beyond hexadecimal. */
  digits(): Int32Array {
    return this.#places(this.#exports.digits(this.#unitsFoldedAt, this.#length, this.#outAt));
  }

  /** Offsets of lines that may be lines of a log; `seconds` may follow the capital with which one begins. */
  lines(seconds: bigint): Int32Array {
    const isFirst = this.#offset === 0 ? 1 : 0;
    return this.#places(
      this.#exports.lines(this.#unitsAt, this.#unitsFoldedAt, this.#length, seconds, isFirst, this.#outAt),
    );
  }

  #places(bytes: number): Int32Array {
    const places = this.#out.subarray(0, bytes >> 2);
    for (let i = 0; i < places.length; i++) places[i] = (places[i] as number) + this.#offset;
    return places;
  }
}

/** Addresses of the words, each once, and the end of them all. */
function layOutWords(entries: readonly KernelEntry[], at: number): { addresses: Map<string, number>; end: number } {
  const addresses = new Map<string, number>();
  let end = at;
  for (const { word } of entries) {
    if (addresses.has(word)) continue;
    addresses.set(word, end);
    end += 2 * word.length;
  }
  return { addresses, end };
}

function codeOf({ table, piece }: KernelEntry): number {
  return table === 'pairs' ? ((piece.charCodeAt(0) << 16) | piece.charCodeAt(1)) >>> 0 : asciiCode(piece);
}

/** Characters of ASCII as the kernel reads them: four as they lie in memory, three behind nothing. */
function asciiCode(characters: string): number {
  const code = [...characters].reduceRight((sum, character) => (sum << 8) | character.charCodeAt(0), 0);
  return (characters.length === 3 ? code << 8 : code) >>> 0;
}

const hashOf = (code: number): number => Math.imul(code, SPREAD) >>> 0;

/** Entries of the piece in a table that has most of them. */
function fullest(entries: readonly KernelEntry[], table: KernelEntry['table']): number {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    if (entry.table === table) counts.set(entry.piece, (counts.get(entry.piece) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
