/** `Ctrl K` or `⌘K`, as this machine writes it. */
export function chordName(key: string): string {
  return /Mac/.test(navigator.platform) ? `⌘${key}` : `Ctrl ${key}`;
}
