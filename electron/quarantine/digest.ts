/** Digests of files in the data folder. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import type { Files, OpenFile } from '../files.ts';

const CHUNK = 1024 * 1024;

/** SHA-256 (lower-case hex) and size of a file, or null when there is none. Other failures are thrown: they prove nothing. */
export async function digestFile(
  files: Files,
  path: string,
  onProgress: (done: number) => void = () => {},
): Promise<{ readonly sha256: string; readonly sizeBytes: number } | null> {
  if (files.look(path)?.kind !== 'file') return null;
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  const file = await openIfThere(files, path);
  if (file === null) return null;
  let sizeBytes = 0;
  try {
    for (;;) {
      const length = await file.read(buffer);
      if (length === 0) break;
      hash.update(buffer.subarray(0, length));
      sizeBytes += length;
      onProgress(sizeBytes);
    }
  } finally {
    await file.close();
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Between the look and the opening another program may have purged it. */
async function openIfThere(files: Files, path: string): Promise<OpenFile | null> {
  try {
    return await files.open(path, constants.O_RDONLY);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw thrown;
  }
}

/** SHA-256 of bytes, lower-case hex. */
export function digestBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
