/** Is there room? Asked before copying and before unpacking: a full disk stops an import at its beginning, not in its middle. */
import type { Files } from '../files.ts';
import { ProblemError } from '../problem.ts';

/** Deflate cannot expand further than this, whatever an archive claims. */
const DEFLATE_AT_MOST = 1032;

/** What the database and other programs need meanwhile. In bytes. */
const RESERVE = 16 * 1024 * 1024;

/** @throws ProblemError disk-full with the bytes needed and free */
export async function requireSpace(files: Files, folder: string, bytes: number): Promise<void> {
  const needed = bytes + RESERVE;
  const free = await files.freeBytes(folder);
  if (free < needed) throw new ProblemError('disk-full', { path: folder, needed, free, system: 'ENOSPC' });
}

/** Most bytes that unpacking an archive of this size can take: by the limit of the policy, or by the nature of deflate. */
export function unpackedAtMost(archiveBytes: number, totalBytes: number): number {
  return Math.min(totalBytes, archiveBytes * DEFLATE_AT_MOST);
}
