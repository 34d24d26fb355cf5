/** The file tree as a flat list of rows, so that thousands of files can be shown through a window. Pure. */
import type { FileRecord } from '../../shared/models.ts';
import { type TreeFolder, treeOrder } from './tree-order.ts';

export interface TreeFilter {
  /** Only files that still ask for something. */
  readonly todoOnly: boolean;
  /** Part of a path, any letter case. */
  readonly text: string;
}

interface RowPlace {
  /** Path of the file or folder; folders end without a slash. */
  readonly path: string;
  readonly name: string;
  /** 1-based, for `aria-level`. */
  readonly level: number;
  /** 1-based position among the shown siblings, and their number. */
  readonly position: number;
  readonly setSize: number;
}

export interface FolderRow extends RowPlace {
  readonly kind: 'folder';
  readonly open: boolean;
  readonly files: number;
  /** Files below that still ask for something. */
  readonly todo: number;
}

export interface FileRow extends RowPlace {
  readonly kind: 'file';
  readonly file: FileRecord;
}

export type TreeRow = FolderRow | FileRow;

/** What a file looks like at a glance. `todo` states are `pending` and `stale`. */
export type FileStanding = 'pending' | 'stale' | 'approved' | 'rejected';

export function standingOf(file: FileRecord): FileStanding {
  if (!file.decision) return 'pending';
  if (file.decision.stale) return 'stale';
  return file.decision.decision;
}

export function isTodo(file: FileRecord): boolean {
  const standing = standingOf(file);
  return standing === 'pending' || standing === 'stale';
}

/**
 * Rows in reading order: in each folder the anchors in read order, the manifest, the other files, then the folders.
 * @param closed folders whose content is hidden; a text filter opens all
 */
export function treeRows(
  files: readonly FileRecord[],
  filter: TreeFilter,
  closed: ReadonlySet<string>,
): readonly TreeRow[] {
  const isShown = shownBy(filter);
  const shown = files.map((file) => (isShown(file) ? file : null));
  const rows: TreeRow[] = [];
  const { root } = treeOrder(files);
  addRows(shownFolder(root, shown), '', 1, filter.text.trim() ? new Set() : closed, rows);
  return rows;
}

/** The files of the tree in the order of its rows, closed folders included: the order in which `j` and `k` go. */
export function filesInOrder(files: readonly FileRecord[], filter: TreeFilter): readonly FileRecord[] {
  const isShown = shownBy(filter);
  return treeOrder(files).order.flatMap((index) => {
    const file = files[index];
    return file && isShown(file) ? [file] : [];
  });
}

/** Folders that hold the path, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

function shownBy({ todoOnly, text }: TreeFilter): (file: FileRecord) => boolean {
  const wanted = text.trim().toLowerCase();
  return (file) => (!todoOnly || isTodo(file)) && (!wanted || file.path.toLowerCase().includes(wanted));
}

/** A folder with what the filter leaves of it. */
interface ShownFolder {
  readonly name: string;
  readonly files: readonly FileRecord[];
  /** Only those that hold a shown file. */
  readonly folders: readonly ShownFolder[];
  /** Files in it and below, and those of them that still ask for something. */
  readonly total: number;
  readonly todo: number;
}

function shownFolder(folder: TreeFolder, shown: readonly (FileRecord | null)[]): ShownFolder {
  const files = folder.files.flatMap((index) => shown[index] ?? []);
  const folders = folder.folders.map((child) => shownFolder(child, shown)).filter(({ total }) => total > 0);
  const below = (count: (child: ShownFolder) => number) => folders.reduce((sum, child) => sum + count(child), 0);
  return {
    name: folder.name,
    files,
    folders,
    total: files.length + below(({ total }) => total),
    todo: files.filter(isTodo).length + below(({ todo }) => todo),
  };
}

function addRows(
  { files, folders }: ShownFolder,
  prefix: string,
  level: number,
  closed: ReadonlySet<string>,
  rows: TreeRow[],
): void {
  const setSize = files.length + folders.length;
  let position = 0;
  // At the root the memory folder stands before loose files: it is what the package is about.
  const addFiles = () => {
    for (const file of files) {
      position += 1;
      const name = file.path.slice(prefix.length);
      rows.push({ kind: 'file', path: file.path, name, level, position, setSize, file });
    }
  };
  if (level > 1) addFiles();
  for (const child of folders) {
    const path = prefix + child.name;
    const open = !closed.has(path);
    position += 1;
    const { name, total, todo } = child;
    rows.push({ kind: 'folder', path, name, level, position, setSize, open, files: total, todo });
    if (open) addRows(child, `${path}/`, level + 1, closed, rows);
  }
  if (level === 1) addFiles();
}
