/** Finds the one end record, which must be the last 22 bytes of the file. */
import { Buffer } from 'node:buffer';
import { type Finding, finding } from '../../../shared/findings.ts';
import { END_RECORD_BYTES, type EndRecord, readEndRecord, SIGNATURE, ZIP64_LOCATOR_BYTES } from './records.ts';

const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const MAX_COMMENT_BYTES = 0xffff;

type Located = { readonly ok: true; readonly end: EndRecord } | { readonly ok: false; readonly finding: Finding };

/**
 * The end record when it closes the file and claims no comment and no ZIP64; otherwise the one finding that says what stands in
 * the way. Programs look for this record in different ways, so only the position at which all of them find the same one counts.
 */
export function locateEndRecord(archive: Buffer): Located {
  const at = archive.length - END_RECORD_BYTES;
  if (at < 0 || archive.readUInt32LE(at) !== SIGNATURE.endRecord || archive.readUInt16LE(at + 20) !== 0) {
    return { ok: false, finding: misplaced(archive) };
  }
  const end = readEndRecord(archive, at);
  const zip64 = zip64Marker(archive, end);
  return zip64 === null ? { ok: true, end } : { ok: false, finding: zip64 };
}

function misplaced(archive: Buffer): Finding {
  if (archive.length === 0) return finding('zip/not-zip', {}, { variant: 'empty', sizeBytes: 0 });
  const whole = archive.lastIndexOf(END_SIGNATURE, archive.length - END_RECORD_BYTES);
  if (archive.length < END_RECORD_BYTES || whole < 0) {
    const begins = archive.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));
    return finding('zip/not-zip', {}, { variant: begins ? 'cut-short' : 'foreign', sizeBytes: archive.length });
  }
  const comment = commentToTheEnd(archive);
  if (comment !== null) return comment;
  const length = archive.readUInt16LE(whole + 20);
  const endsAt = whole + END_RECORD_BYTES + length;
  if (endsAt > archive.length) {
    const there = archive.length - whole - END_RECORD_BYTES;
    return finding('zip/comment', { offset: whole + END_RECORD_BYTES }, { variant: 'cut-short', length, there });
  }
  return finding('zip/trailing-bytes', { offset: endsAt }, { length: archive.length - endsAt });
}

/**
 * The finding for a comment that reaches exactly to the end of the file, or null. Such a comment may itself end in an end record, and
 * which of the two counts depends on the program.
 */
export function commentToTheEnd(archive: Buffer): Finding | null {
  const last = archive.length - END_RECORD_BYTES;
  const from = Math.max(0, last - MAX_COMMENT_BYTES);
  let at = last < 0 ? -1 : archive.lastIndexOf(END_SIGNATURE, last);
  while (at >= from) {
    const length = archive.readUInt16LE(at + 20);
    if (length > 0 && at + END_RECORD_BYTES + length === archive.length) {
      return finding('zip/comment', { offset: at + END_RECORD_BYTES }, { length });
    }
    at = at === 0 ? -1 : archive.lastIndexOf(END_SIGNATURE, at - 1);
  }
  return null;
}

function zip64Marker(archive: Buffer, end: EndRecord): Finding | null {
  const locatorAt = end.at - ZIP64_LOCATOR_BYTES;
  if (locatorAt >= 0 && archive.readUInt32LE(locatorAt) === SIGNATURE.zip64Locator) {
    return finding('zip/zip64', { offset: locatorAt }, { structure: 'locator' });
  }
  const marked =
    end.entries === 0xffff ||
    end.entriesHere === 0xffff ||
    end.disk === 0xffff ||
    end.directoryDisk === 0xffff ||
    end.directoryBytes === 0xffffffff ||
    end.directoryAt === 0xffffffff;
  return marked ? finding('zip/zip64', { offset: end.at }, { structure: 'end record' }) : null;
}
