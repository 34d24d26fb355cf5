/** Writes the skeleton of a package into a folder: every file the scopes require, and a draft of the manifest. */
import { lstat, mkdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { MANIFEST_PATH } from '../../shared/models.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { skeletonOf } from '../inspect/format/skeleton.ts';
import { tokenKey } from '../inspect/format/token.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { saveNew } from '../saving.ts';

/** Well under the 200 characters of the format, and still readable in a list. */
const ID_LENGTH = 60;

export interface InitOptions {
  readonly pack: FormatPack;
  /** What the package is called; the folder's name when absent. */
  readonly name?: string;
}

export interface InitResult {
  /** Paths inside the folder that were written, the manifest first. */
  readonly written: readonly string[];
  /** Paths that were there already and stayed as they are. */
  readonly kept: readonly string[];
}

/**
 * Writes the skeleton of a package. A file that is there already stays untouched.
 * @param scopes ids or aliases, as `--scope` takes them
 * @throws ProblemError `bad-request` for no scope or one that the pack does not have; `source-special` when something other than a
 *   folder, or a link, stands where a folder is needed; and those of the disk
 */
export async function initFolder(folder: string, scopes: readonly string[], options: InitOptions): Promise<InitResult> {
  const { pack } = options;
  const skeleton = skeletonOf(knownScopes(scopes, pack), pack);
  const name = options.name?.trim() || basename(resolve(folder));
  const root = await ensureRoot(folder);
  const written: string[] = [];
  const kept: string[] = [];
  for (const [path, text] of skeleton) {
    await ensureFolder(root, dirname(path));
    const content = path === MANIFEST_PATH ? named(text, name) : text;
    ((await writeNew(join(root, path), content)) ? written : kept).push(path);
  }
  return { written, kept };
}

function knownScopes(scopes: readonly string[], pack: FormatPack): readonly string[] {
  const known = scopes.map((scope) => {
    const id = pack.scopeIds.get(tokenKey(scope));
    if (id === undefined) {
      throw new ProblemError('bad-request', { variant: 'scope', what: scope, known: scopeList(pack) });
    }
    return id;
  });
  if (known.length === 0) {
    throw new ProblemError('bad-request', { variant: 'no-scope', known: scopeList(pack) });
  }
  return [...new Set(known)];
}

/** The draft with the name as title, and with ids made from it where it has letters an id may have (format F4.3). */
function named(draft: string, name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^a-z0-9]+/gu, '-')
    .slice(0, ID_LENGTH)
    .replace(/^-|-$/gu, '');
  const ids = id === '' ? {} : { packageId: id, profileId: id };
  return `${JSON.stringify({ ...JSON.parse(draft), ...ids, title: name }, null, 2)}\n`;
}

/** What `--scope` may say; the universal set comes along with each of them. */
function scopeList(pack: FormatPack): string {
  return pack.scopeData.scopes.map(({ id }) => id).join(', ');
}

async function ensureRoot(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    return await realpath(folder);
  } catch (thrown) {
    throw placeProblem(thrown, folder);
  }
}

/** Makes the folders of a path one by one: none of them may be a link that leads out of the root. */
async function ensureFolder(root: string, path: string): Promise<void> {
  let folder = root;
  for (const name of path === '.' ? [] : path.split('/')) {
    folder = `${folder}${sep}${name}`;
    try {
      await mkdir(folder);
    } catch (thrown) {
      if ((thrown as { code?: unknown }).code !== 'EEXIST') throw placeProblem(thrown, folder);
      if (!(await lstat(folder)).isDirectory())
        throw new ProblemError('source-special', { variant: 'not-a-folder', path: folder }, thrown);
    }
  }
}

/** False when something has that name already, a link among it. */
async function writeNew(place: string, text: string): Promise<boolean> {
  try {
    await saveNew(place, text);
    return true;
  } catch (thrown) {
    if ((thrown as { code?: unknown }).code === 'EEXIST') return false;
    throw placeProblem(thrown, place);
  }
}

function placeProblem(thrown: unknown, path: string): ProblemError {
  const { code } = thrown as { code?: unknown };
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new ProblemError('source-special', { variant: 'not-a-folder', path }, thrown);
  const problem = problemOf(thrown);
  return new ProblemError(problem.code, { ...problem.values, path }, thrown);
}
