/** Folders outside the data folder that a person chose for a profile: never taken from a package, never one inside the other. */
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import type { DataLayout } from '../quarantine/layout.ts';

/** True when one folder is the other or lies inside it. Both are absolute. Letter case counts only where the platform says so. */
export function overlaps(a: string, b: string, platform: NodeJS.Platform = process.platform): boolean {
  const fold = (path: string) =>
    platform === 'win32' || platform === 'darwin' ? resolve(path).toLowerCase() : resolve(path);
  return isWithin(fold(a), fold(b)) || isWithin(fold(b), fold(a));
}

function isWithin(inner: string, outer: string): boolean {
  const way = relative(outer, inner);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * A chosen folder as an absolute path.
 * @throws ProblemError bad-request: relative, with a NUL, or touching the data folder
 */
export function requireOutside(layout: DataLayout, folder: string): string {
  if (!isAbsolute(folder) || folder.includes('\0'))
    throw new ProblemError('bad-request', { variant: 'folder', what: folder });
  const absolute = resolve(folder);
  if (overlaps(absolute, layout.root))
    throw new ProblemError('bad-request', { variant: 'inside-data-folder', what: folder });
  return absolute;
}

/**
 * A place that is a folder, a link to one, or free.
 * @throws ProblemError bad-request (`not-a-folder`); or one of the environment
 */
export function requireFolderOrNothing({ files }: DeskDatabase, folder: string): void {
  const found = files.look(folder);
  if (found?.kind === 'file') throw new ProblemError('bad-request', { variant: 'not-a-folder', what: folder });
}
