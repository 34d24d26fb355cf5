/**
 * The file operations of the rooms that keep things, as one object: tests put another one in its place, whose Nth call fails.
 * What runs inside a database transaction is synchronous and short; what moves many bytes is not.
 */
import { randomUUID } from 'node:crypto';
import {
  type BigIntStats,
  chmodSync,
  close,
  closeSync,
  existsSync,
  fstat,
  fsync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  open,
  openSync,
  read,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  write,
  writeFileSync,
} from 'node:fs';
import { rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

/** Only this account: what lies in quarantine is nobody else's business. */
export const PRIVATE_FILE = 0o600;
export const PRIVATE_FOLDER = 0o700;

/** An open file. Reads and writes are sequential. */
export interface OpenFile {
  stat(): Promise<BigIntStats>;
  /** @returns the number of bytes put at the start of `buffer`; 0 at the end */
  read(buffer: Buffer): Promise<number>;
  /** Writes all of `bytes`. */
  write(bytes: Buffer): Promise<void>;
  /** Returns once the content is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What is at a path, without following a link. */
export interface Found {
  readonly kind: 'file' | 'folder' | 'other';
  readonly sizeBytes: number;
  readonly mode: number;
  readonly modifiedMs: number;
}

/** Every method throws Node's system errors; `problemOf` makes problems of them. */
export interface Files {
  open(path: string, flags: number | 'wx' | 'w', mode?: number): Promise<OpenFile>;
  /** Follows links. */
  stat(path: string): Promise<BigIntStats>;
  /** Bytes this account may still write on the disk that holds `folder`. */
  freeBytes(folder: string): Promise<number>;
  /** Removes a file or a folder with all that is in it; quiet when there is none. */
  removeTree(path: string): Promise<void>;

  /** Null when nothing is there. */
  look(path: string): Found | null;
  /** Names in a folder, in code-unit order; none when there is no folder. */
  list(folder: string): readonly string[];
  readAll(path: string): Buffer;
  /** Writes beside the target, syncs, renames into place, syncs the folder: the old content or the new, never a part. */
  replace(path: string, bytes: Buffer | string): void;
  /** Makes a folder and those above it; quiet when it is there. */
  makeFolder(path: string): void;
  rename(from: string, to: string): void;
  /** Returns once the names in the folder are on the disk. */
  syncFolder(path: string): void;
  /** Removes one file; quiet when there is none. */
  remove(path: string): void;
  setMode(path: string, mode: number): void;
}

/**
 * Folders to be made for `path`, outermost first. Found by looking upwards: Node's own `recursive` never returns where the system
 * answers "no such file" to every attempt, as below /proc.
 */
export function missingFolders(path: string): readonly string[] {
  const missing: string[] = [];
  for (let at = path; !existsSync(at); at = dirname(at)) {
    missing.unshift(at);
    if (at === dirname(at)) break;
  }
  return missing;
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder, { mode: PRIVATE_FOLDER });
  } catch (thrown) {
    // Another program on the same data folder was faster.
    if (errnoOf(thrown) !== 'EEXIST') throw thrown;
  }
}

/** Windows refuses to rename while a virus scanner holds the file for a moment. In milliseconds. */
const RENAME_PAUSES = [5, 10, 20, 40, 80, 160, 320];
const HELD_BY_OTHERS = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** The ending of names that are never final: the sweep removes them. */
export const PARTIAL = '.part';

/** Waits without giving up the thread: only for a few milliseconds, inside a transaction or before the database is open. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

function errnoOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? '';
}

/** Plain descriptors: for thousands of small files, Node's own file handles cost more time than the disk. */
const byDescriptor = {
  open: promisify(open),
  stat: promisify(fstat),
  read: promisify(read),
  write: promisify(write),
  sync: promisify(fsync),
  close: promisify(close),
};

export const systemFiles: Files = {
  async open(path, flags, mode = PRIVATE_FILE) {
    const descriptor = await byDescriptor.open(path, flags, mode);
    return {
      stat: () => byDescriptor.stat(descriptor, { bigint: true }),
      read: async (buffer) => (await byDescriptor.read(descriptor, buffer, 0, buffer.length, null)).bytesRead,
      async write(bytes) {
        for (let done = 0; done < bytes.length; ) {
          done += (await byDescriptor.write(descriptor, bytes, done, bytes.length - done, null)).bytesWritten;
        }
      },
      sync: () => byDescriptor.sync(descriptor),
      close: () => byDescriptor.close(descriptor),
    };
  },
  stat: (path) => stat(path, { bigint: true }),
  async freeBytes(folder) {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  },
  removeTree: (path) => rm(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 }),

  look(path) {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (!stats) return null;
    const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
    return { kind, sizeBytes: stats.size, mode: stats.mode & 0o7777, modifiedMs: stats.mtimeMs };
  },
  list(folder) {
    try {
      return readdirSync(folder).sort();
    } catch (thrown) {
      if (errnoOf(thrown) === 'ENOENT') return [];
      throw thrown;
    }
  },
  readAll: (path) => readFileSync(path),
  replace(path, bytes) {
    const part = `${path}.${process.pid}-${randomUUID()}${PARTIAL}`;
    try {
      writeFileSync(part, bytes, { flag: 'wx', mode: PRIVATE_FILE, flush: true });
      this.rename(part, path);
    } catch (thrown) {
      rmSync(part, { force: true });
      throw thrown;
    }
    this.syncFolder(dirname(path));
  },
  makeFolder(path) {
    for (const folder of missingFolders(path)) makeOne(folder);
  },
  rename(from, to) {
    for (const milliseconds of process.platform === 'win32' ? RENAME_PAUSES : []) {
      try {
        renameSync(from, to);
        return;
      } catch (thrown) {
        if (!HELD_BY_OTHERS.has(errnoOf(thrown))) throw thrown;
        pause(milliseconds);
      }
    }
    renameSync(from, to);
  },
  syncFolder(path) {
    // Windows cannot open a folder; there the journal of NTFS orders the names.
    if (process.platform === 'win32') return;
    const descriptor = openSync(path, 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  },
  remove(path) {
    try {
      unlinkSync(path);
    } catch (thrown) {
      if (errnoOf(thrown) !== 'ENOENT') throw thrown;
    }
  },
  setMode: (path, mode) => chmodSync(path, mode),
};
