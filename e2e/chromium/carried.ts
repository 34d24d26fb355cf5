/**
 * Answers on their way into the page. Playwright copies a value member by member, which takes seconds for a package of 5 000 files;
 * as one string it takes milliseconds.
 */

/** Characters that travel in one message: the page stands still while Chromium's protocol takes one apart. */
const PIECE = 1_000_000;

/** The string in pieces, in order; at least one. A pair of surrogates stays together: half of one would not arrive. */
export function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  do {
    const to = from + PIECE;
    const end = isHighSurrogate(text.charCodeAt(to - 1)) ? to - 1 : to;
    pieces.push(text.slice(from, end));
    from = end;
  } while (from < text.length);
  return pieces;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

/** Member that stands for bytes, in base64. No answer of the desk has a member of this name. */
export const BYTES = '\u0000bytes';

/**
 * The value as one string for `uncarried` in the page; undefined for undefined.
 * @throws TypeError for what JSON would silently lose (Map, Date, …), so that the stand-in never shows less than Electron
 */
export function carried(value: unknown): string | undefined {
  return JSON.stringify(value, function (this: Record<string, unknown>, key: string, member: unknown) {
    // Before `toJSON`, which buffers have.
    const original = this[key];
    if (ArrayBuffer.isView(original)) {
      const { buffer, byteOffset, byteLength } = original;
      return { [BYTES]: Buffer.from(buffer, byteOffset, byteLength).toString('base64') };
    }
    if (typeof original === 'object' && original !== null && !Array.isArray(original)) {
      const prototype: unknown = Object.getPrototypeOf(original);
      if (prototype !== Object.prototype && prototype !== null) {
        throw new TypeError(`the stand-in cannot carry a ${(original as object).constructor.name}`);
      }
    }
    return member;
  });
}
