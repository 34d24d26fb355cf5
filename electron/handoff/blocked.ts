/** Kinds of files that are never opened: programs, scripts, and archives other than packages (SPEC-04, `blockedFileRules`). */
import { archiveKind, executableKind } from '../inspect/format/signatures.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What a system runs, installs or mounts when it is opened. */
const PROGRAMS = list(
  'exe dll com scr pif cpl msi msp msix appx sys drv ocx jar war apk ipa app dmg pkg deb rpm appimage run bin elf so dylib o wasm class pyc lnk url desktop reg inf hta chm gadget',
);
/** What an interpreter runs. Windows and many desktops start most of them on a double click. */
const SCRIPTS = list(
  'sh bash zsh fish ksh csh command tool ps1 psm1 psd1 bat cmd vbs vbe js jse mjs cjs wsf wsh py pyw rb pl php lua tcl scpt applescript ahk au3 sct',
);
/** What holds other files nobody would have looked at. */
const ARCHIVES = list(
  'zip 7z rar tar gz tgz bz2 tbz2 xz txz zst lz lz4 lzma z cab iso img vhd vhdx ar cpio arj ace lha lzh',
);

/** The rules in words, for the message. */
export const BLOCKED_RULES: readonly string[] = [
  'programs, by their first bytes or their name: never opened',
  'scripts, by #! or their name: never opened',
  'archives other than .uaix, by their first bytes or their name: never opened',
];

/** Last extension of a name in lower case; empty when there is none. */
export function extensionOf(name: string): string {
  const last = name.split('/').at(-1) ?? '';
  const dot = last.lastIndexOf('.');
  return dot > 0 ? last.slice(dot + 1).toLowerCase() : '';
}

/** Which rule blocks a file: `executable elf`, `script sh`, `archive zip`; null when none does. `head` is its beginning, 64 bytes at least. */
export function blockedBy(name: string, head: Buffer): string | null {
  const extension = extensionOf(name);
  const executable = executableKind(head);
  if (executable !== null) return `executable ${executable}`;
  const archive = archiveKind(head);
  if (archive !== null) return `archive ${archive}`;
  if (head.length > 2 && head[0] === 0x23 && head[1] === 0x21) return 'script #!';
  if (PROGRAMS.has(extension)) return `executable .${extension}`;
  if (SCRIPTS.has(extension)) return `script .${extension}`;
  return ARCHIVES.has(extension) ? `archive .${extension}` : null;
}
