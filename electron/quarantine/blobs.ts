/** Bytes of the quarantine, proven by their digest at every read, and made again from the archive when they are lost. */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError } from '../problem.ts';
import { nextTurn, slicesOf } from '../turns.ts';
import { digestBytes } from './digest.ts';
import type { DataLayout } from './layout.ts';

/**
 * Reads files of a whole archive anew: the bytes of those whose digests are wanted, as far as they can be had. The inspector's reader
 * is handed in; what it gives is proven again here.
 */
export type Rederive = (archive: Buffer, wanted: ReadonlySet<string>) => Promise<ReadonlyMap<string, Buffer>>;

/**
 * The bytes of one file.
 * @throws ProblemError damaged when they are missing or have another digest (then `restoreBlobs` may help), or one of the environment
 */
export function readBlob(layout: DataLayout, archive: string, fileSha256: string, files: Files = systemFiles): Buffer {
  const bytes = readIfThere(files, layout.blob(archive, fileSha256));
  if (bytes === null || digestBytes(bytes) !== fileSha256) throw damaged(archive, fileSha256, bytes === null);
  return bytes;
}

/**
 * The bytes of one file, made again from the archive when they are missing or damaged.
 * @throws ProblemError damaged when the archive is not whole either
 */
export async function readBlobOrRestore(
  layout: DataLayout,
  archive: string,
  fileSha256: string,
  rederive: Rederive,
  files: Files = systemFiles,
): Promise<Buffer> {
  const bytes = readIfThere(files, layout.blob(archive, fileSha256));
  if (bytes !== null && digestBytes(bytes) === fileSha256) return bytes;
  const restored = await restoreBlobs(layout, archive, [fileSha256], rederive, files);
  const again = restored.get(fileSha256);
  if (!again) throw damaged(archive, fileSha256, bytes === null);
  return again;
}

/** Bytes hashed at a stretch: a few milliseconds. */
const STEP = 1024 * 1024;

/** As {@link readBlobOrRestore}, for files of any size: read and hashed in steps, so that nothing else waits for it. */
export async function readBlobInSteps(
  layout: DataLayout,
  archive: string,
  fileSha256: string,
  rederive: Rederive,
  files: Files = systemFiles,
): Promise<Buffer> {
  const path = layout.blob(archive, fileSha256);
  const found = files.look(path);
  const bytes = found?.kind === 'file' ? await readInSteps(files, path, found.sizeBytes, fileSha256) : null;
  return bytes ?? (await readBlobOrRestore(layout, archive, fileSha256, rederive, files));
}

/** Null when the file is gone, is longer or shorter than it was, or has another digest. */
async function readInSteps(files: Files, path: string, sizeBytes: number, sha256: string): Promise<Buffer | null> {
  const bytes = Buffer.allocUnsafe(sizeBytes);
  const hash = createHash('sha256');
  try {
    const file = await files.open(path, constants.O_RDONLY);
    try {
      for (let done = 0; done < sizeBytes; ) {
        const length = await file.read(bytes.subarray(done, done + STEP));
        if (length === 0) return null;
        hash.update(bytes.subarray(done, done + length));
        done += length;
      }
    } finally {
      await file.close();
    }
  } catch (thrown) {
    if (isLost(thrown)) return null;
    throw thrown;
  }
  return hash.digest('hex') === sha256 ? bytes : null;
}

/**
 * Makes blobs again from the archive, if that is whole, and puts them in their place.
 * @returns the bytes of those that are proven now
 */
export async function restoreBlobs(
  layout: DataLayout,
  archive: string,
  wanted: readonly string[],
  rederive: Rederive,
  files: Files = systemFiles,
): Promise<ReadonlyMap<string, Buffer>> {
  const proven = new Map<string, Buffer>();
  const whole = readIfThere(files, layout.archive(archive));
  if (whole === null || digestBytes(whole) !== archive) return proven;
  for (const [digest, bytes] of await rederive(whole, new Set(wanted))) {
    if (!wanted.includes(digest) || digestBytes(bytes) !== digest) continue;
    proven.set(digest, bytes);
    putBack(layout, archive, digest, bytes, files);
  }
  return proven;
}

/**
 * Digests of the files whose blob is missing or has another size: a look, for lists. What is read is proven by its digest besides, and
 * the doctor proves all of them.
 */
export function damagedBlobs(
  layout: DataLayout,
  archive: string,
  listed: readonly ListedBlob[],
  files: Files = systemFiles,
): ReadonlySet<string> {
  const damagedOnes = listed.filter((file) => isDamaged(files, layout, archive, file));
  return new Set(damagedOnes.map(({ sha256 }) => sha256));
}

/** Files looked at in one turn: a few milliseconds. */
const LOOKS = 250;

/** As {@link damagedBlobs}, for packages of any size: in turns, so that nothing else waits for it. */
export async function damagedBlobsInTurns(
  layout: DataLayout,
  archive: string,
  listed: readonly ListedBlob[],
  files: Files = systemFiles,
): Promise<ReadonlySet<string>> {
  const damagedOnes = new Set<string>();
  for (const some of slicesOf(listed, LOOKS)) {
    for (const sha256 of damagedBlobs(layout, archive, some, files)) damagedOnes.add(sha256);
    await nextTurn();
  }
  return damagedOnes;
}

interface ListedBlob {
  readonly sha256: string;
  readonly sizeBytes: number;
}

function isDamaged(files: Files, layout: DataLayout, archive: string, { sha256, sizeBytes }: ListedBlob): boolean {
  const found = files.look(layout.blob(archive, sha256));
  return found?.kind !== 'file' || found.sizeBytes !== sizeBytes;
}

/** The private copy of a package. @throws ProblemError damaged when it is missing or has another digest */
export function readArchive(layout: DataLayout, archive: string, files: Files = systemFiles): Buffer {
  const bytes = readIfThere(files, layout.archive(archive));
  if (bytes === null || digestBytes(bytes) !== archive) throw damaged(archive, archive, bytes === null);
  return bytes;
}

/** The bytes are proven and can be shown even where they cannot be written: a full disk must not hide them. */
function putBack(layout: DataLayout, archive: string, digest: string, bytes: Buffer, files: Files): void {
  try {
    files.makeFolder(layout.blobs(archive));
    files.replace(layout.blob(archive, digest), bytes);
  } catch {
    // Made again at the next read.
  }
}

function readIfThere(files: Files, path: string): Buffer | null {
  try {
    return files.readAll(path);
  } catch (thrown) {
    if (isLost(thrown)) return null;
    throw thrown;
  }
}

/** EIO: the disk no longer gives these bytes; that is damage, not a problem of rights or space. */
function isLost(thrown: unknown): boolean {
  const { code } = thrown as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR' || code === 'EIO';
}

function damaged(archive: string, digest: string, missing: boolean): ProblemError {
  return new ProblemError('damaged', { what: archive, file: digest, found: missing ? 'missing' : 'changed' });
}
