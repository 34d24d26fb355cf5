/** Judges extra fields: well-formed, of a kind that changes nothing a reader sees. */
import type { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { extraOf, FLAG, nameOf, type TwinFields } from './records.ts';

export interface ExtraField {
  readonly id: number;
  readonly data: Buffer;
}

export const ZIP64_EXTRA = 0x0001;

const UNICODE_PATH = 0x7075;
/** Info-ZIP's Unicode comment, Xceed's Unicode names. */
const OTHER_NAMES: ReadonlySet<number> = new Set([0x6375, 0x554e]);
/** PKWARE Unix and ASi Unix can carry link targets; libarchive's `xl` carries attributes, and with them the file's kind. */
const LINK_CARRIERS: ReadonlySet<number> = new Set([0x000d, 0x756e, 0x6c78]);

/**
 * What ordinary writers add and what means nothing to the content: NTFS and Unix time stamps (three kinds), user ids, security
 * descriptors, the Java and Android markers, the growth hint of System.IO.Packaging.
 */
const HARMLESS: ReadonlySet<number> = new Set([0x000a, 0x5455, 0x5855, 0x7855, 0x7875, 0x4453, 0xcafe, 0xd935, 0xa220]);

export interface ExtraFault {
  readonly variant: 'malformed' | 'unicode-path' | 'link' | 'unknown' | 'zip64';
  /** As `0x7075`; `none` when the field is too short to have an id. */
  readonly id: string;
}

/** Splits an extra field into its parts, or null when their lengths do not add up. */
export function parseExtra(extra: Buffer): readonly ExtraField[] | null {
  const fields: ExtraField[] = [];
  let at = 0;
  while (at < extra.length) {
    if (at + 4 > extra.length) return null;
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (end > extra.length) return null;
    fields.push({ id: extra.readUInt16LE(at), data: extra.subarray(at + 4, end) });
    at = end;
  }
  return fields;
}

/** True when a header's extra field, as far as it can be read, holds a ZIP64 part. */
export function hasZip64(archive: Buffer, header: TwinFields): boolean {
  return (
    header.extraEnd > header.extraAt &&
    (parseExtra(extraOf(archive, header))?.some(({ id }) => id === ZIP64_EXTRA) ?? false)
  );
}

/** The first fault of a header's extra field, or null. */
export function extraFault(archive: Buffer, header: TwinFields): ExtraFault | null {
  if (header.extraEnd === header.extraAt) return null;
  const extra = extraOf(archive, header);
  const fields = parseExtra(extra);
  if (fields === null) return { variant: 'malformed', id: extra.length >= 2 ? hex(extra.readUInt16LE(0)) : 'none' };
  const paths = fields.filter(({ id }) => id === UNICODE_PATH).length;
  for (const { id, data } of fields) {
    if (id === UNICODE_PATH) {
      if (paths === 1 && repeatsName(data, nameOf(archive, header), header.flags)) continue;
      return { variant: 'unicode-path', id: hex(id) };
    }
    if (OTHER_NAMES.has(id)) return { variant: 'unicode-path', id: hex(id) };
    if (LINK_CARRIERS.has(id)) return { variant: 'link', id: hex(id) };
    if (id === ZIP64_EXTRA) return { variant: 'zip64', id: hex(id) };
    if (!HARMLESS.has(id)) return { variant: 'unknown', id: hex(id) };
    if (!isWellFormed(id, data)) return { variant: 'malformed', id: hex(id) };
  }
  return null;
}

/**
 * True for a Unicode path that only repeats the name: JSZip adds one to every name beyond ASCII, beside flag 11. Whichever of the two a
 * program takes, it takes the same bytes; that is the one form in which this field is harmless.
 */
function repeatsName(data: Buffer, name: Buffer, flags: number): boolean {
  const VERSION = 1;
  return (
    (flags & FLAG.utf8) !== 0 &&
    data.length > 5 &&
    data[0] === VERSION &&
    data.readUInt32LE(1) === crc32(name) &&
    data.subarray(5).equals(name)
  );
}

/** Programs that read time stamps have crashed on short ones; the three kinds with an inner structure are walked. */
function isWellFormed(id: number, data: Buffer): boolean {
  if (id === 0x5455) return data.length >= 1 && data.length <= 13 && (data.length - 1) % 4 === 0;
  if (id === 0x7875) return isUnixIds(data);
  if (id === 0x000a) return data.length >= 4 && parseExtra(data.subarray(4)) !== null;
  return true;
}

/** Info-ZIP Unix: version 1, then two numbers, each with its length. */
function isUnixIds(data: Buffer): boolean {
  const userBytes = data[1];
  if (userBytes === undefined) return false;
  const groupBytes = data[2 + userBytes];
  return groupBytes !== undefined && data.length === 3 + userBytes + groupBytes;
}

function hex(id: number): string {
  return `0x${id.toString(16).padStart(4, '0')}`;
}
