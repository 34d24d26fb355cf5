/** Text of a package inside a document of ours: nothing of it may act, hide, or pass for our words. */

const UNSHOWN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Every character that would not show, or would turn the direction of the text, as its code point: `[U+202E]`. */
export function shown(text: string): string {
  return text.replace(
    UNSHOWN,
    (character) => `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** For HTML text and quoted attribute values. */
export function escapeHtml(text: string): string {
  return shown(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Markdown code span, on one line: inside it nothing is markup. A vertical bar would end a table cell even there. */
export function codeSpan(text: string): string {
  const line = shown(text).replaceAll('|', '\\|');
  if (line === '') return '—';
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  // A space keeps the fence apart from a backtick of the text; renderers take it away again.
  const pad = line.startsWith('`') || line.endsWith('`') || (line.startsWith(' ') && line.endsWith(' ')) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Our own sentences may quote a package: in Markdown every character that could be markup, HTML or a link is escaped. */
export function escapeMarkdown(text: string): string {
  return shown(text)
    .replace(/[\\`*_[\]<>|&~@]/g, (character) => `\\${character}`)
    .replace(/!(?=\\\[)/g, '\\!')
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww(?=\.)/gi, '$&\\')
    .replace(/^(\s*)([#+=-])/, '$1\\$2')
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}
