/** What bytes are by their first bytes, whatever they are called. Only what a package must not hold, or what can be told for sure. */

export type ExecutableKind =
  | 'pe'
  | 'dos'
  | 'elf'
  | 'mach-o'
  | 'java-class'
  | 'wasm'
  | 'dex'
  | 'shortcut'
  | 'msi'
  | 'bytecode';

export type ArchiveKind =
  | 'zip'
  | 'gzip'
  | 'bzip2'
  | 'xz'
  | 'zstd'
  | '7z'
  | 'rar'
  | 'tar'
  | 'lz4'
  | 'cab'
  | 'ar'
  | 'rpm'
  | 'xar'
  | 'iso'
  | 'compress'
  | 'lzip'
  | 'cpio';

const startsWith = (bytes: Buffer, ...prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte);

const asciiAt = (bytes: Buffer, offset: number, text: string): boolean =>
  bytes.length >= offset + text.length && bytes.toString('latin1', offset, offset + text.length) === text;

/** Programs: machine code, virtual-machine code, and files that a system runs when they are opened. Scripts are text, and are not among them. */
export function executableKind(bytes: Buffer): ExecutableKind | null {
  if (asciiAt(bytes, 0, 'MZ') && bytes.length >= DOS_HEADER) {
    const header = bytes.readUInt32LE(DOS_HEADER - 4);
    return asciiAt(bytes, header, 'PE\0\0') ? 'pe' : isDosHeader(bytes) ? 'dos' : null;
  }
  if (startsWith(bytes, 0x7f, 0x45, 0x4c, 0x46)) return 'elf';
  if (isMachO(bytes)) return 'mach-o';
  if (startsWith(bytes, 0xca, 0xfe, 0xba, 0xbe) && bytes.length >= 8) {
    // Java counts its major version from 45 here; a fat Mach-O has its number of architectures, a handful.
    return bytes.readUInt32BE(4) < 45 ? 'mach-o' : 'java-class';
  }
  if (startsWith(bytes, 0x00, 0x61, 0x73, 0x6d)) return 'wasm';
  if (asciiAt(bytes, 0, 'dex\n') && bytes[7] === 0) return 'dex';
  if (startsWith(bytes, 0x4c, 0x00, 0x00, 0x00, 0x01, 0x14, 0x02, 0x00)) return 'shortcut';
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'msi';
  if (startsWith(bytes, 0x1b, 0x4c, 0x75, 0x61) || isPythonBytecode(bytes)) return 'bytecode';
  return null;
}

const DOS_HEADER = 64;

/** A DOS header holds small page counts; a text that begins with "MZ" has letters there. */
function isDosHeader(bytes: Buffer): boolean {
  return bytes.readUInt16LE(2) < 512 && bytes.readUInt16LE(4) > 0 && bytes.includes(0);
}

function isMachO(bytes: Buffer): boolean {
  const magic = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0;
  return [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabf].includes(magic);
}

/** CPython's magic number ends in CR LF; the flags after it are small. */
function isPythonBytecode(bytes: Buffer): boolean {
  return (
    bytes.length >= 16 &&
    bytes[2] === 0x0d &&
    bytes[3] === 0x0a &&
    (bytes[1] ?? 0) >= 0x0c &&
    bytes.readUInt32LE(4) <= 3
  );
}

/** Containers of other files. What is inside them nobody has reviewed. */
export function archiveKind(bytes: Buffer): ArchiveKind | null {
  if (startsWith(bytes, 0x50, 0x4b) && [0x0304, 0x0506, 0x0708].includes(bytes.length >= 4 ? bytes.readUInt16BE(2) : 0))
    return 'zip';
  if (startsWith(bytes, 0x1f, 0x8b, 0x08)) return 'gzip';
  if (startsWith(bytes, 0x1f, 0x9d) || startsWith(bytes, 0x1f, 0xa0)) return 'compress';
  if (asciiAt(bytes, 0, 'BZh') && asciiAt(bytes, 4, '1AY&SY')) return 'bzip2';
  if (startsWith(bytes, 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00)) return 'xz';
  if (startsWith(bytes, 0x28, 0xb5, 0x2f, 0xfd)) return 'zstd';
  if (startsWith(bytes, 0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c)) return '7z';
  if (startsWith(bytes, 0x52, 0x61, 0x72, 0x21, 0x1a, 0x07)) return 'rar';
  if (startsWith(bytes, 0x04, 0x22, 0x4d, 0x18)) return 'lz4';
  if (asciiAt(bytes, 0, 'LZIP') && bytes[4] === 1) return 'lzip';
  if (asciiAt(bytes, 0, 'MSCF\0\0\0\0')) return 'cab';
  if (asciiAt(bytes, 0, '!<arch>\n')) return 'ar';
  if (startsWith(bytes, 0xed, 0xab, 0xee, 0xdb)) return 'rpm';
  if (asciiAt(bytes, 0, 'xar!') && bytes.includes(0)) return 'xar';
  if (/^07070[127][0-9a-fA-F]{6}/.test(bytes.toString('latin1', 0, 12))) return 'cpio';
  // With what ends it in POSIX and in GNU archives: the letters alone stand in "mustard".
  if (asciiAt(bytes, 257, 'ustar\0') || asciiAt(bytes, 257, 'ustar  \0')) return 'tar';
  if (asciiAt(bytes, 32_769, 'CD001')) return 'iso';
  return null;
}

/** Longest tail in which a ZIP's end record can stand: its own 22 bytes and the longest comment. */
const END_RECORD_REACH = 22 + 65_535;

/** Whether a ZIP hangs behind other content: a picture or a PDF that is an archive to other programs. */
export function hasAppendedZip(bytes: Buffer): boolean {
  const from = Math.max(0, bytes.length - END_RECORD_REACH);
  for (
    let at = bytes.indexOf('PK\x05\x06', from, 'latin1');
    at >= 0;
    at = bytes.indexOf('PK\x05\x06', at + 4, 'latin1')
  ) {
    if (at + 22 > bytes.length) return false;
    const entries = bytes.readUInt16LE(at + 10);
    const size = bytes.readUInt32LE(at + 12);
    if (
      at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length &&
      size <= at &&
      (entries === 0 || asciiAt(bytes, at - size, 'PK\x01\x02'))
    ) {
      return true;
    }
  }
  return false;
}

/** Kinds of content that are told by their first bytes and that the format has a media type for. */
export type KnownMedia = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';

export function knownMedia(bytes: Buffer): KnownMedia | null {
  if (startsWith(bytes, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  if (startsWith(bytes, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (asciiAt(bytes, 0, 'RIFF') && asciiAt(bytes, 8, 'WEBP')) return 'image/webp';
  // Readers find the header anywhere in the first kilobyte.
  if (bytes.subarray(0, 1024).indexOf('%PDF-', 0, 'latin1') >= 0 && isPdfHead(bytes)) return 'application/pdf';
  return null;
}

/** At the start, or behind bytes that are no text: a Markdown file that mentions `%PDF-` is no PDF. */
function isPdfHead(bytes: Buffer): boolean {
  return asciiAt(bytes, 0, '%PDF-') || bytes.subarray(0, 1024).includes(0);
}
