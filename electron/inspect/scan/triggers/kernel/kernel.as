/**
 * The inner loops of the sweep, in AssemblyScript: a TypeScript of plain numbers that compiles to WebAssembly. `npm run kernel` turns it
 * into `kernel-bytes.ts`; a test proves that the two belong together. It knows no keyword and no rule: only the tables it is given.
 *
 * Memory is laid out by `kernel.ts`. A chunk of UTF-16 units lies at `units`, with as many units before and after it as the longest
 * keyword has, zero where the text has none; no loop reads beyond that.
 */

/** Code unit → folded ASCII character, 0 for units of no keyword: 64 KiB. */
const FOLD: usize = 0;
/** Code unit → bits of `units.ts`: 64 KiB. */
const BITS: usize = 0x10000;
/** One bit per hash of a trigram: 16 KiB. */
const FILTER: usize = 0x20000;
/** Hash of a trigram → first entry, 4 096 numbers. */
const BUCKETS: usize = 0x24000;

/** Bits of `units.ts`. */
const BLOB: i32 = 1;
const LETTER: i32 = 2;

/** Knuth's multiplier for 32 bits: spreads trigrams that differ in one character. */
const SPREAD: u32 = 0x9e3779b1;
const TRIGRAM: u32 = 0x1fffff;

// An entry of 16 bytes: trigram, address of the word, number of the keyword, then length of the word and place of the trigram's last unit.
const ENTRY: usize = 16;

/**
 * Finds keywords whose trigram ends in the chunk, and writes number and place (unit in the chunk, may be negative) of each to `out`.
 * @returns bytes written
 */
export function keywords(units: usize, length: i32, out: usize): i32 {
  let code: u32 = (<u32>load<u8>(FOLD + load<u16>(units - 4)) << 7) | load<u8>(FOLD + load<u16>(units - 2));
  let to = out;
  for (let i: i32 = 0; i < length; i++) {
    code = ((code << 7) | load<u8>(FOLD + load<u16>(units + (<usize>i << 1)))) & TRIGRAM;
    const hash: u32 = code * SPREAD;
    if (((load<u8>(FILTER + (hash >>> 18)) >>> ((hash >>> 15) & 7)) & 1) == 0) continue;
    let entry = <usize>load<u32>(BUCKETS + ((hash >>> 20) << 2));
    for (let next = load<u32>(entry); next != 0xffffffff; entry += ENTRY, next = load<u32>(entry)) {
      if (next != code) continue;
      const from = i - <i32>load<u8>(entry + 13);
      if (!stands(units + (<usize>from << 1), load<u32>(entry + 4), load<u8>(entry + 12))) continue;
      store<u32>(to, load<u32>(entry + 8));
      store<i32>(to + 4, from);
      to += 8;
    }
  }
  return <i32>(to - out);
}

function stands(at: usize, word: usize, length: i32): bool {
  for (let i: i32 = 0; i < length; i++) {
    if (load<u8>(FOLD + load<u16>(at + (<usize>i << 1))) != load<u8>(word + i)) return false;
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
    if (i + 8 <= length && (previous & mask) == 0 && !v128.any_true(unprintable(units, i))) {
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
function unprintable(units: usize, at: i32): v128 {
  const eight = v128.load(units + (<usize>at << 1));
  const space = v128.or(i16x8.eq(eight, i16x8.splat(9)), v128.or(i16x8.eq(eight, i16x8.splat(10)), i16x8.eq(eight, i16x8.splat(13))));
  const printable = v128.and(i16x8.ge_u(eight, i16x8.splat(0x20)), i16x8.le_u(eight, i16x8.splat(0x7e)));
  return v128.not(v128.or(space, printable));
}

/** True when every unit is printable ASCII, tab or line end. Eight units at a time. */
export function plain(units: usize, length: i32): bool {
  let odd = i16x8.splat(0);
  let i: i32 = 0;
  for (; i + 8 <= length; i += 8) {
    odd = v128.or(odd, unprintable(units, i));
  }
  if (v128.any_true(odd)) return false;
  for (; i < length; i++) {
    const unit: u32 = load<u16>(units + (<usize>i << 1));
    if (unit - 0x20 > 0x5e && unit != 9 && unit != 10 && unit != 13) return false;
  }
  return true;
}

/**
 * Stretches with units beyond ASCII, less than `gap` units apart: beginning and end of each.
 * @returns bytes written
 */
export function foreign(units: usize, length: i32, gap: i32, out: usize): i32 {
  let to = out;
  let from: i32 = -1;
  let last: i32 = 0;
  let i: i32 = 0;
  while (i < length) {
    if (i + 8 <= length && !v128.any_true(v128.and(v128.load(units + (<usize>i << 1)), i16x8.splat(-0x80)))) {
      i += 8;
      continue;
    }
    const end = min(i + 8, length);
    for (; i < end; i++) {
      if (load<u16>(units + (<usize>i << 1)) < 0x80) continue;
      if (from >= 0 && i - last >= gap) {
        store<i32>(to, from);
        store<i32>(to + 4, last + 1);
        to += 8;
        from = -1;
      }
      if (from < 0) from = i;
      last = i;
    }
  }
  if (from >= 0) {
    store<i32>(to, from);
    store<i32>(to + 4, last + 1);
    to += 8;
  }
  return <i32>(to - out);
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
