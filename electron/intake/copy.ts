/** Takes a file of the user into the quarantine: looked at, capped, copied once while it is hashed, and on the disk before it has a name. */
import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { dirname } from 'node:path';
import { type Files, type OpenFile, PARTIAL, systemFiles } from '../files.ts';
import { ProblemError, problemOf } from '../problem.ts';

export interface CopyOptions {
  /** Most bytes that are copied; a larger source is refused. */
  readonly limitBytes: number;
  readonly signal: AbortSignal;
  /** Bytes done and bytes in all. */
  readonly onProgress: (done: number, total: number) => void;
  readonly files?: Files;
}

export interface CopiedFile {
  /** Lower-case hex, of the bytes that were written. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Large enough to be fast, small enough that cancelling and progress feel immediate. In bytes. */
const CHUNK = 1024 * 1024;

/** A fifo must not make us wait for its writer, a terminal must not become ours. Windows has neither flag. */
const READ_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0);

/** A copy that has its name already. */
export interface NamedCopy extends CopiedFile {
  /** Settled once bytes and name are on the disk; until then the name proves nothing. @throws ProblemError of the environment */
  readonly synced: Promise<void>;
}

/**
 * Copies a regular file to `targetPath`. A link is followed once, by opening it; what is opened is what was looked at.
 * The target appears whole and synced, or not at all.
 * @throws ProblemError source-missing, source-unreadable (also when it changes while it is read: `system` is `CHANGED`), source-folder,
 * source-special, source-too-large, cancelled, or one of the environment when the copy cannot be written
 */
export async function copySource(sourcePath: string, targetPath: string, options: CopyOptions): Promise<CopiedFile> {
  const { files = systemFiles } = options;
  return await copying(sourcePath, targetPath, options, async ({ part, file, copied }) => {
    try {
      await file.sync();
    } finally {
      await closeQuietly(file);
    }
    files.rename(part, targetPath);
    files.syncFolder(dirname(targetPath));
    return copied;
  });
}

/**
 * As {@link copySource}, for who can use the copy while it is on its way to the disk: the target appears whole or not at all, and
 * `synced` says when it would outlive a power cut.
 * @throws ProblemError as `copySource`
 */
export async function copySourceAhead(
  sourcePath: string,
  targetPath: string,
  options: CopyOptions,
): Promise<NamedCopy> {
  const { files = systemFiles } = options;
  return await copying(sourcePath, targetPath, options, async ({ part, file, copied }) => {
    try {
      files.rename(part, targetPath);
    } catch (thrown) {
      await closeQuietly(file);
      throw thrown;
    }
    const synced = syncNamed(file, targetPath, files);
    // Whoever waits for it later is told; until then it is nobody's fault.
    synced.catch(() => {});
    return { ...copied, synced };
  });
}

async function syncNamed(file: OpenFile, path: string, files: Files): Promise<void> {
  try {
    await file.sync();
    files.syncFolder(dirname(path));
  } catch (thrown) {
    throw new ProblemError(...asProblem(thrown), thrown);
  } finally {
    await closeQuietly(file);
  }
}

/** Everything that is written, and not yet synced. */
interface Written {
  readonly part: string;
  readonly file: OpenFile;
  readonly copied: CopiedFile;
}

/** Writes the copy beside its target; `finish` gives it its name, and closes it. What fails leaves nothing. */
async function copying<T>(
  sourcePath: string,
  targetPath: string,
  options: CopyOptions,
  finish: (written: Written) => Promise<T>,
): Promise<T> {
  const { files = systemFiles, limitBytes } = options;
  const source = await openSource(sourcePath, limitBytes, files);
  const part = `${targetPath}${PARTIAL}`;
  try {
    return await finish(await writePart(source, part, { ...options, sourcePath, files }));
  } catch (thrown) {
    removeQuietly(files, part);
    throw thrown instanceof ProblemError ? thrown : new ProblemError(...asProblem(thrown), thrown);
  } finally {
    await closeQuietly(source.file);
  }
}

interface Source {
  readonly file: OpenFile;
  readonly before: BigIntStats;
}

async function openSource(path: string, limitBytes: number, files: Files): Promise<Source> {
  let file: OpenFile | undefined;
  try {
    // Looked at before it is opened: opening a device can already do something.
    const seen = await files.stat(path);
    refuseByKind(seen, path);
    file = await files.open(path, READ_FLAGS);
    const before = await file.stat();
    refuseByKind(before, path);
    if (before.ino !== seen.ino || before.dev !== seen.dev) throw changed(path);
    if (before.size > limitBytes) throw tooLarge(path, limitBytes, Number(before.size));
    return { file, before };
  } catch (thrown) {
    if (file) await closeQuietly(file);
    throw sourceProblem(thrown, path);
  }
}

interface Writing extends CopyOptions {
  readonly sourcePath: string;
  readonly files: Files;
}

async function writePart({ file, before }: Source, part: string, writing: Writing): Promise<Written> {
  const { sourcePath, limitBytes, signal, onProgress, files } = writing;
  const total = Number(before.size);
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(CHUNK);
  // What a killed attempt of the same import left; nobody else writes this name.
  files.remove(part);
  const target = await files.open(part, 'wx');
  let done = 0;
  try {
    for (;;) {
      if (signal.aborted) throw new ProblemError('cancelled', { path: sourcePath });
      const length = await read(file, buffer, sourcePath);
      if (length === 0) break;
      done += length;
      // A source that grows must not fill the disk.
      if (done > limitBytes) throw tooLarge(sourcePath, limitBytes, done);
      const chunk = buffer.subarray(0, length);
      const writing = target.write(chunk);
      hash.update(chunk);
      await writing;
      onProgress(done, Math.max(total, done));
    }
    const after = await statOf(file, sourcePath);
    if (done !== total || after.size !== before.size || after.mtimeNs !== before.mtimeNs) throw changed(sourcePath);
  } catch (thrown) {
    await closeQuietly(target);
    throw thrown;
  }
  return { part, file: target, copied: { sha256: hash.digest('hex'), sizeBytes: done } };
}

async function read(file: OpenFile, buffer: Buffer, path: string): Promise<number> {
  try {
    return await file.read(buffer);
  } catch (thrown) {
    throw sourceProblem(thrown, path);
  }
}

async function statOf(file: OpenFile, path: string): Promise<BigIntStats> {
  try {
    return await file.stat();
  } catch (thrown) {
    throw sourceProblem(thrown, path);
  }
}

function refuseByKind(stats: BigIntStats, path: string): void {
  if (stats.isDirectory()) throw new ProblemError('source-folder', { path });
  if (!stats.isFile()) throw new ProblemError('source-special', { path, kind: kindOf(stats) });
}

function kindOf(stats: BigIntStats): string {
  if (stats.isFIFO()) return 'fifo';
  if (stats.isSocket()) return 'socket';
  return stats.isBlockDevice() || stats.isCharacterDevice() ? 'device' : 'special';
}

function changed(path: string): ProblemError {
  return new ProblemError('source-unreadable', { path, system: 'CHANGED' });
}

function tooLarge(path: string, limit: number, size: number): ProblemError {
  return new ProblemError('source-too-large', { path, limit, size });
}

/** What the system says about the user's own file is about that file, not about the data folder. */
function sourceProblem(thrown: unknown, path: string): ProblemError {
  if (thrown instanceof ProblemError) return thrown;
  const system = String((thrown as NodeJS.ErrnoException).code ?? '');
  switch (system) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new ProblemError('source-missing', { path }, thrown);
    case 'EISDIR':
      return new ProblemError('source-folder', { path }, thrown);
    // What open() answers for a socket or a device without a driver.
    case 'ENXIO':
    case 'ENODEV':
      return new ProblemError('source-special', { path, kind: 'special' }, thrown);
    case 'EMFILE':
    case 'ENFILE':
      return new ProblemError('too-many-files', { path, system }, thrown);
    default:
      return new ProblemError('source-unreadable', { path, system: system || 'UNKNOWN' }, thrown);
  }
}

function asProblem(thrown: unknown): [ProblemError['problem']['code'], ProblemError['problem']['values']] {
  const { code, values } = problemOf(thrown);
  return [code, values];
}

async function closeQuietly(file: OpenFile): Promise<void> {
  try {
    await file.close();
  } catch {
    // Nothing was promised that depends on it: the content was synced before, or is thrown away.
  }
}

function removeQuietly(files: Files, path: string): void {
  try {
    files.remove(path);
  } catch {
    // The sweep removes what is left in staging.
  }
}
