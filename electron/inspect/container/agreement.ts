/** The second opinion: yauzl lists the same archive, and every difference from the proven view is a finding. */
import type { Buffer } from 'node:buffer';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
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
  let seen: readonly Entry[];
  try {
    seen = await listEntries(archive);
  } catch (thrown) {
    // Whatever the second reader objects to, its words are evidence, not a reason to trust.
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return finding('zip/end-record', {}, { variant: 'readers', reason });
  }
  if (seen.length !== proven.length) {
    return finding('zip/end-record', {}, { variant: 'readers', reason: `${seen.length} ≠ ${proven.length}` });
  }
  for (const [index, { name, header }] of proven.entries()) {
    const entry = seen[index];
    const field = entry === undefined ? 'name' : differingField(entry, name, header);
    if (field !== null) {
      return finding('zip/header-mismatch', { path: name, offset: header.at }, { variant: 'readers', fields: [field] });
    }
  }
  return null;
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

async function listEntries(archive: Buffer): Promise<readonly Entry[]> {
  const reader: ZipFile = await fromBufferPromise(archive, {
    lazyEntries: true,
    strictFileNames: true,
    validateEntrySizes: true,
    decodeStrings: true,
  });
  const entries: Entry[] = [];
  for await (const entry of reader.eachEntry()) entries.push(entry);
  return entries;
}
