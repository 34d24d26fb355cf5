/** Raw bytes as rows of sixteen, or of eight where there is no room for sixteen. Pure. */

export type RowBytes = 8 | 16;
/** Bytes asked for at once: a few screens of rows. */
export const CHUNK_BYTES = 16_384;

export interface HexRow {
  /** `0000a3f0` */
  readonly offset: string;
  /** Two-digit numbers; fewer at the end of the file. */
  readonly hex: readonly string[];
  /** The same bytes as ASCII; a middle dot for everything that is not printable. */
  readonly ascii: string;
}

export function hexRow(bytes: Uint8Array, fileOffset: number): HexRow {
  return {
    offset: fileOffset.toString(16).padStart(8, '0'),
    hex: Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')),
    ascii: Array.from(bytes, (byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·')).join(''),
  };
}

/** Number of the chunk that holds a row. */
export function chunkOfRow(row: number, rowBytes: RowBytes): number {
  return Math.floor((row * rowBytes) / CHUNK_BYTES);
}
