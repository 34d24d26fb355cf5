/** Proves a data descriptor: it stands right after the data, says what the directory says, and could stand nowhere else. */
import { Buffer } from 'node:buffer';
import { type Finding, type FindingPlace, finding } from '../../../shared/findings.ts';
import { type CentralHeader, METHOD, SIGNATURE } from './records.ts';

const SIGNED_BYTES = 16;
const BARE_BYTES = 12;
const ZIP64_SIGNED_BYTES = 24;
const ZIP64_BARE_BYTES = 20;

const PK = Buffer.from('PK');
const RECORD_SIGNATURES: ReadonlySet<number> = new Set([
  SIGNATURE.descriptor,
  SIGNATURE.localHeader,
  SIGNATURE.centralHeader,
  SIGNATURE.endRecord,
]);

export interface DescriptorVerdict {
  readonly fault: Finding | null;
  /** Bytes of the descriptor that was found; 0 when there is none. */
  readonly bytes: number;
}

/**
 * @param dataAt first byte of the entry's data
 * @param extentEnd offset of the next local header or of the directory
 */
export function judgeDescriptor(
  archive: Buffer,
  place: FindingPlace,
  header: CentralHeader,
  dataAt: number,
  extentEnd: number,
): DescriptorVerdict {
  const at = dataAt + header.compressedBytes;
  const here = { ...place, offset: at };
  const bytes = descriptorBytes(archive, at, extentEnd, header);
  if (bytes === 0) {
    const room = extentEnd - at;
    if (isZip64Descriptor(archive, at, room, header)) {
      return { fault: finding('zip/zip64', here, { structure: 'data descriptor' }), bytes: room };
    }
    const variant = room < BARE_BYTES ? 'missing' : 'differs';
    return { fault: finding('zip/descriptor-mismatch', here, { variant }), bytes: Math.max(0, room) };
  }
  // A streaming reader finds the end of stored data by looking for a signature, so there must be one only.
  if (header.method === METHOD.stored) {
    const inside = signatureInside(archive.subarray(dataAt, at));
    if (inside >= 0) {
      return {
        fault: finding('zip/descriptor-mismatch', { ...place, offset: dataAt + inside }, { variant: 'inside' }),
        bytes,
      };
    }
  }
  return { fault: null, bytes };
}

/** Length of the matching descriptor at `at`: with its signature when it has one, as nearly all writers do, else without. */
function descriptorBytes(archive: Buffer, at: number, limit: number, header: CentralHeader): number {
  const signed = at + SIGNED_BYTES <= limit && archive.readUInt32LE(at) === SIGNATURE.descriptor;
  if (signed && matches(archive, at + 4, header)) return SIGNED_BYTES;
  // Without a signature the CRC must not look like one, or readers would disagree about which it is.
  const bare = at + BARE_BYTES <= limit && header.crc32 !== SIGNATURE.descriptor;
  return bare && matches(archive, at, header) ? BARE_BYTES : 0;
}

function matches(archive: Buffer, at: number, header: CentralHeader): boolean {
  return (
    archive.readUInt32LE(at) === header.crc32 &&
    archive.readUInt32LE(at + 4) === header.compressedBytes &&
    archive.readUInt32LE(at + 8) === header.sizeBytes
  );
}

function isZip64Descriptor(archive: Buffer, at: number, room: number, header: CentralHeader): boolean {
  if (room !== ZIP64_SIGNED_BYTES && room !== ZIP64_BARE_BYTES) return false;
  const crcAt = room === ZIP64_SIGNED_BYTES ? at + 4 : at;
  return (
    (room === ZIP64_BARE_BYTES || archive.readUInt32LE(at) === SIGNATURE.descriptor) &&
    archive.readUInt32LE(crcAt) === header.crc32 &&
    archive.readBigUInt64LE(crcAt + 4) === BigInt(header.compressedBytes) &&
    archive.readBigUInt64LE(crcAt + 12) === BigInt(header.sizeBytes)
  );
}

function signatureInside(data: Buffer): number {
  for (let at = data.indexOf(PK); at >= 0 && at + 4 <= data.length; at = data.indexOf(PK, at + 1)) {
    if (RECORD_SIGNATURES.has(data.readUInt32LE(at))) return at;
  }
  return -1;
}
