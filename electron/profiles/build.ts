/**
 * Writes the files of a generation beside the ones in use. Here the names of a package become names on the disk for the first time, so
 * every name rule is asked again, whatever was recorded before.
 */
import { randomUUID } from 'node:crypto';
import { dirname, join, sep } from 'node:path';
import { rule } from '../../shared/rules.ts';
import type { Files } from '../files.ts';
import { checkPath, findCollisions } from '../inspect/container/path-grammar.ts';
import { ProblemError } from '../problem.ts';
import { digestBytes } from '../quarantine/digest.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { nextTurn } from '../turns.ts';
import type { GenerationFile } from './record.ts';

/** Readable by this account and by the AI clients it runs, writable by nobody. */
export const GENERATION_FILE_MODE = 0o444;

/** Files written and synced at a time: enough that the disk can gather their syncs, few enough for any limit of open files. */
const WRITERS = 32;
/** Contents held in memory at a time, as far as single files allow. */
const HELD_BYTES = 64 * 1024 * 1024;

/** Bytes of one file by its digest. */
export type ReadFileBytes = (sha256: string) => Buffer | Promise<Buffer>;

/** Folder of the generations of a profile. */
export function generationsFolder(layout: DataLayout, profileKey: string): string {
  return join(layout.profile(profileKey), 'generations');
}

/** Names of work in progress and of what waits to be deleted: never a number, so never taken for a generation. */
export type AsideKind = 'tmp' | 'orphan' | 'damaged' | 'pruned';

export function asideFolder(layout: DataLayout, profileKey: string, n: number, kind: AsideKind): string {
  return join(generationsFolder(layout, profileKey), `.${n}.${kind}-${randomUUID()}`);
}

/**
 * Refuses names that are not one plain relative path on every platform, or that fall together.
 * @throws ProblemError bad-request with the rule and the name
 */
export function requirePlainNames(paths: readonly string[]): void {
  for (const path of paths) {
    const broken = checkPath(path, 'entry').find((found) => rule(found.rule).severity === 'no-op');
    if (broken) throw new ProblemError('bad-request', { variant: 'name', rule: broken.rule, what: path });
  }
  const [collision] = findCollisions(paths);
  if (collision) {
    throw new ProblemError('bad-request', {
      variant: 'name',
      rule: collision.rule,
      what: paths[collision.index] ?? '',
    });
  }
}

/**
 * Builds a generation's folder: every byte proven, every file read-only and synced, every folder synced. When it throws, nothing is left.
 * @throws ProblemError bad-request (a name), damaged (bytes with another digest), or one of the environment
 */
export async function buildFolder(
  files: Files,
  folder: string,
  wanted: readonly GenerationFile[],
  read: ReadFileBytes,
): Promise<void> {
  requirePlainNames(wanted.map((file) => file.path));
  try {
    const folders = foldersOf(folder, wanted);
    for (const path of folders) files.makeFolder(path);
    await eachOf(wanted, writersFor(wanted), async (file) => {
      const bytes = await read(file.sha256);
      if (bytes.length !== file.sizeBytes || digestBytes(bytes) !== file.sha256) {
        throw new ProblemError('damaged', { name: file.path, file: file.sha256, found: 'changed' });
      }
      await writeNew(files, placeOf(folder, file.path), bytes);
    });
    for (const path of folders.toReversed()) {
      files.syncFolder(path);
      await nextTurn();
    }
  } catch (thrown) {
    await removeQuietly(files, folder);
    throw thrown;
  }
}

/** Where a file of the package lies in a folder. The check is the last of several: a path never leaves its folder. */
export function placeOf(folder: string, path: string): string {
  const place = join(folder, ...path.split('/'));
  if (!place.startsWith(folder + sep))
    throw new ProblemError('bad-request', { variant: 'name', rule: 'path/traversal', what: path });
  return place;
}

/** Removes a folder if it can be removed; what stays is found by the sweep. */
export async function removeQuietly(files: Files, folder: string): Promise<void> {
  try {
    await files.removeTree(folder);
  } catch {
    // Named so that nobody takes it for a generation; `sweepProfiles` tries again.
  }
}

/** Writers for the largest of the files: each may hold one of them. */
function writersFor(wanted: readonly GenerationFile[]): number {
  const largest = wanted.reduce((most, { sizeBytes }) => Math.max(most, sizeBytes), 1);
  return Math.max(1, Math.min(WRITERS, Math.floor(HELD_BYTES / largest)));
}

async function writeNew(files: Files, place: string, bytes: Buffer): Promise<void> {
  const file = await files.open(place, 'wx');
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  files.setMode(place, GENERATION_FILE_MODE);
}

/** The folder and its subfolders, parents first. */
function foldersOf(folder: string, wanted: readonly GenerationFile[]): readonly string[] {
  const folders = new Set([folder]);
  for (const { path } of wanted) {
    const parents: string[] = [];
    for (let at = dirname(placeOf(folder, path)); at !== folder; at = dirname(at)) parents.unshift(at);
    for (const parent of parents) folders.add(parent);
  }
  return [...folders].sort((a, b) => a.length - b.length);
}

/** Runs `work` for every item, a few at a time; the first failure ends it once the running ones have ended. */
async function eachOf<T>(items: readonly T[], atATime: number, work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  let failed = false;
  const worker = async (): Promise<void> => {
    while (!failed) {
      const item = items[next];
      if (item === undefined) return;
      next += 1;
      try {
        await work(item);
      } catch (thrown) {
        failed = true;
        throw thrown;
      }
    }
  };
  const ended = await Promise.allSettled(Array.from({ length: Math.min(atATime, items.length) }, worker));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}
