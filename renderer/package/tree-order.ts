/**
 * The folders of a package and the order of their files. Decisions come and go, paths stay: sorting thousands of them is done once for
 * each package and not at every decision. Pure but for that memory.
 */
import { ANCHOR_PATHS, type FileRecord, MANIFEST_PATH } from '../../shared/models.ts';

/** One folder: files in reading order, then folders in reading order. Files are indexes in the list of the package. */
export interface TreeFolder {
  readonly name: string;
  readonly files: readonly number[];
  readonly folders: readonly TreeFolder[];
}

interface TreeOrder {
  readonly paths: readonly string[];
  readonly root: TreeFolder;
  /** Indexes of all files in the order of the tree. */
  readonly order: readonly number[];
}

/** `note-2` before `note-10`; the same order in every language of the window. */
const BY_NAME = new Intl.Collator('en', { numeric: true });

let last: TreeOrder = { paths: [], root: { name: '', files: [], folders: [] }, order: [] };

/** In each folder the anchors in read order, the manifest, the other files, then the folders; at the root the memory folder first. */
export function treeOrder(files: readonly Pick<FileRecord, 'path'>[]): TreeOrder {
  const same = files.length === last.paths.length && files.every(({ path }, index) => path === last.paths[index]);
  if (!same) {
    const paths = files.map(({ path }) => path);
    const root = sorted('', growing(paths), paths);
    last = { paths, root, order: flat(root, 1) };
  }
  return last;
}

interface Growing {
  readonly folders: Map<string, Growing>;
  readonly files: number[];
}

function growing(paths: readonly string[]): Growing {
  const root: Growing = { folders: new Map(), files: [] };
  for (const [index, path] of paths.entries()) {
    let folder = root;
    for (const segment of path.split('/').slice(0, -1)) {
      let next = folder.folders.get(segment);
      if (!next) {
        next = { folders: new Map(), files: [] };
        folder.folders.set(segment, next);
      }
      folder = next;
    }
    folder.files.push(index);
  }
  return root;
}

function sorted(name: string, { files, folders }: Growing, paths: readonly string[]): TreeFolder {
  const path = (index: number): string => paths[index] ?? '';
  return {
    name,
    files: files.toSorted((a, b) => rank(path(a)) - rank(path(b)) || BY_NAME.compare(path(a), path(b))),
    folders: [...folders]
      .sort(([a], [b]) => Number(b === '.uai') - Number(a === '.uai') || BY_NAME.compare(a, b))
      .map(([child, inside]) => sorted(child, inside, paths)),
  };
}

/** At the root the memory folder stands before loose files: it is what the package is about. */
function flat({ files, folders }: TreeFolder, level: number): number[] {
  const below = folders.flatMap((folder) => flat(folder, level + 1));
  return level === 1 ? [...below, ...files] : [...files, ...below];
}

function rank(path: string): number {
  const anchor = (ANCHOR_PATHS as readonly string[]).indexOf(path);
  if (anchor >= 0) return anchor;
  return path === MANIFEST_PATH ? ANCHOR_PATHS.length : ANCHOR_PATHS.length + 1;
}
