/** The file tree as a flat list of rows, so that thousands of files can be shown through a window. Pure. */
import { ANCHOR_PATHS, type FileRecord, MANIFEST_PATH } from '../../shared/models.ts';

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

/** `note-2` before `note-10`; the same order in every language of the window. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

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

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: FileRecord[];
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
  const wanted = filter.text.trim().toLowerCase();
  const shown = files.filter(
    (file) => (!filter.todoOnly || isTodo(file)) && (!wanted || file.path.toLowerCase().includes(wanted)),
  );
  const root: Folder = { folders: new Map(), files: [] };
  for (const file of shown) folderOf(root, file.path).files.push(file);
  const rows: TreeRow[] = [];
  addRows(root, '', 1, wanted ? new Set() : closed, rows);
  return rows;
}

/** The files of the tree in the order of its rows, closed folders included: the order in which `j` and `k` go. */
export function filesInOrder(files: readonly FileRecord[], filter: TreeFilter): readonly FileRecord[] {
  return treeRows(files, filter, new Set()).flatMap((row) => (row.kind === 'file' ? [row.file] : []));
}

/** Folders that hold the path, outermost first. */
export function foldersAbove(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(0, -1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

function folderOf(root: Folder, path: string): Folder {
  let folder = root;
  for (const segment of path.split('/').slice(0, -1)) {
    let next = folder.folders.get(segment);
    if (!next) {
      next = { folders: new Map(), files: [] };
      folder.folders.set(segment, next);
    }
    folder = next;
  }
  return folder;
}

function addRows(folder: Folder, prefix: string, level: number, closed: ReadonlySet<string>, rows: TreeRow[]): void {
  const files = folder.files.toSorted((a, b) => rank(a.path) - rank(b.path) || BY_NAME.compare(a.path, b.path));
  const folders = [...folder.folders].sort(
    ([a], [b]) => Number(b === '.uai') - Number(a === '.uai') || BY_NAME.compare(a, b),
  );
  const setSize = files.length + folders.length;
  let position = 0;
  // At the root the memory folder stands before loose files: it is what the package is about.
  const addFiles = () => {
    for (const file of files) {
      position += 1;
      rows.push({
        kind: 'file',
        path: file.path,
        name: file.path.slice(prefix.length),
        level,
        position,
        setSize,
        file,
      });
    }
  };
  if (level > 1) addFiles();
  for (const [name, child] of folders) {
    const path = prefix + name;
    const open = !closed.has(path);
    const inside = filesBelow(child);
    position += 1;
    rows.push({
      kind: 'folder',
      path,
      name,
      level,
      position,
      setSize,
      open,
      files: inside.length,
      todo: inside.filter(isTodo).length,
    });
    if (open) addRows(child, `${path}/`, level + 1, closed, rows);
  }
  if (level === 1) addFiles();
}

function filesBelow(folder: Folder): readonly FileRecord[] {
  return [...folder.files, ...[...folder.folders.values()].flatMap(filesBelow)];
}

function rank(path: string): number {
  const anchor = (ANCHOR_PATHS as readonly string[]).indexOf(path);
  if (anchor >= 0) return anchor;
  return path === MANIFEST_PATH ? ANCHOR_PATHS.length : ANCHOR_PATHS.length + 1;
}
