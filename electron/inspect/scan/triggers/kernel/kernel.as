/**
 * The inner loops of the sweep, in AssemblyScript: a TypeScript of plain numbers that compiles to WebAssembly. `npm run kernel` turns it
 * into `kernel-bytes.ts`; a test proves that the two belong together. It knows no keyword and no rule: only the tables it is given.
 *
 * Memory is laid out by `kernel.ts`. A chunk of UTF-16 units lies at `units`, with more units before and after it than the longest
 * keyword has, zero where the text has none; no loop reads beyond that.
 */

/** Code unit → folded code unit: 128 KiB. */
const FOLD: usize = 0;
/** Code unit → bits of `units.ts`: 64 KiB. */
const BITS: usize = 0x20000;
/** Keywords filed under three characters of ASCII, and under two units of which one is beyond it. */
const THREES: usize = 0x30000;
const PAIRS: usize = 0x38010;
/** Of each of these: one bit per hash of a piece, 16 KiB and what the last look-up reads beyond; then hash → first entry, 4 096 numbers. */
const BUCKETS: usize = 0x4010;

/** Bits of `units.ts`. */
const BLOB: i32 = 1;
const LETTER: i32 = 2;

/** Knuth's multiplier for 32 bits: spreads pieces that differ in one character. */
const SPREAD: u32 = 0x9e3779b1;

/** Tab and line ends among the first sixteen codes. */
const SPACES: v128 = i8x16(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0, -1, 0, 0);

/** What stands in place of a unit that folds to no ASCII. */
const OTHER: u8 = 0x80;
const OTHER_LETTER: u8 = 0x81;

/** One bit per hash of what stands with the three characters: with one more before or behind them, or alone for a word that has no more. */
const NEIGHBOURS: usize = 0x40020;

// An entry of 16 bytes: piece, address of the folded word, its order among the keywords; then length of the word, offset in it of the
// piece's last unit, and of the unit by whose place it counts.
const ENTRY: usize = 16;

/**
 * Folds units to ASCII, one byte each, `OTHER` or `OTHER_LETTER` for what is none. Capitals of ASCII become small, sixteen units at a time; for the rest there
 * is the table.
 * @returns whether anything is neither printable ASCII nor tab nor line end
 */
export function fold(units: usize, length: i32, to: usize): bool {
  let allPlain = i8x16.splat(-1);
  let isForeign = false;
  let i: i32 = 0;
  while (i < length) {
    const at = units + (<usize>i << 1);
    const low = v128.load(at);
    const high = v128.load(at, 16);
    if (i + 16 <= length && !v128.any_true(v128.and(v128.or(low, high), i16x8.splat(-0x80)))) {
      const bytes = i8x16.narrow_i16x8_u(low, high);
      const capital = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(25));
      v128.store(to + i, v128.or(bytes, v128.and(capital, i8x16.splat(0x20))));
      allPlain = v128.and(allPlain, plain(bytes));
      i += 16;
      continue;
    }
    const end = min(i + 16, length);
    for (; i < end; i++) {
      const unit: u32 = load<u16>(units + (<usize>i << 1));
      const folded: u32 = load<u16>(FOLD + (<usize>unit << 1));
      const other = (load<u8>(BITS + unit) & LETTER) != 0 ? OTHER_LETTER : OTHER;
      store<u8>(to + i, folded < 0x80 ? <u8>folded : other);
      isForeign = isForeign || (unit - 0x20 > 0x5e && unit != 9 && unit != 10 && unit != 13);
    }
  }
  return isForeign || !i8x16.all_true(allPlain);
}

/** Of sixteen characters, those that are printable, tabs or line ends. */
function plain(bytes: v128): v128 {
  const printable = i8x16.le_u(i8x16.sub(bytes, i8x16.splat(0x20)), i8x16.splat(0x5e));
  return v128.or(printable, i8x16.swizzle(SPACES, bytes));
}

function foldedAt(unit: usize): u32 {
  return load<u16>(FOLD + (<usize>load<u16>(unit) << 1));
}

/**
 * Finds keywords of ASCII whose three characters end in the chunk, and writes for each the place of the last of these, and the order of the
 * keyword in the low 16 bits. Three characters are not rare enough to walk a bucket each time, nor so frequent that a branch is foreseen:
 * the places that pass are noted without one, and those of them that pass with a fourth character again.
 * @param folded the chunk as `fold` leaves it
 * @param noted room for a number per unit
 * @returns bytes written
 */
export function keywords(folded: usize, length: i32, noted: usize, out: usize): i32 {
  const end = likelyStill(folded, noted, likely(folded, length, noted));
  let to = out;
  for (let at = noted; at < end; at += 4) to = report(folded, load<i32>(at), to);
  return <i32>(to - out);
}

/** Notes the places whose three characters may be filed. @returns the end of the notes */
function likely(folded: usize, length: i32, noted: usize): usize {
  let end = noted;
  let i: i32 = 0;
  for (; i + 4 <= length; i += 4) {
    end = note(folded, i, end);
    end = note(folded, i + 1, end);
    end = note(folded, i + 2, end);
    end = note(folded, i + 3, end);
  }
  for (; i < length; i++) end = note(folded, i, end);
  return end;
}

/** Writes a place that the next one overwrites, unless its bit is set. */
function note(folded: usize, i: i32, end: usize): usize {
  store<i32>(end, i);
  return end + ((filter(THREES, hashBefore(folded + i)) & 1) << 2);
}

/** Of the noted places, keeps those where the neighbours of the three characters may stand. @returns the end of what is kept */
function likelyStill(folded: usize, noted: usize, notedEnd: usize): usize {
  let end = noted;
  for (let at = noted; at < notedEnd; at += 4) {
    const i = load<i32>(at);
    const place = folded + i;
    const before = filter(NEIGHBOURS, load<u32>(place - 3) * SPREAD);
    const behind = filter(NEIGHBOURS, load<u32>(place - 2) * SPREAD);
    store<i32>(end, i);
    end += ((before | behind | filter(NEIGHBOURS, hashBefore(place))) & 1) << 2;
  }
  return end;
}

/** Of the three characters that end at a place: they are multiplied as if they stood behind a zero. */
function hashBefore(at: usize): u32 {
  return load<u32>(at - 2) * (SPREAD << 8);
}

/** Its lowest bit tells whether a piece of this hash may be filed: the bit of that number in the four bytes at that address. */
function filter(table: usize, hash: u32): u32 {
  return load<u32>(table + (hash >>> 18)) >>> (hash >>> 13);
}

/** Writes the keywords that stand where their three characters end at `i`. */
function report(folded: usize, i: i32, out: usize): usize {
  const three = load<u32>(folded + i - 2) << 8;
  let to = out;
  let entry = <usize>load<u32>(THREES + BUCKETS + (((three * SPREAD) >>> 20) << 2));
  for (let address = load<u32>(entry, 4); address != 0; entry += ENTRY, address = load<u32>(entry, 4)) {
    if (load<u32>(entry) != three || !stands(folded + i - load<u8>(entry, 13), address, load<u8>(entry, 12))) continue;
    to = write((i << 16) | load<u32>(entry, 8), to);
  }
  return to;
}

function stands(at: usize, word: usize, length: i32): bool {
  for (let i: i32 = 0; i < length; i++) {
    if (load<u8>(at + i) != load<u8>(word + i)) return false;
  }
  return true;
}

/**
 * Finds keywords with units beyond ASCII that end in the chunk: filed under a pair of units with one of these, they stand only where the
 * text has some. Everything else is passed over eight units at a time.
 * @param reach units before the chunk in which the pair of such a keyword may stand
 */
export function wideKeywords(units: usize, length: i32, reach: i32, out: usize): i32 {
  let to = out;
  let i: i32 = -reach;
  while (i < length) {
    const at = units + (<usize>i << 1);
    if (i + 8 <= length && load<u16>(at - 2) < 0x80 && !v128.any_true(v128.and(v128.load(at), i16x8.splat(-0x80)))) {
      i += 8;
      continue;
    }
    const end = min(i + 8, length);
    let code = foldedAt(at - 2);
    for (; i < end; i++) {
      code = (code << 16) | foldedAt(units + (<usize>i << 1));
      if ((filter(PAIRS, code * SPREAD) & 1) != 0) to = reportWide(code, units, i, length, to);
    }
  }
  return <i32>(to - out);
}

function reportWide(pair: u32, units: usize, i: i32, length: i32, out: usize): usize {
  let to = out;
  let entry = <usize>load<u32>(PAIRS + BUCKETS + (((pair * SPREAD) >>> 20) << 2));
  for (let address = load<u32>(entry, 4); address != 0; entry += ENTRY, address = load<u32>(entry, 4)) {
    if (load<u32>(entry) != pair) continue;
    const from = i - <i32>load<u8>(entry, 13);
    const place = from + <i32>load<u8>(entry, 14);
    if (place < 0 || place >= length || !standsWide(units + (<usize>from << 1), address, load<u8>(entry, 12))) continue;
    to = write((place << 16) | load<u32>(entry, 8), to);
  }
  return to;
}

function standsWide(at: usize, word: usize, length: i32): bool {
  for (let i: i32 = 0; i < length; i++) {
    if (foldedAt(at + (<usize>i << 1)) != <u32>load<u16>(word + (<usize>i << 1))) return false;
  }
  return true;
}

/**
 * Units that may hide something, are styled, or are letters of a script that imitates another one, and the unit after each of them.
 * Printable ASCII is passed over eight units at a time: no bit of the mask may be set for any of it.
 * @returns bytes written
 */
export function strange(units: usize, length: i32, mask: i32, out: usize): i32 {
  let previous: i32 = load<u8>(BITS + load<u16>(units - 2));
  let to = out;
  let i: i32 = 0;
  while (i < length) {
    if (i + 8 <= length && (previous & mask) == 0 && !v128.any_true(strangers(units, i))) {
      i += 8;
      continue;
    }
    const end = min(i + 8, length);
    for (; i < end; i++) {
      const bits: i32 = load<u8>(BITS + load<u16>(units + (<usize>i << 1)));
      if (((bits | previous) & mask) != 0) to = write(i, to);
      previous = bits;
    }
  }
  return <i32>(to - out);
}

/** Of eight units, the lanes that are neither printable ASCII nor tab nor line end. */
function strangers(units: usize, at: i32): v128 {
  const eight = v128.load(units + (<usize>at << 1));
  const space = v128.or(i16x8.eq(eight, i16x8.splat(9)), v128.or(i16x8.eq(eight, i16x8.splat(10)), i16x8.eq(eight, i16x8.splat(13))));
  const printable = v128.and(i16x8.ge_u(eight, i16x8.splat(0x20)), i16x8.le_u(eight, i16x8.splat(0x7e)));
  return v128.not(v128.or(space, printable));
}

/**
 * Samples of runs that may be encoded: every run of `least` blob characters covers one whose place in the text is a multiple of `least`.
 * @param folded the chunk as `fold` leaves it, as below
 * @param first place of the first sample in the chunk
 * @returns bytes written
 */
export function runs(folded: usize, length: i32, first: i32, least: i32, out: usize): i32 {
  let to = out;
  for (let i = first; i < length; i += least) {
    if (!isBlob(folded + i) || withoutSpace(folded + i) < least) continue;
    let run: i32 = 1;
    for (let at = i + 1; run < least && isBlob(folded + at); at++) run++;
    for (let at = i - 1; run < least && isBlob(folded + at); at--) run++;
    if (run < least) continue;
    to = write(i, to);
  }
  return <i32>(to - out);
}

function isBlob(at: usize): bool {
  return (load<u8>(BITS + load<u8>(at)) & BLOB) != 0;
}

/** Characters around a place without a space or control, as far as sixteen on either side tell: prose is passed over without looking at its letters. */
function withoutSpace(at: usize): i32 {
  const before = i8x16.bitmask(i8x16.le_u(v128.load(at - 16), i8x16.splat(0x20)));
  const after = i8x16.bitmask(i8x16.le_u(v128.load(at), i8x16.splat(0x20)));
  const left = before == 0 ? 16 : clz(before) - 16;
  const right = after == 0 ? 16 : ctz(after);
  return left + right;
}

/**
 * Samples, eight units apart, where four units in a row alternate between letter and other.
 * @returns bytes written
 */
export function alternating(folded: usize, length: i32, out: usize): i32 {
  let to = out;
  for (let i: i32 = 0; i < length; i += 16) {
    const sixteen = v128.load(folded + i);
    const small = i8x16.le_u(i8x16.sub(sixteen, i8x16.splat(0x61)), i8x16.splat(25));
    const letters: i32 = i8x16.bitmask(v128.or(small, i8x16.eq(sixteen, i8x16.splat(OTHER_LETTER))));
    if (alternate(letters)) to = write(i, to);
    if (i + 8 < length && alternate(letters >> 8)) to = write(i + 8, to);
  }
  return <i32>(to - out);
}

function alternate(letters: i32): bool {
  return (letters & 15) == 5 || (letters & 15) == 10;
}

/** @returns where the next number goes */
function write(number: i32, to: usize): usize {
  store<i32>(to, number);
  return to + 4;
}

/**
 * Digits, one or two, between letters beyond hexadecimal. Sixteen units at a time; digits are rare.
 * @returns bytes written
 */
export function digits(folded: usize, length: i32, out: usize): i32 {
  let to = out;
  for (let i: i32 = 0; i < length; i += 16) {
    const sixteen = v128.load(folded + i);
    let lanes = i8x16.bitmask(i8x16.le_u(i8x16.sub(sixteen, i8x16.splat(0x30)), i8x16.splat(9)));
    for (; lanes != 0; lanes &= lanes - 1) {
      const at = folded + i + ctz(lanes);
      if (at >= folded + length || !isLate(at - 1)) continue;
      if (isLate(at + 1) || (isDigit(at + 1) && isLate(at + 2))) to = write(<i32>(at - folded), to);
    }
  }
  return <i32>(to - out);
}

/** A letter from G to Z. */
function isLate(at: usize): bool {
  return <u32>load<u8>(at) - 0x67 <= 0x13;
}

function isDigit(at: usize): bool {
  return <u32>load<u8>(at) - 0x30 <= 9;
}

/**
 * Beginnings of lines, as offsets in the chunk, that may be lines of a log: long enough, and behind blanks and quote marks begun by a digit,
 * a sign before a digit, a brace before a quotation mark, or a capital before what `seconds` allows.
 * @param seconds a bit for each letter from `A` on, capitals and small letters in one row, that may follow a capital
 * @param isFirst the chunk begins with a line
 * @returns bytes written
 */
export function lines(units: usize, folded: usize, length: i32, seconds: u64, isFirst: bool, out: usize): i32 {
  let to = isFirst && mayBeLog(units, folded, seconds) ? write(0, out) : out;
  for (let i: i32 = 0; i < length; i += 16) {
    let lanes = i8x16.bitmask(i8x16.eq(v128.load(folded + i), i8x16.splat(10)));
    for (; lanes != 0; lanes &= lanes - 1) {
      const line = i + ctz(lanes) + 1;
      if (line <= length && mayBeLog(units + (<usize>line << 1), folded + line, seconds)) to = write(line, to);
    }
  }
  return <i32>(to - out);
}

/** Blanks beyond these are not looked past. */
const BLANKS: i32 = 32;
/** A shorter line is none of a log. */
const LOG_LINE: i32 = 20;

function mayBeLog(units: usize, folded: usize, seconds: u64): bool {
  let i: i32 = 0;
  for (; i < BLANKS; i++) {
    const unit: u32 = load<u8>(folded + i);
    if (unit != 32 && unit != 9 && unit != 62) break;
  }
  const first: u32 = load<u16>(units + (<usize>i << 1));
  const second: u32 = load<u16>(units + (<usize>i << 1), 2);
  if (i < BLANKS && !mayBegin(first, second, seconds)) return false;
  const ends = v128.or(i8x16.eq(v128.load(folded + i), i8x16.splat(10)), i8x16.eq(v128.load(folded + i + LOG_LINE - 16), i8x16.splat(10)));
  return !v128.any_true(ends);
}

function mayBegin(first: u32, second: u32, seconds: u64): bool {
  if (first - 0x30 <= 9) return true;
  if (first == 0x7b) return second == 0x22;
  const isNumber = second - 0x30 <= 9;
  if (first == 0x5b || first == 0x28 || first == 0x22) return isNumber;
  return first - 0x41 < 26 && (isNumber || (second - 0x41 < 64 && ((seconds >> (second - 0x41)) & 1) != 0));
}
