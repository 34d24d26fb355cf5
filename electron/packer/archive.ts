/** Writes a ZIP whose bytes depend on names and contents only: no clock, no owner, no platform. */
import { deflateRawSync } from 'node:zlib';
import yazl from 'yazl';
import type { Limits } from '../../shared/limits.ts';

/** The earliest time a ZIP can hold, in local time as its format wants it: the same four bytes in every time zone. */
const FIXED_TIME = new Date(1980, 0, 1);

/** A regular file that its owner writes and everybody reads. */
const FILE_MODE = 0o100644;

const DEFLATE_LEVEL = 6;

/** Beyond these a ZIP needs ZIP64, which importers refuse, or the writer gives up: a policy cannot loosen them. */
const WRITABLE = { fileBytes: 0x3fff_ffff, archiveBytes: 0xffff_fffe, entries: 0xfffe } as const;

/** The limits of a policy, brought down to what can be written. */
export function writableLimits(limits: Limits): Limits {
  return {
    ...limits,
    fileBytes: Math.min(limits.fileBytes, WRITABLE.fileBytes),
    archiveBytes: Math.min(limits.archiveBytes, WRITABLE.archiveBytes),
    entries: Math.min(limits.entries, WRITABLE.entries),
  };
}

/**
 * The archive of some files, in the order given. Sizes and CRCs stand in the local headers, without data descriptors,
 * and every name carries the UTF-8 flag.
 * @param limits a file that would deflate beyond `ratio` is stored as it is, since importers take such entries for bombs
 */
export async function writeArchive(
  entries: readonly (readonly [path: string, bytes: Buffer])[],
  limits: Limits,
): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  const written = collect(zip);
  for (const [path, bytes] of entries) {
    zip.addBuffer(bytes, path, {
      mtime: FIXED_TIME,
      mode: FILE_MODE,
      forceDosTimestamp: true,
      compressionLevel: worthDeflating(bytes, limits) ? DEFLATE_LEVEL : 0,
    });
  }
  zip.end();
  return written;
}

/** Empty files are stored: two bytes of deflate for nothing would only be another thing to prove. */
function worthDeflating(bytes: Buffer, limits: Limits): boolean {
  if (bytes.length === 0) return false;
  if (bytes.length <= limits.ratioFloorBytes) return true;
  return bytes.length <= limits.ratio * deflateRawSync(bytes, { level: DEFLATE_LEVEL }).length;
}

function collect(zip: yazl.ZipFile): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    zip.on('error', reject);
    zip.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
    zip.outputStream.on('error', reject);
    zip.outputStream.on('end', () => resolve(Buffer.concat(chunks)));
  });
}
