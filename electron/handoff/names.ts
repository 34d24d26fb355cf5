/** Names of files in a bucket: which are placeholders, which are still being written, and how a message spells them. */
import { createHash } from 'node:crypto';
import { checkPath, systemLitter } from '../inspect/container/path-grammar.ts';

/** Names of work of this desk inside a bucket: a file that is just being removed or brought back. */
export const REMOVING = '.uaix-removing-';
export const RESTORING = '.uaix-restoring-';

/** Files that only keep a folder in place, by their last segment in lower case, and the size up to which they are believed. In bytes. */
const KEEPERS: Readonly<Record<string, number>> = { '.gitkeep': 1_024, '.keep': 1_024, 'readme.human': 65_536 };

/** A file that is no work: it keeps the folder, marks something by being there, or belongs to the system. */
export function isPlaceholder(name: string, sizeBytes: number): boolean {
  const last = name.split('/').at(-1)?.toLowerCase() ?? '';
  if (sizeBytes === 0 || systemLitter(name) !== null) return true;
  const most = KEEPERS[last];
  return most !== undefined && sizeBytes <= most;
}

const UNFINISHED = /(?:\.(?:part|partial|crdownload|download|tmp|opdownload|!ut)|^~\$[^/]*|^\.~lock\.[^/]*#)$/i;

/** A name that programs give to a file they have not finished. */
export function isUnfinishedName(name: string): boolean {
  const last = name.split('/').at(-1) ?? '';
  return UNFINISHED.test(last) || last.startsWith(REMOVING) || last.startsWith(RESTORING);
}

const TOLERATED: ReadonlySet<string> = new Set(['path/mixed-script', 'path/system-litter']);

/**
 * The path by which a message names a file: bucket, slash, name in NFC. A name that breaks a rule of paths (a backslash, a trailing dot,
 * 300 characters) is replaced by one made from its digest; the desk keeps the real one.
 */
export function messagePath(bucket: string, name: string): string {
  const path = `${bucket}/${name.normalize('NFC')}`;
  if (name.isWellFormed() && !checkPath(path, 'manifest').some(({ rule }) => !TOLERATED.has(rule))) return path;
  const digest = createHash('sha256').update(Buffer.from(name, 'utf16le')).digest('hex').slice(0, 16);
  return `${bucket}/unnameable-${digest}`;
}

/** The next path after `path` that `isFree`: `a.md`, `a~2.md`, `a~3.md` … */
export function freePath(path: string, isFree: (path: string) => boolean): string {
  if (isFree(path)) return path;
  const slash = path.lastIndexOf('/');
  const dot = path.lastIndexOf('.');
  const at = dot > slash + 1 ? dot : path.length;
  for (let number = 2; ; number += 1) {
    const candidate = `${path.slice(0, at)}~${number}${path.slice(at)}`;
    if (isFree(candidate)) return candidate;
  }
}
