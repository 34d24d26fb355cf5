/** Comparison keys: spellings that mean the same token, member or label. Keys are compared, never shown. */

/** A token in its canonical spelling: `Universal required`, `universal-required` → `universal_required`. */
export const tokenKey: (text: string) => string = remembering((text) =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, '_'),
);

/** The name of a member without case and separators: `tool_grants`, `Tool-Grants`, `toolGrants` → `toolgrants`. */
export const memberKey: (name: string) => string = remembering((name) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.-]+/gu, ''),
);

/** Keys of so many different words are kept; of a longer word none. */
const REMEMBERED = 4_096;
const REMEMBERED_UNITS = 80;

/** Manifests and records spell the same words again and again. */
function remembering(keyOf: (text: string) => string): (text: string) => string {
  const keys = new Map<string, string>();
  return (text) => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    if (text.length > REMEMBERED_UNITS) return keyOf(text);
    if (keys.size >= REMEMBERED) keys.clear();
    const own = copyOf(text);
    const key = keyOf(own);
    keys.set(own, key);
    return key;
  };
}

/** A word cut out of a text keeps all of the text in memory; a copy does not. */
function copyOf(word: string): string {
  return Buffer.from(word, 'utf16le').toString('utf16le');
}

/** Marks that Markdown, YAML and JSON put around a label, numbering, and the colon after it. */
const LEADING_MARKS =
  /^(?:[\s>#*_`"'“”‘’~|[\]-]+|\(?(?:\d{1,3}|[a-z]|[ivx]{1,5})[.)]\s+|[一二三四五六七八九十]{1,3}[、.]\s*)+/u;
const TRAILING_MARKS = /[\s#*_`"'“”‘’~|[\]:.,;-]+$/u;

/** The words of a label, without case, marks, numbering or separators: `## 3. **User-facing purpose:**` → `user facing purpose`. */
export function labelKey(label: string): string {
  return label
    .normalize('NFKC')
    .toLowerCase()
    .replace(LEADING_MARKS, '')
    .replace(TRAILING_MARKS, '')
    .replace(/[\s_–—-]+/gu, ' ')
    .trim();
}
