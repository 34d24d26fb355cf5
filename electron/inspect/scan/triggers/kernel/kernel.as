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
const PAIRS: usize = 0x38000;
/** Of each of these: one bit per hash of a piece, 16 KiB; then hash → first entry, 4 096 numbers. */
const BUCKETS: usize = 0x4000;

/** Bits of `units.ts`. */
const BLOB: i32 = 1;
const LETTER: i32 = 2;

/** Knuth's multiplier for 32 bits: spreads pieces that differ in one character. */
const SPREAD: u32 = 0x9e3779b1;

/** One bit per hash of what stands with the three characters: with one more before or behind them, or alone for a word that has no more. */
const NEIGHBOURS: usize = 0x40000;

// An entry of 16 bytes: piece, address of the folded word, its order among the keywords; then length of the word, offset in it of the
// piece's last unit, and of the unit by whose place it counts.
const ENTRY: usize = 16;

/**
 * Folds units to ASCII, one byte each, 0 for what is none. Capitals of ASCII become small, sixteen units at a time; for the rest there
 * is the table.
 * @returns whether anything is neither printable ASCII nor tab nor line end
 */
export function fold(units: usize, length: i32, to: usize): bool {
  let odd = i8x16.splat(0);
  let isForeign = false;
  let i: i32 = 0;
  while (i < length) {
    const at = units + (<usize>i << 1);
    const low = v128.load(at);
    const high = v128.load(at, 16);
    if (i + 16 <= length && !v128.any_true(v128.and(v128.or(low, high), i16x8.splat(-0x80)))) {
      const bytes = i8x16.narrow_i16x8_u(low, high);
      const capital = i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(0x41)), i8x16.splat(26));
      v128.store(to + i, v128.or(bytes, v128.and(capital, i8x16.splat(0x20))));
      odd = v128.or(odd, unprintable(bytes));
      i += 16;
      continue;
    }
    const end = min(i + 16, length);
    for (; i < end; i++) {
      const unit: u32 = load<u16>(units + (<usize>i << 1));
      const folded: u32 = load<u16>(FOLD + (<usize>unit << 1));
      store<u8>(to + i, folded < 0x80 ? folded : 0);
      isForeign = isForeign || (unit - 0x20 > 0x5e && unit != 9 && unit != 10 && unit != 13);
    }
  }
  return isForeign || v128.any_true(odd);
}

/** Of sixteen characters, those that are neither printable nor tab nor line end. */
function unprintable(bytes: v128): v128 {
  const space = v128.or(i8x16.eq(bytes, i8x16.splat(9)), v128.or(i8x16.eq(bytes, i8x16.splat(10)), i8x16.eq(bytes, i8x16.splat(13))));
  return v128.andnot(v128.or(i8x16.lt_u(bytes, i8x16.splat(0x20)), i8x16.eq(bytes, i8x16.splat(0x7f))), space);
}

function foldedAt(unit: usize): u32 {
  return load<u16>(FOLD + (<usize>load<u16>(unit) << 1));
}

/**
 * Finds keywords of ASCII whose three characters end in the chunk, and writes for each the place of the last of these, and the order of the
 * keyword in the low 16 bits. Three characters are not rare enough to walk a bucket each time, nor so frequent that a branch is foreseen:
 * the places that pass are noted without one, and looked at again with a fourth character.
 * @param folded the chunk as `fold` leaves it
 * @param noted room for a number per unit
 * @returns bytes written
 */
export function keywords(folded: usize, length: i32, noted: usize, out: usize): i32 {
  let end = noted;
  for (let i: i32 = 0; i < length; i++) {
    // To be overwritten by the next place unless the bit is set.
    store<i32>(end, i);
    end += (filter(THREES, threeBefore(folded + i) * SPREAD) & 1) << 2;
  }
  let to = out;
  for (let at = noted; at < end; at += 4) {
    const i = load<i32>(at);
    const three = threeBefore(folded + i);
    const before: u32 = load<u32>(folded + i - 3);
    const behind: u32 = load<u32>(folded + i - 2);
    const neighbours = filter(NEIGHBOURS, before * SPREAD) | filter(NEIGHBOURS, behind * SPREAD) | filter(NEIGHBOURS, three * SPREAD);
    if ((neighbours & 1) != 0) to = report(three, folded, i, to);
  }
  return <i32>(to - out);
}

/** The three characters that end at a place, behind nothing. */
function threeBefore(at: usize): u32 {
  return load<u32>(at - 3) & 0xffffff00;
}

/** Its lowest bit tells whether a piece of this hash may be filed. */
function filter(table: usize, hash: u32): u32 {
  return load<u32>(table + ((hash >>> 20) << 2)) >>> (hash >>> 15);
}

/** Writes the keywords that stand where their three characters end at `i`. */
function report(three: u32, folded: usize, i: i32, out: usize): usize {
  let to = out;
  let entry = <usize>load<u32>(THREES + BUCKETS + (((three * SPREAD) >>> 20) << 2));
  for (let address = load<u32>(entry, 4); address != 0; entry += ENTRY, address = load<u32>(entry, 4)) {
    if (load<u32>(entry) != three || !stands(folded + i - load<u8>(entry, 13), address, load<u8>(entry, 12))) continue;
    store<i32>(to, (i << 16) | load<u32>(entry, 8));
    to += 4;
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
    store<i32>(to, (place << 16) | load<u32>(entry, 8));
    to += 4;
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
      if (((bits | previous) & mask) != 0) {
        store<i32>(to, i);
        to += 4;
      }
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
 * Samples of runs that may be encoded: every run of `least` blob units covers a unit whose place in the text is a multiple of `least`.
 * @param first place of the first sample in the chunk
 * @returns bytes written
 */
export function runs(units: usize, length: i32, first: i32, least: i32, out: usize): i32 {
  let to = out;
  for (let i = first; i < length; i += least) {
    if (!is(units, i, BLOB) || spaces(units, i) < least) continue;
    let run: i32 = 1;
    for (let at = i + 1; run < least && is(units, at, BLOB); at++) run++;
    for (let at = i - 1; run < least && is(units, at, BLOB); at--) run++;
    if (run < least) continue;
    store<i32>(to, i);
    to += 4;
  }
  return <i32>(to - out);
}

/** Units without a space or control around `at`, as far as eight on either side tell: prose is passed over without looking at its letters. */
function spaces(units: usize, at: i32): i32 {
  const here = units + (<usize>at << 1);
  const before = i16x8.bitmask(i16x8.le_u(v128.load(here - 16), i16x8.splat(0x20)));
  const after = i16x8.bitmask(i16x8.le_u(v128.load(here), i16x8.splat(0x20)));
  const left = before == 0 ? 32 : clz(before) - 24;
  const right = after == 0 ? 32 : ctz(after);
  return left + right;
}

/**
 * Samples where four units in a row alternate between letter and other.
 * @returns bytes written
 */
export function alternating(units: usize, length: i32, step: i32, out: usize): i32 {
  let to = out;
  for (let i: i32 = 0; i < length; i += step) {
    if (!mayAlternate(units, i)) continue;
    const second = is(units, i + 1, LETTER);
    if (is(units, i, LETTER) == second || is(units, i + 2, LETTER) == second || is(units, i + 3, LETTER) != second) continue;
    store<i32>(to, i);
    to += 4;
  }
  return <i32>(to - out);
}

/** Of four units in a row, whether a letter of ASCII or anything beyond it alternates with other units. */
function mayAlternate(units: usize, at: i32): bool {
  const eight = v128.load(units + (<usize>at << 1));
  const folded = i16x8.sub(v128.or(eight, i16x8.splat(0x20)), i16x8.splat(0x61));
  const letters: i32 = i16x8.bitmask(i16x8.lt_u(folded, i16x8.splat(26)));
  const beyond: i32 = i16x8.bitmask(i16x8.ge_u(eight, i16x8.splat(0x80)));
  return (beyond & 15) != 0 || (letters & 15) == 5 || (letters & 15) == 10;
}

function is(units: usize, at: i32, bit: i32): bool {
  return (load<u8>(BITS + load<u16>(units + (<usize>at << 1))) & bit) != 0;
}

/**
 * Digits, one or two, between letters beyond hexadecimal. Eight units at a time; digits are rare.
 * @returns bytes written
 */
export function digits(units: usize, length: i32, out: usize): i32 {
  let to = out;
  for (let i: i32 = 0; i < length; i += 8) {
    const eight = v128.load(units + (<usize>i << 1));
    let lanes = i16x8.bitmask(v128.and(i16x8.ge_u(eight, i16x8.splat(0x30)), i16x8.le_u(eight, i16x8.splat(0x39))));
    for (; lanes != 0; lanes &= lanes - 1) {
      const at = i + ctz(lanes);
      if (at >= length || !isLate(units, at - 1)) continue;
      if (!isLate(units, at + 1) && !(isDigit(units, at + 1) && isLate(units, at + 2))) continue;
      store<i32>(to, at);
      to += 4;
    }
  }
  return <i32>(to - out);
}

/** A letter from G to Z. */
function isLate(units: usize, at: i32): bool {
  const unit: u32 = load<u16>(units + (<usize>at << 1));
  return unit < 0x80 && (unit | 0x20) - 0x67 <= 0x13;
}

function isDigit(units: usize, at: i32): bool {
  return <u32>load<u16>(units + (<usize>at << 1)) - 0x30 <= 9;
}
