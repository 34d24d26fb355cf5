/** What an entry is, by its name and its attributes: a file, a folder, or something no package may hold. */
import type { Finding, FindingPlace } from '../../../shared/findings.ts';
import { finding } from '../../../shared/findings.ts';

const MODE = { type: 0o170000, directory: 0o040000, regular: 0o100000, link: 0o120000, special: 0o7000 } as const;
const DOS = { volumeLabel: 0x08, directory: 0x10, device: 0x40, reparsePoint: 0x400 } as const;

const TYPE_NAMES: Readonly<Record<number, string>> = {
  2401: 'fifo',
  4802: 'character-device',
  14406: 'block-device',
  26411: 'socket',
};

/**
 * The fault of an entry's kind, or null. The Unix mode counts whatever host the entry claims to be made by: readers disagree about
 * which hosts have one.
 * @param external the external attributes as they stand in the directory
 */
export function kindFault(place: FindingPlace, external: number, isFolder: boolean): Finding | null {
  const mode = external >>> 16;
  const type = mode & MODE.type;
  if (type === MODE.link) return finding('zip/symlink', place, { mode: octal(mode) });
  if ((external & DOS.reparsePoint) !== 0) return finding('zip/symlink', place, { variant: 'reparse-point' });
  if (type !== 0 && type !== MODE.regular && type !== MODE.directory) {
    return finding('zip/special-file', place, { kind: TYPE_NAMES[type] ?? 'unknown', mode: octal(mode) });
  }
  if ((mode & MODE.special) !== 0) return finding('zip/special-file', place, { variant: 'bits', mode: octal(mode) });
  if ((external & (DOS.volumeLabel | DOS.device)) !== 0) {
    return finding('zip/special-file', place, {
      kind: (external & DOS.device) !== 0 ? 'device' : 'volume-label',
      mode: '',
    });
  }
  const saysFolder = type === MODE.directory || (external & DOS.directory) !== 0;
  if (!isFolder && saysFolder) return finding('zip/directory-data', place, { variant: 'folder-bit' });
  if (isFolder && type === MODE.regular) return finding('zip/directory-data', place, { variant: 'file-mode' });
  return null;
}

function octal(mode: number): string {
  return mode.toString(8).padStart(6, '0');
}
