/** Proves that the entries fill the file from its first byte to the directory, without gap or overlap. */
import type { Buffer } from 'node:buffer';
import { type Finding, finding } from '../../../shared/findings.ts';
import { type CentralHeader, SIGNATURE } from './records.ts';

/** The bytes that belong to one entry: from its local header to the next one, or to the directory. */
export interface Extent {
  readonly header: CentralHeader;
  readonly at: number;
  readonly endsAt: number;
}

/** A structure with many holes is refused by the first ones; the rest would only repeat it. */
const REPORTED_GAPS = 20;

type Extents =
  | { readonly ok: true; readonly extents: readonly Extent[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** Sorts the entries by their offset and gives each the bytes up to the next. Shared or impossible offsets are an overlap. */
export function layOut(headers: readonly CentralHeader[], directoryAt: number): Extents {
  const sorted = headers.toSorted((a, b) => a.localAt - b.localAt || a.at - b.at);
  const first = sorted[0];
  if (first === undefined) {
    return directoryAt === 0 ? { ok: true, extents: [] } : refuse(leading(directoryAt));
  }
  const shared = sorted.findIndex((header, i) => header.localAt === sorted[i + 1]?.localAt);
  const one = sorted[shared];
  if (one !== undefined) {
    const count = sorted.filter(({ localAt }) => localAt === one.localAt).length;
    return refuse(finding('zip/overlap', { offset: one.localAt }, { variant: 'same-offset', count }));
  }
  const beyond = sorted.find(({ localAt }) => localAt >= directoryAt);
  if (beyond !== undefined) {
    return refuse(finding('zip/overlap', { offset: beyond.localAt }, { variant: 'in-directory', limit: directoryAt }));
  }
  if (first.localAt > 0) return refuse(leading(first.localAt));
  const extents = sorted.map((header, i) => ({
    header,
    at: header.localAt,
    endsAt: sorted[i + 1]?.localAt ?? directoryAt,
  }));
  return { ok: true, extents };
}

/** What is left of an extent after its entry: `used` is the offset at which the entry's own bytes end. */
export interface Filled {
  readonly extent: Extent;
  readonly used: number;
}

/** The bytes between entries that nobody owns, and entries that run into their successor. Empty when every byte has one owner. */
export function unownedBytes(archive: Buffer, filled: readonly Filled[]): readonly Finding[] {
  const overlapping = filled.filter(({ extent, used }) => used > extent.endsAt);
  const first = overlapping[0];
  if (first !== undefined) {
    const { extent, used } = first;
    return [
      finding(
        'zip/overlap',
        { offset: extent.endsAt },
        { length: used - extent.endsAt, entryOffset: extent.at, count: overlapping.length },
      ),
    ];
  }
  return filled
    .filter(({ extent, used }) => used < extent.endsAt)
    .slice(0, REPORTED_GAPS)
    .map(({ extent, used }) => {
      const length = extent.endsAt - used;
      const hidden = length >= 4 && archive.readUInt32LE(used) === SIGNATURE.localHeader;
      return finding('zip/gap', { offset: used }, hidden ? { variant: 'hidden-entry', length } : { length });
    });
}

function leading(length: number): Finding {
  return finding('zip/leading-bytes', { offset: 0 }, { length });
}

function refuse(reason: Finding): Extents {
  return { ok: false, findings: [reason] };
}
