/** The second opinion: yauzl lists the same archive, and every difference from the proven view is a finding. */
import type { Buffer } from 'node:buffer';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { type Finding, finding } from '../../../shared/findings.ts';
import type { CentralHeader } from './records.ts';

/** An entry as the walker proved it, folders included, in the order of the central directory. */
export interface ProvenEntry {
  readonly name: string;
  readonly header: CentralHeader;
}

/**
 * Null when yauzl sees the same entries with the same names, sizes, CRCs, methods and places. Called only for archives without
 * another reason for refusal: a second reader that stumbles over a known fault says nothing new.
 */
export async function disagreement(archive: Buffer, proven: readonly ProvenEntry[]): Promise<Finding | null> {
  let difference: Finding | null = null;
  let seen = 0;
  try {
    await listEntries(archive, (entry) => {
      difference ??= differenceFrom(proven[seen], entry);
      seen += 1;
    });
  } catch (thrown) {
    // Whatever the second reader objects to, its words are evidence, not a reason to trust.
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return finding('zip/end-record', {}, { variant: 'readers', reason });
  }
  if (seen !== proven.length) {
    return finding('zip/end-record', {}, { variant: 'readers', reason: `${seen} ≠ ${proven.length}` });
  }
  return difference;
}

/** Null for an entry too many as well: their number says so. */
function differenceFrom(proven: ProvenEntry | undefined, entry: Entry): Finding | null {
  if (proven === undefined) return null;
  const { name, header } = proven;
  const field = differingField(entry, name, header);
  if (field === null) return null;
  return finding('zip/header-mismatch', { path: name, offset: header.at }, { variant: 'readers', fields: [field] });
}

function differingField(entry: Entry, name: string, header: CentralHeader): string | null {
  if (entry.fileName !== name) return 'name';
  if (entry.compressionMethod !== header.method) return 'method';
  if (entry.generalPurposeBitFlag !== header.flags) return 'flags';
  if (entry.compressedSize !== header.compressedBytes) return 'compressedSize';
  if (entry.uncompressedSize !== header.sizeBytes) return 'size';
  if (entry.crc32 !== header.crc32) return 'crc';
  return entry.relativeOffsetOfLocalHeader === header.localAt ? null : 'offset';
}

/** Hands on one entry after the other, in the order of the directory. */
async function listEntries(archive: Buffer, take: (entry: Entry) => void): Promise<void> {
  const reader = await fromRandomAccessReaderPromise(new BytesAtHand(archive), archive.length, {
    autoClose: false,
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
    decodeStrings: true,
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let taken = 0;
  let isAsking = false;
  // An entry comes at once while it is asked for, or, where yauzl waits, later; the last question is answered by `end`.
  const ask = (): void => {
    isAsking = true;
    let before: number;
    do {
      before = taken;
      reader.readEntry();
    } while (taken > before);
    isAsking = false;
  };
  reader.on('entry', (entry: Entry) => {
    take(entry);
    taken += 1;
    if (!isAsking) ask();
  });
  reader.on('end', resolve);
  reader.on('error', reject);
  ask();
  await promise;
}

/** Answers at once: yauzl's own reader of bytes lets the event loop turn twice for every entry. */
class BytesAtHand extends RandomAccessReader {
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    at: number,
    done: (failed: Error | null) => void,
  ): void {
    const isThere = at + length <= this.#bytes.length;
    if (isThere) this.#bytes.copy(buffer, offset, at, at + length);
    done(isThere ? null : new Error('unexpected EOF'));
  }
}
