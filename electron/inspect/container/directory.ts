/** Walks the central directory from its first byte to the end record and compares the end record with what was walked. */
import type { Buffer } from 'node:buffer';
import { type Finding, finding } from '../../../shared/findings.ts';
import type { Limits } from '../../../shared/limits.ts';
import {
  type CentralHeader,
  centralHeaderEnd,
  type EndRecord,
  LOCAL_HEADER_BYTES,
  readCentralHeader,
  SIGNATURE,
} from './records.ts';

type Directory =
  | { readonly ok: true; readonly headers: readonly CentralHeader[] }
  | { readonly ok: false; readonly finding: Finding };

interface Walk {
  readonly count: number;
  readonly endsAt: number;
}

/**
 * The central headers, when they fill the bytes from the declared offset to the end record and the end record's counts, size and
 * offset say so too. The count is taken from the bytes before anything is allocated for an entry.
 */
export function readDirectory(archive: Buffer, end: EndRecord, limits: Limits): Directory {
  const walk = walkHeaders(archive, end.directoryAt, end.at);
  if (walk.count > limits.entries) {
    return refuse(finding('zip/entry-count', {}, { actual: walk.count, limit: limits.entries }));
  }
  if (walk.endsAt !== end.at) return refuse(displaced(archive, end, walk));
  const wrong = wrongFields(end, walk);
  if (wrong.length > 0) {
    const [field, declared, actual] = wrong[0] ?? ['', 0, 0];
    const fields = wrong.map(([name]) => name);
    return refuse(finding('zip/end-record', { offset: end.at }, { field, declared, actual, fields }));
  }
  const headers: CentralHeader[] = [];
  for (let at = end.directoryAt; at < end.at; ) {
    const header = readCentralHeader(archive, at, end.at);
    if (header === null) return refuse(finding('zip/end-record', { offset: at }, { variant: 'offset' }));
    headers.push(header);
    at = header.endsAt;
  }
  return { ok: true, headers };
}

function refuse(reason: Finding): Directory {
  return { ok: false, finding: reason };
}

function walkHeaders(archive: Buffer, from: number, limit: number): Walk {
  let count = 0;
  let at = from;
  for (let next = centralHeaderEnd(archive, at, limit); next !== null; next = centralHeaderEnd(archive, at, limit)) {
    count += 1;
    at = next;
  }
  return { count, endsAt: at };
}

function wrongFields(end: EndRecord, walk: Walk): (readonly [string, number, number])[] {
  const compared: (readonly [string, number, number])[] = [
    ['entries', end.entries, walk.count],
    ['entriesOnDisk', end.entriesHere, walk.count],
    ['directorySize', end.directoryBytes, walk.endsAt - end.directoryAt],
    ['disk', end.disk, 0],
    ['directoryDisk', end.directoryDisk, 0],
  ];
  return compared.filter(([, declared, actual]) => declared !== actual);
}

/** The directory does not end where the end record begins: says which bytes have no owner, or that the offset is wrong. */
function displaced(archive: Buffer, end: EndRecord, walk: Walk): Finding {
  const none = walk.count === 0;
  // Nothing is declared and nothing is there: all the bytes before the end record are foreign.
  if (none && end.entries === 0 && end.entriesHere === 0 && end.directoryBytes === 0) {
    return finding('zip/leading-bytes', { offset: 0 }, { length: end.at });
  }
  // Headers from the declared offset of the declared size, and then something else.
  if (!none && (end.directoryBytes === walk.endsAt - end.directoryAt || walk.count === end.entries)) {
    return finding('zip/gap', { offset: walk.endsAt }, { variant: 'before-end', length: end.at - walk.endsAt });
  }
  // A whole directory right before the end record, at another offset than declared: something was put before the archive.
  const adjacent = end.at - end.directoryBytes;
  const shift = adjacent - end.directoryAt;
  if (shift > 0 && end.directoryBytes > 0 && walkHeaders(archive, adjacent, end.at).endsAt === end.at) {
    const first = readCentralHeader(archive, adjacent, end.at);
    const localAt = (first?.localAt ?? 0) + shift;
    if (
      localAt + LOCAL_HEADER_BYTES <= adjacent &&
      archive.readUInt32LE(localAt) === SIGNATURE.localHeader &&
      archive.readUInt32LE(0) !== SIGNATURE.localHeader
    ) {
      return finding('zip/leading-bytes', { offset: 0 }, { length: shift });
    }
    return finding(
      'zip/end-record',
      { offset: end.at },
      { field: 'directoryOffset', declared: end.directoryAt, actual: adjacent, fields: ['directoryOffset'] },
    );
  }
  return finding('zip/end-record', { offset: end.at }, { variant: 'no-directory', declared: end.directoryAt });
}
