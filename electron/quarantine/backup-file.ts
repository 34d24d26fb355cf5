/**
 * The file of a backup: a ZIP without compression, readable by any program. It holds the database, the policy, the private copies, the
 * generations of the profiles, and at its end `backup.json` with the size and digest of each.
 */
import { createHash } from 'node:crypto';
import { type Entry, open as openZip, type ZipFile } from 'yauzl';
import { ProblemError } from '../problem.ts';

export const BACKUP_SCHEMA = 'uaix-desktop.backup.v1';
export const BACKUP_LIST = 'backup.json';
export const DATABASE_NAME = 'desk.sqlite';
export const POLICY_NAME = 'policy.json';

export interface BackupEntry {
  readonly path: string;
  readonly sizeBytes: number;
  readonly sha256: string;
}

export interface BackupList {
  readonly schema: typeof BACKUP_SCHEMA;
  readonly createdUtc: string;
  /** Events of the log at that moment. */
  readonly events: number;
  readonly entries: readonly BackupEntry[];
  /** What was damaged already and therefore is not in the backup. */
  readonly omitted: readonly string[];
}

/** The list is small text; more is no list. In bytes. */
const LIST_AT_MOST = 256 * 1024 * 1024;

const ARCHIVE_PATH = /^quarantine\/[0-9a-f]{64}\/package\.uaix$/;
const HANDOFF_PATH = /^handoff\/[0-9a-f]{64}$/;
const GENERATION_PATH = /^profiles\/[0-9a-f]{16}\/generations\/[1-9]\d*(?:\.json|\/.+)$/;

/** A backup may come from anywhere: only names that this program writes are accepted, and no name that leads out. */
export function isBackupPath(path: string): boolean {
  if (path === DATABASE_NAME || path === POLICY_NAME || ARCHIVE_PATH.test(path) || HANDOFF_PATH.test(path)) return true;
  if (!GENERATION_PATH.test(path) || /[\\:\0]/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

/** What is done with the bytes of an entry. Null skips it. */
export type EntrySink = (path: string) => Promise<EntryTarget | null>;
export interface EntryTarget {
  write(bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/**
 * Reads a backup from its beginning to its end and proves every entry against the list.
 * @throws ProblemError damaged when it is no backup, an entry is missing, added, doubled or has other bytes
 */
export async function readBackup(file: string, sink: EntrySink): Promise<BackupList> {
  const zip = await opened(file);
  const found = new Map<string, BackupEntry>();
  let list: BackupList | null = null;
  try {
    for await (const entry of entriesOf(zip)) {
      const path = entry.fileName;
      if (path === BACKUP_LIST) {
        list = parseList(file, await readAll(zip, entry));
        continue;
      }
      if (!isBackupPath(path) || found.has(path)) throw notWhole(file, path);
      const out = await sink(path);
      const hash = createHash('sha256');
      let sizeBytes = 0;
      try {
        for await (const chunk of await streamOf(zip, entry)) {
          const bytes = chunk as Buffer;
          hash.update(bytes);
          sizeBytes += bytes.length;
          await out?.write(bytes);
        }
      } finally {
        await out?.close();
      }
      found.set(path, { path, sizeBytes, sha256: hash.digest('hex') });
    }
  } catch (thrown) {
    // What yauzl says of a file that is no ZIP, is cut or has wrong checksums has no code; system errors have one.
    if (thrown instanceof ProblemError || (thrown as NodeJS.ErrnoException).code) throw thrown;
    throw notWhole(file, (thrown as Error).message);
  } finally {
    zip.close();
  }
  if (list === null) throw notWhole(file, BACKUP_LIST);
  for (const { path, sizeBytes, sha256 } of list.entries) {
    const entry = found.get(path);
    if (entry?.sha256 !== sha256 || entry.sizeBytes !== sizeBytes) throw notWhole(file, path);
  }
  if (found.size !== list.entries.length || !found.has(DATABASE_NAME)) throw notWhole(file, DATABASE_NAME);
  return list;
}

export function notWhole(file: string, name: string): ProblemError {
  return new ProblemError('damaged', { what: file, variant: 'backup', name });
}

function parseList(file: string, bytes: Buffer): BackupList {
  try {
    const list = JSON.parse(bytes.toString('utf8')) as BackupList;
    if (list.schema === BACKUP_SCHEMA && Array.isArray(list.entries) && Array.isArray(list.omitted)) return list;
  } catch {
    // No JSON: told below like a list of something else.
  }
  throw notWhole(file, BACKUP_LIST);
}

async function opened(file: string): Promise<ZipFile> {
  return await new Promise((resolve, reject) => {
    openZip(file, { lazyEntries: true, autoClose: false, strictFileNames: true }, (thrown, zip) => {
      if (zip) resolve(zip);
      else reject((thrown as NodeJS.ErrnoException | null)?.code ? thrown : notWhole(file, thrown?.message ?? ''));
    });
  });
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  for (;;) {
    const entry = await new Promise<Entry | null>((resolve, reject) => {
      const settle = (value: Entry | null): void => {
        zip.removeAllListeners();
        resolve(value);
      };
      zip.once('entry', settle);
      zip.once('end', () => settle(null));
      zip.once('error', reject);
      zip.readEntry();
    });
    if (entry === null) return;
    yield entry;
  }
}

async function streamOf(zip: ZipFile, entry: Entry): Promise<NodeJS.ReadableStream> {
  return await new Promise((resolve, reject) => {
    zip.openReadStream(entry, (thrown, stream) => (stream ? resolve(stream) : reject(thrown)));
  });
}

async function readAll(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > LIST_AT_MOST) throw new Error('the list is too long');
  const chunks: Buffer[] = [];
  for await (const chunk of await streamOf(zip, entry)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
