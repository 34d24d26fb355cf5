/** What a misspelt path was probably meant to be. For excusing echoes of a fault that is reported, never for finding a file. */
import { foldedKey } from '../container/path-grammar.ts';

/** Slashes for backslashes, `.` and `..` resolved, without a leading slash or drive, folded. */
export function looseKey(path: string): string {
  const meant: string[] = [];
  for (const segment of path
    .toWellFormed()
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:/, '')
    .split('/')) {
    if (segment === '..') meant.pop();
    else if (segment !== '' && segment !== '.') meant.push(segment);
  }
  return foldedKey(meant.join('/'));
}
