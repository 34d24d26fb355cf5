/** Pseudo-random material for secrets: made at run time, the same on every run, so no secret-shaped text stands in the sources. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
export const ALNUM = LOWER + UPPER + DIGITS;
export const HEX = '0123456789abcdef';
export const BASE32 = `${UPPER}234567`;
export const BASE64 = `${ALNUM}+/`;
export const URLSAFE = `${ALNUM}_-`;
export const LETTERS = LOWER + UPPER;

let state = 0x2545f491;

/** xorshift32: no security is needed, only variety. */
function next(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}

export function random(length: number, alphabet: string = ALNUM): string {
  return Array.from({ length }, () => alphabet[next() % alphabet.length]).join('');
}

export const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
export const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
export const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
/** Tag characters that spell `text`. */
export const tags = (text: string): string =>
  [...text].map((c) => String.fromCodePoint(0xe0000 + (c.codePointAt(0) as number))).join('');
/** Variation selectors that carry the bytes of `text`. */
export const selectors = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join('');
