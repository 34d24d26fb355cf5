/** The text in bytes that are none: readable runs, and the text chunks of PNG images. */
import { inflateSync } from 'node:zlib';

/** Shorter runs are chance. */
const RUN_BYTES = 16;
/** Inflated text of one PNG chunk; a longer one is cut by refusing it, `type/` looks at bombs. */
const CHUNK_BYTES = 1024 * 1024;

/** Readable runs of ASCII, one to a line, in the order of the bytes. */
export function readableText(bytes: Buffer): string {
  const runs: string[] = [];
  let from = 0;
  for (let i = 0; i <= bytes.length; i++) {
    const byte = bytes[i];
    if (byte !== undefined && ((byte >= 0x20 && byte < 0x7f) || byte === 9 || byte === 10 || byte === 13)) continue;
    if (i - from >= RUN_BYTES) runs.push(bytes.toString('latin1', from, i));
    from = i + 1;
  }
  return runs.join('\n');
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Texts of tEXt, zTXt and iTXt chunks (PNG 1.2, 4.2.3); empty for what is no PNG. A broken chunk ends the walk. */
export function pngTexts(bytes: Buffer): string[] {
  if (!bytes.subarray(0, 8).equals(PNG)) return [];
  const texts: string[] = [];
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (data.length < length) break;
    const text = chunkText(type, data);
    if (text !== null) texts.push(text);
    at += 12 + length;
  }
  return texts;
}

function chunkText(type: string, data: Buffer): string | null {
  const end = data.indexOf(0);
  if (end < 0) return null;
  if (type === 'tEXt') return data.toString('latin1', end + 1);
  if (type === 'zTXt') return inflated(data.subarray(end + 2))?.toString('latin1') ?? null;
  if (type !== 'iTXt') return null;
  const compressed = data[end + 1] === 1;
  const language = data.indexOf(0, end + 3);
  const keyword = language < 0 ? -1 : data.indexOf(0, language + 1);
  if (keyword < 0) return null;
  const body = data.subarray(keyword + 1);
  return (compressed ? inflated(body) : body)?.toString('utf8') ?? null;
}

/** Null when the stream is broken or too large: nothing of it can be read by anybody, or `type/content` is asked. */
function inflated(stream: Buffer): Buffer | null {
  try {
    return inflateSync(stream, { maxOutputLength: CHUNK_BYTES });
  } catch {
    return null;
  }
}
