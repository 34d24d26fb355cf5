/** Finds base64, base64url and hex in runs, decodes them, and keeps what is text. */
import { decodeText } from '../decode.ts';
import type { Run } from '../triggers/places.ts';
import { isNoText } from './no-text.ts';
import { blobSurface, type Surface } from './surface.ts';

/** Lines of wrapped base64 are at least this long (PEM 64, MIME 76); shorter ones are words. */
const WRAPPED_UNITS = 40;
/** Decoded text shorter than this tells nothing. */
const DECODED_BYTES = 12;
/** Share of letters, digits, spaces and usual signs that makes decoded bytes text. Random bytes stay below 0.45. */
const TEXT_SHARE = 0.9;
/** Decoded bytes looked at before all of a large blob is decoded. */
const SAMPLE_UNITS = 512;

export interface Blob {
  readonly from: number;
  readonly to: number;
  readonly bytes: Buffer;
  readonly encoding: 'base64' | 'hex';
}

/** Joins runs that are lines of one wrapped blob. */
export function joinRuns(text: string, runs: readonly Run[]): Run[] {
  const joined: { from: number; to: number }[] = [];
  for (const run of runs) {
    const last = joined[joined.length - 1];
    if (
      last &&
      run.from - last.to <= 12 &&
      isWrap(text, last.to, run.from) &&
      lineLength(text, last) >= WRAPPED_UNITS
    ) {
      last.to = run.to;
    } else {
      joined.push({ from: run.from, to: run.to });
    }
  }
  return joined;
}

/** Between two lines of a blob stand a line end and at most indentation, a quote or a continuation mark. */
function isWrap(text: string, from: number, to: number): boolean {
  return /^["'\\]?[ \t]*(?:\r\n?|\n|\\n)[ \t>#*"'+]*$/.test(text.slice(from, Math.min(to, from + 16)));
}

function lineLength(text: string, run: Run): number {
  const lineFrom = Math.max(run.from, text.lastIndexOf('\n', run.to - 1) + 1);
  return run.to - lineFrom;
}

/** Decodes a run, or null when it is a word, a path, a digest, or bytes that are no text. */
export function decodeRun(text: string, run: Run): Blob | null {
  if (isNoText(text, run.from, Math.min(run.to, run.from + SAMPLE_UNITS), TEXT_SHARE)) return null;
  const raw = text.slice(run.from, run.to);
  const first = raw.slice(0, SAMPLE_UNITS).replace(/\s/g, '');
  const encoding = encodingOf(first);
  if (encoding === null) return null;
  if (!isTextLike(decodeAs(first.slice(0, first.length - (first.length % 4)), encoding))) return null;
  const bytes = decodeAs(raw, encoding);
  return bytes.length < DECODED_BYTES ? null : { ...run, bytes, encoding };
}

/** Units of a run that hold the head of a key store. */
const PEEK_UNITS = 1_024;

/** The first bytes of a run that begins like a key store in base64; null for all others, at the cost of one comparison. */
export function peekRun(text: string, run: Run): Buffer | null {
  if (run.to - run.from < 64) return null;
  const head = text.slice(run.from, run.from + 2);
  if (!/^(?:MI|MH|\/u|zs|A9|b3|lQ|lI|xV|xc)/.test(head)) return null;
  return Buffer.from(text.slice(run.from, Math.min(run.to, run.from + PEEK_UNITS)), 'base64');
}

function encodingOf(sample: string): Blob['encoding'] | null {
  if (/^(?:0x|\\x)?[0-9a-fA-F]{24,}$/.test(sample)) return 'hex';
  // A word of a language, a path and a name in snake or kebab case decode to bytes that are no text; these are cheap to tell.
  if (/^[a-z]+$|^[A-Z_]+$|^[a-z]+(?:[/_-][a-z]+)*$/.test(sample)) return null;
  return /^[A-Za-z0-9+/_=-]{16,}$/.test(sample) ? 'base64' : null;
}

function decodeAs(raw: string, encoding: Blob['encoding']): Buffer {
  if (encoding === 'hex') return Buffer.from(raw.replace(/^0x|[^0-9a-fA-F]/g, ''), 'hex');
  const data = raw.replace(/\\n|[^A-Za-z0-9+/_=-]/g, '').replace(/^=+/, '');
  return Buffer.from(data, 'base64');
}

/** True for UTF-8 or UTF-16 whose characters are mostly letters, digits and the usual signs. */
function isTextLike(bytes: Buffer): boolean {
  if (bytes.length < DECODED_BYTES) return false;
  let usual = 0;
  let zeros = 0;
  for (const byte of bytes) {
    if ((byte >= 0x20 && byte < 0x7f) || byte === 10 || byte === 13 || byte === 9 || byte === 27) usual += 1;
    else if (byte === 0) zeros += 1;
  }
  if (usual / bytes.length >= TEXT_SHARE) return true;
  if (zeros / bytes.length > 0.4 && (usual + zeros) / bytes.length >= TEXT_SHARE) return true;
  return isForeignText(bytes);
}

/** UTF-8 of another script: valid up to a cut last character, and nearly all of it letters and punctuation. */
function isForeignText(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replace(/\ufffd$/, '');
  if (text.includes('\ufffd') || text.length < 4) return false;
  const letters = text.match(/[\p{L}\p{N}\p{P}\p{Zs}\n]/gu)?.length ?? 0;
  return letters / [...text].length >= TEXT_SHARE;
}

/** The decoded text as a surface; null when the bytes are no text after all. */
export function encodedSurface(parent: Surface, blob: Blob): Surface | null {
  const decoded = decodeText(blob.bytes);
  return decoded && blobSurface(parent, blob.encoding, decoded.text, blob.from, blob.to);
}
