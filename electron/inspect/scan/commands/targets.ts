/** What a destructive command is aimed at: a build folder is work, a home folder or a disk is a disaster. */

const SYSTEM_FOLDERS =
  'bin|boot|dev|etc|home|lib|lib64|media|mnt|opt|proc|root|run|sbin|srv|sys|usr|var|Users|Library|System|Applications|Volumes|private|data|sdcard|storage|workspace|app|backup|backups';
const POSIX_DISASTER = new RegExp(
  `^(?:/+\\.{0,2}\\*?|/+(?:${SYSTEM_FOLDERS})(?:/[^/]{0,60})?/?\\*?|~(?:/(?:\\.?[\\w-]{0,40})?)?/?\\*?|\\$(?:HOME|PWD|USER|OLDPWD|HOMEPATH)(?:/(?:\\.?[\\w-]{0,40})?)?/?\\*?|\\.{1,2}/?\\*?|\\.?/?\\*(?:\\.\\*)?|\\.\\*|\\.\\[.{1,6}\\]\\*|\\.git/?|\\.uai/?\\*?|/)$`,
);
const WINDOWS_DISASTER =
  /^(?:[A-Za-z]:[\\/]?\*?(?:\.\*)?|[A-Za-z]:[\\/](?:Windows|Users|Program Files|ProgramData|Documents and Settings)\b.*|%(?:USERPROFILE|SYSTEMROOT|WINDIR|HOMEPATH|HOMEDRIVE|APPDATA|SYSTEMDRIVE|PROGRAMFILES)%.*|\$(?:env:(?:USERPROFILE|SystemRoot|windir|HOMEPATH|APPDATA|SystemDrive)|HOME).*|~(?:[\\/].*)?|\*(?:\.\*)?|[\\/](?:\*|Windows|Users)?.*|\.{1,2}[\\/]?\*?|HK(?:LM|CU|CR|EY_\w+).*)$/i;
/** A device that holds data. `/dev/null`, `/dev/stdout` and their like hold none. */
export const DATA_DEVICE =
  /^(?:\/dev\/(?:[shv]d[a-z]\d{0,2}|xvd[a-z]\d{0,2}|nvme\d\w{0,8}|mmcblk\d\w{0,6}|disk\d\w{0,4}|rdisk\d\w{0,4}|mapper\/\S+|md\d+|loop\d+|mem|kmem|sdX|sdx)|\\\\\.\\PhysicalDrive\d+)$/i;

/** Punctuation and code marks of the sentence around a command. */
export function bare(word: string): string {
  const stripped = word.replace(/[`"'”’»)\]},;:!?。，、]+$/, '').replace(/^[`"'“‘«(]+/, '');
  const dotless = stripped.replace(/(?<=[\w*/~])\.$/, '');
  return dotless === '' ? word : dotless;
}

export function isDisaster(word: string): boolean {
  const target = bare(word);
  if (/^\/(?:tmp|var\/tmp|var\/cache|dev\/shm)(?:\/|$)/.test(target) && !/^\/(?:tmp|var\/tmp)\/?\*?$/.test(target))
    return false;
  return POSIX_DISASTER.test(target) || /^\/(?:\.\.\/)+/.test(target) || /^(?:\.\.\/){2,}/.test(target);
}

export function isWindowsDisaster(word: string): boolean {
  return WINDOWS_DISASTER.test(bare(word));
}
