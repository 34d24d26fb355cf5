/** Bytes → text, once per file. UTF-8 is the rule of the format; everything else is decoded for scanning and showing only. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { DecodedText } from '../package.ts';

/** Bytes looked at to recognise UTF-16 without a mark: enough for a shape to show, little enough to cost nothing. */
const SHAPE_BYTES = 8_192;
/** Share of zero bytes on one side that UTF-16 of a Western text shows at least. */
const ZERO_SHARE = 0.4;
/** Share of control bytes from which bytes are no text. ANSI art stays below, compressed data is near 0.1. */
const CONTROL_SHARE = 0.05;
/** Share of code units in living scripts from which marks-less UTF-16 is believed. Random bytes reach 0.65. */
const PLAUSIBLE_SHARE = 0.97;

/**
 * Decodes the bytes of a file. A byte order mark is a signature, not text, and is left out.
 * @returns null when the bytes are not text in any encoding
 */
export function decodeText(bytes: Buffer): DecodedText | null {
  if (bytes.length === 0) return decoded('', 'utf-8');
  const marked = decodeMarked(bytes);
  if (marked !== undefined) return marked;
  const hasZeros = bytes.indexOf(0) >= 0;
  if (!hasZeros && isAscii(bytes)) return decoded(bytes.toString('latin1'), 'utf-8');
  // Without zeros, UTF-16 is recognised only in bytes that are no UTF-8.
  if (!hasZeros && isUtf8(bytes)) return decoded(bytes.toString('utf8'), 'utf-8');
  const wide = wideShape(bytes);
  if (wide !== null) return decodeWide(bytes, wide, 0);
  if (isUtf8(bytes)) {
    if (controlShare(bytes) > CONTROL_SHARE) return null;
    return decoded(bytes.toString('utf8'), 'utf-8');
  }
  if (controlShare(bytes) > CONTROL_SHARE) return null;
  return decoded(bytes.toString('latin1'), 'latin1');
}

/** Undefined when there is no byte order mark. */
function decodeMarked(bytes: Buffer): DecodedText | null | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf && isUtf8(bytes)) {
    return decoded(bytes.toString('utf8', 3), 'utf-8');
  }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeWide(bytes, 'utf-16le', 2);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeWide(bytes, 'utf-16be', 2);
  return undefined;
}

/** An odd last byte is dropped: it is no code unit, and `type/encoding` condemns the file anyway. */
function decodeWide(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be', from: number): DecodedText | null {
  const body = bytes.subarray(from, bytes.length - ((bytes.length - from) % 2));
  if (encoding === 'utf-16le') return decoded(body.toString('utf16le'), encoding);
  return decoded(Buffer.from(body).swap16().toString('utf16le'), encoding);
}

/** Recognises UTF-16 without a mark: by zero bytes on one side, or by code units that all lie in living scripts. */
function wideShape(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 8) return null;
  const shape = bytes.subarray(0, Math.min(bytes.length - (bytes.length % 2), SHAPE_BYTES));
  const half = shape.length / 2;
  const zeros: [number, number] = [0, 0];
  let ascii = 0;
  for (let i = 0; i < shape.length; i++) {
    const byte = shape[i] as number;
    if (byte === 0) zeros[i & 1 ? 1 : 0] += 1;
    else if (byte >= 0x20 && byte < 0x7f) ascii += 1;
  }
  if (zeros[1] / half >= ZERO_SHARE && zeros[0] / half < CONTROL_SHARE) return 'utf-16le';
  if (zeros[0] / half >= ZERO_SHARE && zeros[1] / half < CONTROL_SHARE) return 'utf-16be';
  // Pairs of ASCII letters are Han code units: text that is mostly ASCII bytes is never taken for UTF-16.
  if (bytes.length % 2 !== 0 || ascii / shape.length > 0.8 || isUtf8(bytes)) return null;
  const little = plausibleShare(shape, 0);
  const big = plausibleShare(shape, 1);
  if (Math.max(little, big) < PLAUSIBLE_SHARE) return null;
  return little >= big ? 'utf-16le' : 'utf-16be';
}

/** @param order 0 for little endian, 1 for big endian */
function plausibleShare(shape: Buffer, order: 0 | 1): number {
  let plausible = 0;
  for (let i = 0; i + 1 < shape.length; i += 2) {
    const unit = order === 0 ? shape.readUInt16LE(i) : shape.readUInt16BE(i);
    if (isLivingScript(unit)) plausible += 1;
  }
  return plausible / (shape.length / 2);
}

function isLivingScript(unit: number): boolean {
  if (unit < 0x80) return unit >= 0x20 || unit === 9 || unit === 10 || unit === 13;
  if (unit < 0x100) return unit >= 0xa0;
  return (
    unit < 0x0e80 ||
    (unit >= 0x2010 && unit <= 0x2027) ||
    (unit >= 0x3000 && unit <= 0x30ff) ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0xff00 && unit <= 0xffef)
  );
}

/** Share of bytes that no text holds: C0 controls but tab, line ends, form feed and escape; and DEL. */
function controlShare(bytes: Buffer): number {
  let controls = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27) || byte === 127) controls += 1;
  }
  return controls / bytes.length;
}

function decoded(text: string, encoding: DecodedText['encoding']): DecodedText {
  return new LazyText(text, encoding);
}

/** Line starts are found on first use: 32 MiB of empty lines cost memory only when somebody asks for them. */
class LazyText implements DecodedText {
  readonly text: string;
  readonly encoding: DecodedText['encoding'];
  #lineStarts: readonly number[] | null = null;

  constructor(text: string, encoding: DecodedText['encoding']) {
    this.text = text;
    this.encoding = encoding;
  }

  get lineStarts(): readonly number[] {
    this.#lineStarts ??= lineStartsOf(this.text);
    return this.#lineStarts;
  }
}

/** Lines end with LF, CR LF or a lone CR, as in the viewer. */
function lineStartsOf(text: string): readonly number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
