/** Digest of a package over its file list: `uaix-file-list-v1` (format F4.8). */
import { hash } from 'node:crypto';
import { MANIFEST_PATH } from '../../../shared/models.ts';

export const FILE_LIST_V1 = 'uaix-file-list-v1';

/** SHA-256 over the lines `<sha256>  <path>\n` of every file but the manifest, in byte order of the path. */
export function fileListDigest(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const lines = files
    .filter(({ path }) => path !== MANIFEST_PATH)
    .map(({ path, sha256 }) => ({ key: Buffer.from(path, 'utf8'), line: `${sha256}  ${path}\n` }))
    .sort((a, b) => Buffer.compare(a.key, b.key));
  return hash('sha256', lines.map(({ line }) => line).join(''));
}
