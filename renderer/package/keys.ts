/** Which key means what on the package screen. Pure. */

export type ReviewCommand =
  | 'next-file'
  | 'previous-file'
  | 'next-finding'
  | 'previous-finding'
  | 'approve'
  | 'reject'
  | 'viewed'
  | 'undo'
  | 'next-hunk'
  | 'previous-hunk'
  | 'filter'
  | 'find'
  | 'help'
  | 'text'
  | 'diff'
  | 'raw'
  | 'back';

export interface KeyPress {
  readonly key: string;
  readonly ctrl: boolean;
  readonly meta: boolean;
  readonly alt: boolean;
  /** The focus is in something one can type into. */
  readonly inField: boolean;
}

/** Single keys; they can be switched off (WCAG 2.1.4) and never fire while typing. */
const SINGLE_KEYS: ReadonlyMap<string, ReviewCommand> = new Map([
  ['j', 'next-file'],
  ['k', 'previous-file'],
  ['n', 'next-finding'],
  ['p', 'previous-finding'],
  ['a', 'approve'],
  ['x', 'reject'],
  ['v', 'viewed'],
  ['u', 'undo'],
  [']', 'next-hunk'],
  ['[', 'previous-hunk'],
  ['/', 'filter'],
  ['?', 'help'],
  ['1', 'text'],
  ['2', 'diff'],
  ['3', 'raw'],
]);

/** The command of a key press, or null when it means nothing here. */
export function commandOf(press: KeyPress, singleKeys: boolean): ReviewCommand | null {
  const chord = press.ctrl || press.meta;
  if (chord && !press.alt) {
    if (press.key.toLowerCase() === 'f') return 'find';
    if (press.key.toLowerCase() === 'z' && !press.inField) return 'undo';
    return null;
  }
  if (press.alt || press.inField) return null;
  if (press.key === 'Escape') return 'back';
  if (!singleKeys) return null;
  return SINGLE_KEYS.get(press.key) ?? null;
}

/** True when keys typed at this target are text. Looks through shadow roots by the event's path. */
export function isTypingTarget(path: readonly unknown[]): boolean {
  return path.some((node) => {
    const { tagName, isContentEditable, type } = node as {
      tagName?: unknown;
      isContentEditable?: unknown;
      type?: unknown;
    };
    if (isContentEditable === true) return true;
    if (tagName === 'TEXTAREA' || tagName === 'SELECT') return true;
    return tagName === 'INPUT' && type !== 'checkbox' && type !== 'radio' && type !== 'button';
  });
}
