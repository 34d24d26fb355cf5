/** Comparison keys: spellings that mean the same token, member or label. Keys are compared, never shown. */

/** A token in its canonical spelling: `Universal required`, `universal-required` → `universal_required`. */
export function tokenKey(text: string): string {
  return text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/gu, '_');
}

/** The name of a member without case and separators: `tool_grants`, `Tool-Grants`, `toolGrants` → `toolgrants`. */
export function memberKey(name: string): string {
  const known = MEMBER_KEYS.get(name);
  if (known !== undefined) return known;
  const key = name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_.-]+/gu, '');
  if (name.length > REMEMBERED_UNITS) return key;
  if (MEMBER_KEYS.size >= REMEMBERED) MEMBER_KEYS.clear();
  MEMBER_KEYS.set(name, key);
  return key;
}

/** Records name their members the same way again and again. */
const MEMBER_KEYS = new Map<string, string>();
const REMEMBERED = 4_096;
const REMEMBERED_UNITS = 80;

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
