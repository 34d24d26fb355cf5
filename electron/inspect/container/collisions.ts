/** Paths that become one path on some file system: duplicates, and files where folders are (rules.md, path/). */
import type { FindingDetail } from '../../../shared/findings.ts';
import { foldCase, foldedKey } from './folded-key.ts';

/** Two paths that cannot both be. `index` and `other` are positions in the list that was given; `other` is the earlier one. */
export interface Collision {
  readonly rule: 'path/duplicate' | 'path/conflict';
  readonly index: number;
  readonly other: number;
  /** `variant` says why; `name` is the path at `index`, `other` the other path, both as spelled. */
  readonly detail: FindingDetail;
}

/**
 * All collisions among the paths, at most one for each path, in the order of the list. A path that ends in `/` is a folder.
 * path/duplicate: `bytes`, `case`, `normalization`, `compatibility`. path/conflict: `file-folder`, `folders`.
 */
export function findCollisions(paths: readonly string[]): readonly Collision[] {
  const collisions: Collision[] = [];
  const firstByKey = new Map<string, number>();
  /** Folded key of a folder → the spelling it was first met with, and by which path. */
  const folders = new Map<string, { readonly spelling: string; readonly index: number }>();
  const single: number[] = [];

  paths.forEach((path, index) => {
    const isFolder = path.endsWith('/');
    const key = `${isFolder ? 'd' : 'f'}${foldedKey(isFolder ? path.slice(0, -1) : path)}`;
    const first = firstByKey.get(key);
    const firstPath = first === undefined ? undefined : paths[first];
    if (first === undefined || firstPath === undefined) {
      firstByKey.set(key, index);
      single.push(index);
    } else if (isFolder && firstPath !== path) {
      collisions.push({ rule: 'path/conflict', index, other: first, detail: { variant: 'folders', other: firstPath } });
    } else {
      const variant = sameness(firstPath, path);
      collisions.push({ rule: 'path/duplicate', index, other: first, detail: { variant, other: firstPath } });
    }
  });

  /** Folders that have been looked at and met nothing: what lies in one of them meets nothing more. */
  const sound = new Set<string>();
  for (const index of single) {
    const path = paths[index] ?? '';
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    if (sound.has(folder)) continue;
    const collision = folderCollision(path, index);
    if (collision) collisions.push(collision);
    else sound.add(folder);
  }
  return collisions
    .sort((a, b) => a.index - b.index)
    .map((one) => ({ ...one, detail: { name: paths[one.index] ?? '', ...one.detail } }));

  function folderCollision(path: string, index: number): Collision | null {
    let found: Collision | null = null;
    for (const spelling of foldersOf(path)) {
      const key = foldedKey(spelling);
      const file = firstByKey.get(`f${key}`);
      if (file !== undefined && found === null) {
        const other = paths[file] ?? '';
        // Both orders occur; the finding stands at the later of the two.
        found =
          file < index
            ? { rule: 'path/conflict', index, other: file, detail: { variant: 'file-folder', other } }
            : { rule: 'path/conflict', index: file, other: index, detail: { variant: 'file-folder', other: path } };
      }
      const met = folders.get(key);
      if (met === undefined) folders.set(key, { spelling, index });
      else if (met.spelling !== spelling && found === null) {
        const other = paths[met.index] ?? '';
        found = { rule: 'path/conflict', index, other: met.index, detail: { variant: 'folders', other } };
      }
    }
    return found;
  }
}

/** All folders a path lies in, outermost first; a folder's own path is among them. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1)) {
    if (slash > 0) folders.push(path.slice(0, slash));
  }
  return folders;
}

function sameness(a: string, b: string): 'bytes' | 'normalization' | 'case' | 'compatibility' {
  if (a === b) return 'bytes';
  if (a.normalize('NFC') === b.normalize('NFC')) return 'normalization';
  return foldCase(a) === foldCase(b) ? 'case' : 'compatibility';
}
