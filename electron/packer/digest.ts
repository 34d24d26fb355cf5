/** The package digest: one hash that stands for every file but the manifest. */
import { createHash } from 'node:crypto';
import { compareBytes } from './order.ts';

/** The one canonicalization this program writes and can recompute (format F4.8). */
export const FILE_LIST_CANONICALIZATION = 'uaix-file-list-v1';

/** The `integrity` member of a manifest. */
export interface Integrity {
  readonly algorithm: 'sha256';
  readonly canonicalization: typeof FILE_LIST_CANONICALIZATION;
  readonly packageDigest: string;
}

/** Lower-case hex. */
export function sha256Of(bytes: Buffer | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/**
 * SHA-256 over the lines `<sha256>  <path>\\n` in byte order of the path (format F4.8).
 * @param digests lower-case hex by path; the manifest is not among them
 */
export function integrityOf(digests: ReadonlyMap<string, string>): Integrity {
  const lines = [...digests]
    .toSorted(([a], [b]) => compareBytes(a, b))
    .map(([path, sha256]) => `${sha256}  ${path}\n`)
    .join('');
  return { algorithm: 'sha256', canonicalization: FILE_LIST_CANONICALIZATION, packageDigest: sha256Of(lines) };
}
