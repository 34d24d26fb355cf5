/** Reads a folder from the disk, files only, without ever following a link. */
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, realpath } from 'node:fs/promises';
import { sep } from 'node:path';
import { type Finding, finding } from '../../shared/findings.ts';
import type { Limits } from '../../shared/limits.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { type LeftOut, litterReason } from './litter.ts';
import { refuseAny } from './refusal.ts';

/** The files of a folder by their path inside a package: forward slashes, NFC. */
export interface FolderContent {
  readonly files: ReadonlyMap<string, Buffer>;
  readonly leftOut: readonly LeftOut[];
}

interface Walk {
  readonly root: string;
  readonly limits: Limits;
  readonly files: Map<string, Buffer>;
  readonly leftOut: LeftOut[];
  readonly findings: Finding[];
  totalBytes: number;
}

const SLASH = Buffer.from(sep);
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Reads every file below a folder.
 * @throws ProblemError `source-missing`, `source-special` (not a folder), `source-unreadable`, and those of the disk
 * @throws PackRefused for links, special files, names that are not UTF-8, twins after normalisation, and sizes over the limits
 */
export async function readFolder(folder: string, limits: Limits): Promise<FolderContent> {
  const walk: Walk = {
    root: await rootOf(folder),
    limits,
    files: new Map(),
    leftOut: [],
    findings: [],
    totalBytes: 0,
  };
  await readLevel(walk, Buffer.from(walk.root), '');
  refuseAny(walk.findings);
  return { files: walk.files, leftOut: walk.leftOut };
}

/** The folder that was named may itself be reached through a link: the person named it. Nothing below it may be one. */
async function rootOf(folder: string): Promise<string> {
  try {
    const root = await realpath(folder);
    if (!(await lstat(root)).isDirectory())
      throw new ProblemError('source-special', { variant: 'not-a-folder', path: folder });
    return root;
  } catch (thrown) {
    throw readingProblem(thrown, folder);
  }
}

async function readLevel(walk: Walk, folder: Buffer, prefix: string): Promise<void> {
  const names = await reading(prefix || walk.root, () => readdir(folder, { encoding: 'buffer' }));
  for (const raw of names.sort(Buffer.compare)) {
    const name = decodedName(raw);
    if (name === null) {
      const shown = prefix + raw.toString('latin1');
      const detail = { where: 'entry', variant: 'not-utf-8', name: shown, bytes: raw.toString('hex') };
      walk.findings.push(finding('path/encoding', { path: shown }, detail));
      continue;
    }
    const path = prefix + name;
    const reason = litterReason(name);
    if (reason) walk.leftOut.push({ path, reason });
    else await readEntry(walk, Buffer.concat([folder, SLASH, raw]), path);
  }
}

/** macOS keeps names decomposed; a package's names are composed (path/normalization). */
function decodedName(raw: Buffer): string | null {
  try {
    return UTF8.decode(raw).normalize('NFC');
  } catch {
    return null;
  }
}

async function readEntry(walk: Walk, place: Buffer, path: string): Promise<void> {
  const stats = await reading(path, () => lstat(place));
  if (stats.isSymbolicLink()) {
    walk.findings.push(finding('zip/symlink', { path }, { mode: octal(stats.mode) }));
  } else if (stats.isDirectory()) {
    // A link that was put here between the look and the step would lead elsewhere.
    const real = await reading(path, () => realpath(place, { encoding: 'buffer' }));
    if (!real.equals(place)) walk.findings.push(finding('zip/symlink', { path }, { mode: octal(stats.mode) }));
    else await readLevel(walk, place, `${path}/`);
  } else if (stats.isFile()) {
    await readFileOf(walk, place, path);
  } else {
    walk.findings.push(finding('zip/special-file', { path }, { kind: kindOf(stats), mode: octal(stats.mode) }));
  }
}

/** As container/kinds.ts names them, so that one sentence serves folder and archive. */
function kindOf(stats: Stats): string {
  if (stats.isFIFO()) return 'fifo';
  if (stats.isSocket()) return 'socket';
  if (stats.isCharacterDevice()) return 'character-device';
  return stats.isBlockDevice() ? 'block-device' : 'unknown';
}

function octal(mode: number): string {
  return mode.toString(8).padStart(6, '0');
}

async function readFileOf(walk: Walk, place: Buffer, path: string): Promise<void> {
  const { limits } = walk;
  if (walk.files.has(path)) {
    walk.findings.push(
      finding('path/duplicate', { path }, { where: 'entry', name: path, variant: 'normalization', other: path }),
    );
    return;
  }
  if (walk.files.size >= limits.entries) {
    throwOver(walk, finding('zip/entry-count', {}, { limit: limits.entries, actual: walk.files.size + 1 }));
  }
  const read = await reading(path, () => readCapped(place, limits.fileBytes));
  if (typeof read === 'number') {
    walk.findings.push(finding('zip/entry-size', { path }, { limit: limits.fileBytes, declared: read }));
    return;
  }
  walk.totalBytes += read.length;
  if (walk.totalBytes > limits.totalBytes) {
    throwOver(walk, finding('zip/total-size', {}, { limit: limits.totalBytes }));
  }
  walk.files.set(path, read);
}

/** Beyond these limits reading on would only cost memory: the walk ends with what it knows. */
function throwOver(walk: Walk, over: Finding): never {
  refuseAny([...walk.findings, over]);
  throw new RangeError('unreachable: refuseAny throws on a finding');
}

/** Bytes of a regular file, or its size when that is more than `limit`. Opens no link and waits for no pipe. */
async function readCapped(place: Buffer, limit: number): Promise<Buffer | number> {
  const file = await open(place, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await file.stat();
    if (size > limit) return size;
    // A file may grow while it is read: one byte past the limit is enough to know.
    const chunks: Buffer[] = [];
    for await (const chunk of file.createReadStream({ start: 0, end: limit, autoClose: false })) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    return bytes.length > limit ? bytes.length : bytes;
  } finally {
    await file.close();
  }
}

async function reading<T>(path: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (thrown) {
    throw readingProblem(thrown, path);
  }
}

/** A problem of the disk that names the path as the person knows it. */
function readingProblem(thrown: unknown, path: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown;
  const problem = problemOf(thrown);
  const system = problem.values.system ?? '';
  if (system === 'ENOENT' || system === 'ENOTDIR')
    return new ProblemError('source-missing', { variant: 'packing', path }, thrown);
  if (problem.code === 'permission-denied')
    return new ProblemError('source-unreadable', { variant: 'packing', path }, thrown);
  return new ProblemError(problem.code, { ...problem.values, path }, thrown);
}
