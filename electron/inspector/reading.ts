/** Reads texts of packages in the inspector process: proven by their digest, masked before anything else sees them. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { linesWith, maskedText, shownText } from '../inspect/shown-text.ts';
import { ProblemError } from '../problem.ts';
import { textPieces } from './pieces.ts';
import type { FoundLine, InspectorMessage, ReadMessage, SearchMessage } from './protocol.ts';

/** Sends the text in pieces. @returns the message that ends it @throws ProblemError damaged */
export async function readShown(
  { job, path, sha256, marks }: ReadMessage,
  send: (message: InspectorMessage) => void,
): Promise<InspectorMessage> {
  const bytes = provenBytes(path, sha256);
  if (marks) return textPieces(job, await shownText(bytes), send);
  const text = await maskedText(bytes);
  return textPieces(job, text === null ? null : { text, encoding: null, marks: [] }, send);
}

/** Stops at the most hits asked for. @throws ProblemError damaged */
export async function searchFiles({ job, folder, files, words, most }: SearchMessage): Promise<InspectorMessage> {
  const hits: FoundLine[] = [];
  for (const [file, sha256] of files.entries()) {
    const text = await maskedText(provenBytes(join(folder, sha256), sha256));
    for (const hit of linesWith(text ?? '', words)) {
      hits.push({ file, ...hit });
      if (hits.length === most) return { type: 'hits', job, hits };
    }
  }
  return { type: 'hits', job, hits };
}

function provenBytes(path: string, sha256: string): Buffer {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EISDIR' && code !== 'EIO') throw thrown;
    throw new ProblemError('damaged', { file: sha256, found: 'missing' });
  }
  if (hash('sha256', bytes) !== sha256) throw new ProblemError('damaged', { file: sha256, found: 'changed' });
  return bytes;
}
