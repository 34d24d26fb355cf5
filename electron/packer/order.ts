/** Order of paths: by their UTF-8 bytes, as the format's digest and every `LC_ALL=C sort` have it. */

/** Differs from JavaScript's own order only beyond U+FFFF, where that is by UTF-16 code units. */
export function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}
