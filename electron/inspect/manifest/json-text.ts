/** Bytes of the manifest → text. JSON between machines is UTF-8 without a mark (RFC 8259), and nothing else is guessed here. */
import { isUtf8 } from 'node:buffer';
import { type Finding, finding } from '../../../shared/findings.ts';
import { MANIFEST_LIMITS } from '../../../shared/limits.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';

export interface ManifestText {
  /** Null when the bytes are no UTF-8 or too many. */
  readonly text: string | null;
  readonly findings: readonly Finding[];
}

/** Decodes the manifest. A byte order mark is a fault, but what stands behind it is still read, so that the rest is reported too. */
export function decodeManifest(bytes: Buffer): ManifestText {
  const refuse = (detail: Record<string, string | number>): ManifestText => ({
    text: null,
    findings: [finding('manifest/encoding', { path: MANIFEST_PATH }, detail)],
  });
  if (bytes.length > MANIFEST_LIMITS.bytes) {
    const detail = { actual: bytes.length, limit: MANIFEST_LIMITS.bytes };
    return { text: null, findings: [finding('manifest/size', { path: MANIFEST_PATH }, detail)] };
  }
  const wide = utf16(bytes);
  if (wide) return refuse({ variant: 'utf-16', encoding: wide });
  if (!isUtf8(bytes)) return refuse({ variant: 'bytes', byte: firstBadByte(bytes) });
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const findings = marked
    ? [finding('manifest/encoding', { path: MANIFEST_PATH, line: 1, column: 1 }, { variant: 'bom' })]
    : [];
  return { text: bytes.toString('utf8', marked ? 3 : 0), findings };
}

/** UTF-16 by its mark, or by the zero bytes that every `{` or `"` of it brings. */
function utf16(bytes: Buffer): 'UTF-16LE' | 'UTF-16BE' | null {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'UTF-16LE';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined)) return 'UTF-16BE';
  return null;
}

/** 0-based offset at which the first sequence begins that is no UTF-8. The longest prefix that may still become UTF-8 is found by halving. */
export function firstBadByte(bytes: Buffer): number {
  let good = 0;
  let bad = bytes.length;
  while (good < bad) {
    const middle = (good + bad + 1) >> 1;
    if (isUtf8Prefix(bytes, middle)) good = middle;
    else bad = middle - 1;
  }
  while (good > 0 && !isUtf8(bytes.subarray(0, good))) good -= 1;
  return good;
}

/** Whether the first `length` bytes can begin a UTF-8 text: an unfinished sequence at the end is no fault yet. */
function isUtf8Prefix(bytes: Buffer, length: number): boolean {
  const LONGEST_TAIL = 3;
  for (let cut = 0; cut <= Math.min(LONGEST_TAIL, length); cut += 1) {
    const head = bytes.subarray(0, length - cut);
    if (isUtf8(head)) return cut === 0 || isOpenSequence(bytes.subarray(length - cut, length));
  }
  return false;
}

/** Whether these bytes are the beginning of one sequence that needs more bytes. */
function isOpenSequence(tail: Buffer): boolean {
  const [lead = 0, ...rest] = tail;
  const needed =
    lead >= 0xf0 && lead <= 0xf4 ? 4 : lead >= 0xe0 && lead < 0xf0 ? 3 : lead >= 0xc2 && lead < 0xe0 ? 2 : 0;
  return tail.length < needed && rest.every((byte) => byte >= 0x80 && byte < 0xc0);
}
