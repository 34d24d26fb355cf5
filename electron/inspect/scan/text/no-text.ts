/** Tells at small cost of words, paths and digests that they are no text in base64: what they decode to breaks off after a few bytes. */

/** Value of each unit in base64 and base64url; `NONE` for all others. */
const SEXTETS = new Uint8Array(0x80);
const NONE = 255;
const COMMON = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
SEXTETS.fill(NONE);
for (const signs of ['+/', '-_'])
  for (const [value, unit] of Buffer.from(COMMON + signs).entries()) SEXTETS[unit] = value;

/**
 * Whether units surely decode to bytes that are neither Latin text nor UTF-8 or UTF-16 of any script. Says nothing of what may be
 * hexadecimal or is padded.
 *
 * @param share of usual characters from which bytes are text
 */
export function isNoText(text: string, from: number, to: number, share: number): boolean {
  const bytes = 3 * ((to - from) >> 2);
  let unusual = 0;
  let awaited = 0;
  let isBroken = false;
  let mayBeHex = true;
  let bits = 0;
  for (let i = 0; i < bytes + bytes / 3; i++) {
    const unit = text.charCodeAt(from + i);
    const sextet = SEXTETS[unit] ?? NONE;
    if (sextet === NONE) return false;
    mayBeHex &&= isHex(unit);
    bits = ((bits << 6) | sextet) & 0xffff;
    const phase = i & 3;
    if (phase === 0) continue;
    const byte = (bits >> (6 - 2 * phase)) & 0xff;
    if (!isUsual(byte)) unusual += 1;
    // A character that the end of the sample cuts is not broken.
    if (!isBroken && i < bytes) {
      isBroken = awaited > 0 ? (byte & 0xc0) !== 0x80 : isNoLead(byte);
      awaited = awaited > 0 ? awaited - 1 : continuations(byte);
    }
    if (isBroken && !mayBeHex && (bytes - unusual) / bytes < share) return true;
  }
  return false;
}

/** A hexadecimal digit, or the sign before one. */
const isHex = (unit: number): boolean =>
  (unit >= 48 && unit <= 57) || ((unit | 32) >= 97 && (unit | 32) <= 102) || unit === 120;

/** Printable ASCII, white space, and the zeros of UTF-16. */
const isUsual = (byte: number): boolean =>
  (byte >= 0x20 && byte < 0x7f) || byte === 10 || byte === 13 || byte === 9 || byte === 27 || byte === 0;

/** No first byte of a character in UTF-8. */
const isNoLead = (byte: number): boolean => (byte >= 0x80 && byte < 0xc2) || byte > 0xf4;

const continuations = (byte: number): number => (byte < 0xc2 ? 0 : byte < 0xe0 ? 1 : byte < 0xf0 ? 2 : 3);
