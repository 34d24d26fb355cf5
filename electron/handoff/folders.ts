/** Looks at folders a person named: what they really are, and whether one lies inside another. */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { PlaceState } from '../../shared/handoff.ts';
import { ProblemError } from '../problem.ts';

export interface RealFolder {
  /** Without links in it. */
  readonly folder: string;
  /** `device:number` in decimal. */
  readonly identity: string;
}

/**
 * The real folder at a path. A link is refused: it could lead elsewhere tomorrow.
 * @throws ProblemError handoff-refused (missing, symlink, not-a-folder), or one of the environment
 */
export function realFolder(path: string): RealFolder {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) throw new ProblemError('handoff-refused', { variant: 'missing', what: path });
  if (found.isSymbolicLink()) throw new ProblemError('handoff-refused', { variant: 'symlink', what: path });
  if (!found.isDirectory()) throw new ProblemError('handoff-refused', { variant: 'not-a-folder', what: path });
  return { folder: realpathSync.native(path), identity: `${found.dev}:${found.ino}` };
}

/** Whether the folder is still the one that was named. */
export function stateOf({ folder, identity }: RealFolder): PlaceState {
  const found = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
  if (!found) return 'vanished';
  return found.isDirectory() && `${found.dev}:${found.ino}` === identity ? 'ready' : 'replaced';
}

/** Whether `inner` is `outer` or lies in it, by what the folders are and not by how they are spelled. */
export function liesIn(inner: RealFolder, outer: RealFolder): boolean {
  for (let folder = inner.folder; ; folder = dirname(folder)) {
    const found = lstatSync(folder, { bigint: true, throwIfNoEntry: false });
    if (found && `${found.dev}:${found.ino}` === outer.identity) return true;
    if (folder === dirname(folder)) return false;
  }
}

/**
 * The path of a file in a bucket, when it is reached without any link.
 * @returns null when the file is not there any more
 * @throws ProblemError handoff-refused (symlink, outside)
 */
export function sourcePath(bucket: string, name: string): string | null {
  const path = join(bucket, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return null;
  if (found.isSymbolicLink()) throw new ProblemError('handoff-refused', { variant: 'symlink', what: path });
  const folder = realpathSync.native(dirname(path));
  if (folder !== bucket && !folder.startsWith(bucket.endsWith(sep) ? bucket : bucket + sep)) {
    throw new ProblemError('handoff-refused', { variant: 'outside', what: path });
  }
  return path;
}
