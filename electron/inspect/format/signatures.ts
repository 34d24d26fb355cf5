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

/** @param text one character for each byte */
function bytesAt(bytes: Buffer, offset: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[offset + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** Programs: machine code, virtual-machine code, and files that a system runs when they are opened. Scripts are text, and are not among them. */
export function executableKind(bytes: Buffer): ExecutableKind | null {
  if (bytesAt(bytes, 0, 'MZ') && bytes.length >= DOS_HEADER) {
    const header = bytes.readUInt32LE(DOS_HEADER - 4);
    return bytesAt(bytes, header, 'PE\0\0') ? 'pe' : isDosHeader(bytes) ? 'dos' : null;
  }
  if (bytesAt(bytes, 0, '\x7fELF')) return 'elf';
  if (isMachO(bytes)) return 'mach-o';
  if (bytesAt(bytes, 0, '\xca\xfe\xba\xbe') && bytes.length >= 8) {
    // Java counts its major version from 45 here; a fat Mach-O has its number of architectures, a handful.
    return bytes.readUInt32BE(4) < 45 ? 'mach-o' : 'java-class';
  }
  if (bytesAt(bytes, 0, '\x00asm')) return 'wasm';
  if (bytesAt(bytes, 0, 'dex\n') && bytes[7] === 0) return 'dex';
  if (bytesAt(bytes, 0, 'L\x00\x00\x00\x01\x14\x02\x00')) return 'shortcut';
  if (bytesAt(bytes, 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'msi';
  if (bytesAt(bytes, 0, '\x1bLua') || isPythonBytecode(bytes)) return 'bytecode';
  return null;
}

const DOS_HEADER = 64;

/** A DOS header holds small page counts; a text that begins with "MZ" has letters there. */
function isDosHeader(bytes: Buffer): boolean {
  return bytes.readUInt16LE(2) < 512 && bytes.readUInt16LE(4) > 0 && bytes.includes(0);
}

const MACH_O: ReadonlySet<number> = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabf]);

function isMachO(bytes: Buffer): boolean {
  const magic = bytes.length >= 4 ? bytes.readUInt32BE(0) : 0;
  return MACH_O.has(magic);
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
  if (bytesAt(bytes, 0, 'PK') && [0x0304, 0x0506, 0x0708].includes(bytes.length >= 4 ? bytes.readUInt16BE(2) : 0))
    return 'zip';
  if (bytesAt(bytes, 0, '\x1f\x8b\x08')) return 'gzip';
  if (bytesAt(bytes, 0, '\x1f\x9d') || bytesAt(bytes, 0, '\x1f\xa0')) return 'compress';
  if (bytesAt(bytes, 0, 'BZh') && bytesAt(bytes, 4, '1AY&SY')) return 'bzip2';
  if (bytesAt(bytes, 0, '\xfd7zXZ\x00')) return 'xz';
  if (bytesAt(bytes, 0, '(\xb5/\xfd')) return 'zstd';
  if (bytesAt(bytes, 0, '7z\xbc\xaf\x27\x1c')) return '7z';
  if (bytesAt(bytes, 0, 'Rar!\x1a\x07')) return 'rar';
  if (bytesAt(bytes, 0, '\x04"M\x18')) return 'lz4';
  if (bytesAt(bytes, 0, 'LZIP') && bytes[4] === 1) return 'lzip';
  if (bytesAt(bytes, 0, 'MSCF\0\0\0\0')) return 'cab';
  if (bytesAt(bytes, 0, '!<arch>\n')) return 'ar';
  if (bytesAt(bytes, 0, '\xed\xab\xee\xdb')) return 'rpm';
  if (bytesAt(bytes, 0, 'xar!') && bytes.includes(0)) return 'xar';
  if (bytesAt(bytes, 0, '07070') && CPIO.test(bytes.toString('latin1', 0, 12))) return 'cpio';
  // With what ends it in POSIX and in GNU archives: the letters alone stand in "mustard".
  if (bytesAt(bytes, 257, 'ustar\0') || bytesAt(bytes, 257, 'ustar  \0')) return 'tar';
  if (bytesAt(bytes, 32_769, 'CD001')) return 'iso';
  return null;
}

const CPIO = /^07070[127][0-9a-fA-F]{6}/;

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
      (entries === 0 || bytesAt(bytes, at - size, 'PK\x01\x02'))
    ) {
      return true;
    }
  }
  return false;
}

/** Kinds of content that are told by their first bytes and that the format has a media type for. */
export type KnownMedia = 'image/png' | 'image/jpeg' | 'image/webp' | 'application/pdf';

export function knownMedia(bytes: Buffer): KnownMedia | null {
  if (bytesAt(bytes, 0, '\x89PNG\x0d\x0a\x1a\x0a')) return 'image/png';
  if (bytesAt(bytes, 0, '\xff\xd8\xff')) return 'image/jpeg';
  if (bytesAt(bytes, 0, 'RIFF') && bytesAt(bytes, 8, 'WEBP')) return 'image/webp';
  return hasPdfMark(bytes) && isPdfHead(bytes) ? 'application/pdf' : null;
}

const PDF_MARK = '%PDF-';
/** Readers find the mark anywhere in the first kilobyte. */
const PDF_REACH = 1_024;

function hasPdfMark(bytes: Buffer): boolean {
  const head = bytes.subarray(0, PDF_REACH);
  const sign = PDF_MARK.charCodeAt(0);
  for (let at = head.indexOf(sign); at >= 0; at = head.indexOf(sign, at + 1)) {
    if (bytesAt(head, at, PDF_MARK)) return true;
  }
  return false;
}

/** At the start, or behind bytes that are no text: a Markdown file that mentions `%PDF-` is no PDF. */
function isPdfHead(bytes: Buffer): boolean {
  return bytesAt(bytes, 0, PDF_MARK) || bytes.subarray(0, PDF_REACH).includes(0);
}
