/** Makes lost contents again from the private copy of a package, through the same proof as the inspection. */
import { hash } from 'node:crypto';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { proveArchive } from '../inspect/container/prove.ts';
import type { Rederive } from '../quarantine/blobs.ts';

/** The archive was inspected under the limits of its day; here the name of the file plays no part. */
export const rederiveFiles: Rederive = async (archive, wanted) => {
  const found = new Map<string, Buffer>();
  const { entries } = await proveArchive(archive, 'package.uaix', DEFAULT_LIMITS);
  for (const entry of entries ?? []) {
    const read = entry.read();
    if (!read.ok) continue;
    const sha256 = hash('sha256', read.bytes);
    if (wanted.has(sha256)) found.set(sha256, read.bytes);
  }
  return found;
};
