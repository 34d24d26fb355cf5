/** The fixed records of a ZIP file, read from their bytes without judgement (APPNOTE 6.3, sections 4.3.7 to 4.3.16). */
import type { Buffer } from 'node:buffer';

export const SIGNATURE = {
  localHeader: 0x04034b50,
  centralHeader: 0x02014b50,
  endRecord: 0x06054b50,
  descriptor: 0x08074b50,
  zip64EndRecord: 0x06064b50,
  zip64Locator: 0x07064b50,
} as const;

export const LOCAL_HEADER_BYTES = 30;
export const CENTRAL_HEADER_BYTES = 46;
export const END_RECORD_BYTES = 22;
export const ZIP64_LOCATOR_BYTES = 20;

export const FLAG = {
  encrypted: 1 << 0,
  descriptor: 1 << 3,
  strongEncryption: 1 << 6,
  utf8: 1 << 11,
  maskedHeaders: 1 << 13,
} as const;

/** Compression hints, descriptor, UTF-8 names: the only flag bits a package may set. */
export const ALLOWED_FLAGS = (1 << 1) | (1 << 2) | FLAG.descriptor | FLAG.utf8;

export const METHOD = { stored: 0, deflated: 8 } as const;

/** The members that the local header and the central header both have. */
export interface TwinFields {
  readonly versionNeeded: number;
  readonly flags: number;
  readonly method: number;
  readonly time: number;
  readonly date: number;
  readonly crc32: number;
  readonly compressedBytes: number;
  readonly sizeBytes: number;
  /** Offset of the raw name, which ends at `extraAt`. No view of it: an archive has thousands of names, and looks at each once. */
  readonly nameAt: number;
  readonly extraAt: number;
  /** Offset of the first byte after the extra field. */
  readonly extraEnd: number;
}

export interface LocalHeader extends TwinFields {
  readonly hasSignature: boolean;
}

export interface CentralHeader extends TwinFields {
  /** Offset of this header in the archive. */
  readonly at: number;
  readonly commentBytes: number;
  readonly diskStart: number;
  /** Raw external attributes: Unix mode in the high half, DOS attributes in the low one. */
  readonly externalAttributes: number;
  readonly localAt: number;
  /** Offset of the first byte after this header. */
  readonly endsAt: number;
}

export interface EndRecord {
  readonly at: number;
  readonly disk: number;
  readonly directoryDisk: number;
  readonly entriesHere: number;
  readonly entries: number;
  readonly directoryBytes: number;
  readonly directoryAt: number;
  readonly commentBytes: number;
}

/** The raw name, aliases of the archive. */
export function nameOf(archive: Buffer, { nameAt, extraAt }: TwinFields): Buffer {
  return archive.subarray(nameAt, extraAt);
}

/** The raw extra field, aliases of the archive. */
export function extraOf(archive: Buffer, { extraAt, extraEnd }: TwinFields): Buffer {
  return archive.subarray(extraAt, extraEnd);
}

/** The local header at `at`, or null when it does not fit before `limit`. */
export function readLocalHeader(archive: Buffer, at: number, limit: number): LocalHeader | null {
  if (at + LOCAL_HEADER_BYTES > limit) return null;
  const nameAt = at + LOCAL_HEADER_BYTES;
  const extraAt = nameAt + archive.readUInt16LE(at + 26);
  const dataAt = extraAt + archive.readUInt16LE(at + 28);
  if (dataAt > limit) return null;
  return {
    hasSignature: archive.readUInt32LE(at) === SIGNATURE.localHeader,
    versionNeeded: archive.readUInt16LE(at + 4),
    flags: archive.readUInt16LE(at + 6),
    method: archive.readUInt16LE(at + 8),
    time: archive.readUInt16LE(at + 10),
    date: archive.readUInt16LE(at + 12),
    crc32: archive.readUInt32LE(at + 14),
    compressedBytes: archive.readUInt32LE(at + 18),
    sizeBytes: archive.readUInt32LE(at + 22),
    nameAt,
    extraAt,
    extraEnd: dataAt,
  };
}

/** The central header at `at`, or null when there is none that ends at or before `limit`. */
export function readCentralHeader(archive: Buffer, at: number, limit: number): CentralHeader | null {
  const endsAt = centralHeaderEnd(archive, at, limit);
  if (endsAt === null) return null;
  const nameAt = at + CENTRAL_HEADER_BYTES;
  const extraAt = nameAt + archive.readUInt16LE(at + 28);
  const commentAt = extraAt + archive.readUInt16LE(at + 30);
  return {
    at,
    versionNeeded: archive.readUInt16LE(at + 6),
    flags: archive.readUInt16LE(at + 8),
    method: archive.readUInt16LE(at + 10),
    time: archive.readUInt16LE(at + 12),
    date: archive.readUInt16LE(at + 14),
    crc32: archive.readUInt32LE(at + 16),
    compressedBytes: archive.readUInt32LE(at + 20),
    sizeBytes: archive.readUInt32LE(at + 24),
    commentBytes: endsAt - commentAt,
    diskStart: archive.readUInt16LE(at + 34),
    externalAttributes: archive.readUInt32LE(at + 38),
    localAt: archive.readUInt32LE(at + 42),
    nameAt,
    extraAt,
    extraEnd: commentAt,
    endsAt,
  };
}

/** Offset after the central header at `at`, without reading more than its lengths; null when there is none before `limit`. */
export function centralHeaderEnd(archive: Buffer, at: number, limit: number): number | null {
  if (at < 0 || at + CENTRAL_HEADER_BYTES > limit || archive.readUInt32LE(at) !== SIGNATURE.centralHeader) return null;
  const lengths = archive.readUInt16LE(at + 28) + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  const endsAt = at + CENTRAL_HEADER_BYTES + lengths;
  return endsAt <= limit ? endsAt : null;
}

/** The end record at `at`; the caller has seen its signature and that its 22 bytes are there. */
export function readEndRecord(archive: Buffer, at: number): EndRecord {
  return {
    at,
    disk: archive.readUInt16LE(at + 4),
    directoryDisk: archive.readUInt16LE(at + 6),
    entriesHere: archive.readUInt16LE(at + 8),
    entries: archive.readUInt16LE(at + 10),
    directoryBytes: archive.readUInt32LE(at + 12),
    directoryAt: archive.readUInt32LE(at + 16),
    commentBytes: archive.readUInt16LE(at + 20),
  };
}
