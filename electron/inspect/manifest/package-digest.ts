/** Digest of a package over its file list: `uaix-file-list-v1` (format F4.8). */
import { hash } from 'node:crypto';
import { compareText } from '../../../shared/findings.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';

export const FILE_LIST_V1 = 'uaix-file-list-v1';

/** SHA-256 over the lines `<sha256>  <path>\n` of every file but the manifest, in byte order of the path. */
export function fileListDigest(files: readonly { readonly path: string; readonly sha256: string }[]): string {
  const listed = files.filter(({ path }) => path !== MANIFEST_PATH);
  const compare = listed.some(({ path }) => SURROGATE.test(path)) ? compareBytes : compareText;
  listed.sort((a, b) => compare(a.path, b.path));
  return hash('sha256', listed.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join(''));
}

/** Without these the units of a text stand in the order of its bytes. */
const SURROGATE = /[\ud800-\udfff]/;

function compareBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a, 'utf8'), Buffer.from(b, 'utf8'));
}
