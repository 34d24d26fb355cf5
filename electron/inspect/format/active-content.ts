/** Content that acts when it is opened: script, event handlers and outside references in HTML and SVG; actions in PDF. Local hardening. */

export interface ActiveContent {
  /** Picks the sentence: `script`, `handler`, `url`, `reference`, `embed`, `refresh`, `pdf-script`, `pdf-launch`. */
  readonly variant: string;
  /** What was matched, cut short. */
  readonly found: string;
  /** UTF-16 offset in the text, or byte offset in a PDF. */
  readonly offset: number;
}

const SHOWN = 60;

/** Tags that run or load something by being there. */
const ACTIVE_TAGS: Readonly<Record<string, string>> = {
  script: 'script',
  iframe: 'embed',
  frame: 'embed',
  frameset: 'embed',
  object: 'embed',
  embed: 'embed',
  applet: 'embed',
  portal: 'embed',
  base: 'reference',
  foreignobject: 'embed',
  handler: 'script',
  listener: 'script',
};

/** Attributes whose value is an address that is loaded without anybody asking. A link that waits for a click is none. */
const LOADING = new Set([
  'src',
  'srcset',
  'data',
  'poster',
  'background',
  'action',
  'formaction',
  'manifest',
  'ping',
  'imagesrcset',
]);
const LINKING = new Set(['href', 'xlink:href']);
/** Tags whose `href` waits for a click. */
const CLICKED = new Set(['a', 'area']);

const SCRIPT_URL = /^(?:javascript|vbscript|livescript):/i;
const DATA_DOCUMENT = /^data:(?:text\/html|image\/svg|application\/(?:xhtml|xml|javascript)|text\/(?:xml|javascript))/i;
const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:)?\/\/|^(?:https?|ftp|file|wss?|blob):/i;
const CSS_LOAD =
  /@import\b|url\(\s*["']?\s*(?:(?:[a-z][a-z0-9+.-]*:)?\/\/|https?:|ftp:|file:|javascript:)|expression\s*\(|-moz-binding|behavior\s*:/i;

// One tag at a time; the parts cannot overlap, so the search is linear.
const TAG = /<(!--|!\[CDATA\[|[?!]?[a-zA-Z][^\s/>]*)/g;
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;

/** The first of each kind of active content in an HTML or SVG text, in the order of the text. */
export function activeMarkup(text: string): readonly ActiveContent[] {
  const found = new Map<string, ActiveContent>();
  const add = (variant: string, match: string, offset: number): void => {
    if (!found.has(variant)) found.set(variant, { variant, found: match.slice(0, SHOWN).toWellFormed(), offset });
  };
  const tags = new RegExp(TAG);
  let styledTo = 0;
  for (let match = tags.exec(text); match !== null; match = tags.exec(text)) {
    const name = (match[1] ?? '').toLowerCase();
    if (name === '!--') {
      const end = commentEnd(text, match.index);
      if (end < 0) break;
      tags.lastIndex = end;
      continue;
    }
    const end = tagEnd(text, tags.lastIndex);
    const inside = text.slice(tags.lastIndex, end);
    if (name === '?xml-stylesheet') add('reference', `<${name}`, match.index);
    if (name === '!entity' || (name === '!doctype' && /\[|<!ENTITY|SYSTEM\s+["'](?!about:)/i.test(inside))) {
      add('entity', `<${name}`, match.index);
    }
    const local = name.replace(/^[a-z0-9-]+:/, '');
    const variant = ACTIVE_TAGS[local];
    if (variant) add(variant, `<${name}`, match.index);
    judgeAttributes(local, inside, tags.lastIndex, add);
    tags.lastIndex = end;
    if (local === 'style') {
      // Each stretch once: tags inside a style sheet are tags to an XML reader, and may be style tags again.
      const from = Math.max(end, styledTo);
      styledTo = Math.max(from, closingStyle(text, from));
      const load = CSS_LOAD.exec(text.slice(from, styledTo));
      if (load) add('reference', load[0], from + load.index);
    }
  }
  return [...found.values()].sort((a, b) => a.offset - b.offset);
}

type Add = (variant: string, match: string, offset: number) => void;

function judgeAttributes(tag: string, inside: string, base: number, add: Add): void {
  for (const match of inside.matchAll(ATTRIBUTE)) {
    const name = (match[1] ?? '').toLowerCase();
    const value = decodeEntities(match[2] ?? match[3] ?? match[4] ?? '').replace(/[\0-\x20]+/g, '');
    const offset = base + match.index;
    if (/^on[a-z]{3,}/.test(name) && value !== '') add('handler', match[0], offset);
    if (name === 'srcdoc') add('embed', match[0], offset);
    if (SCRIPT_URL.test(value) || DATA_DOCUMENT.test(value)) add('url', match[0], offset);
    else if (isLoad(tag, name) && (OUTSIDE.test(value) || /,(?:https?:)?\/\//i.test(value)))
      add('reference', match[0], offset);
    if (tag === 'meta' && name === 'http-equiv' && /^refresh$/i.test(value)) add('refresh', match[0], offset);
    if (
      CSS_LOAD.test(value) &&
      (name === 'style' || name === 'fill' || name === 'filter' || name === 'mask' || name === 'clip-path')
    ) {
      add('reference', match[0], offset);
    }
    // SVG animation can set an address that was not there.
    if (
      (tag === 'set' || tag.startsWith('animate')) &&
      name === 'attributename' &&
      /^(?:xlink:)?href$|^on/i.test(value)
    ) {
      add('handler', match[0], offset);
    }
  }
}

function isLoad(tag: string, attribute: string): boolean {
  return LOADING.has(attribute) || (LINKING.has(attribute) && !CLICKED.has(tag));
}

/** Offset of the `>` that ends a tag, quotes considered; the end of the text when there is none. */
function tagEnd(text: string, from: number): number {
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] as string;
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '>') return at;
  }
  // An open quote swallows the rest for us, not for a browser: then the next `>` ends it.
  const next = text.indexOf('>', from);
  return next < 0 ? text.length : next;
}

function closingStyle(text: string, from: number): number {
  const close = /<\/style/gi;
  close.lastIndex = from;
  return close.exec(text)?.index ?? text.length;
}

/** Offset behind a comment; `<!-->` is a whole one to a browser, and `--!>` ends one as well. Negative when it never ends. */
function commentEnd(text: string, start: number): number {
  const end = /--!?>/g;
  end.lastIndex = start + 2;
  return end.exec(text) === null ? -1 : end.lastIndex;
}

const NAMED: Readonly<Record<string, string>> = {
  colon: ':',
  tab: '\t',
  newline: '\n',
  sol: '/',
  amp: '&',
  quot: '"',
  apos: "'",
};

function decodeEntities(value: string): string {
  return value.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));?/gi, (whole, hex, decimal, named) => {
    if (named) return NAMED[String(named).toLowerCase()] ?? whole;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

const PDF_ACTIONS: readonly (readonly [string, string])[] = [
  ['JavaScript', 'pdf-script'],
  ['JS', 'pdf-script'],
  ['Launch', 'pdf-launch'],
  ['EmbeddedFile', 'pdf-embed'],
  ['EmbeddedFiles', 'pdf-embed'],
  ['RichMedia', 'pdf-embed'],
  ['SubmitForm', 'pdf-launch'],
  ['ImportData', 'pdf-launch'],
  ['GoToR', 'pdf-launch'],
  ['GoToE', 'pdf-launch'],
  ['XFA', 'pdf-script'],
];

/**
 * The first of each kind of action in a PDF. Names may be written with `#` escapes; what is compressed into object streams is not
 * looked into, and such a PDF says so itself by `/ObjStm`: it is reported as opaque.
 */
export function activePdf(bytes: Buffer): readonly ActiveContent[] {
  const found = new Map<string, ActiveContent>();
  const text = bytes.toString('latin1');
  for (const match of text.matchAll(/\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){2,40})/g)) {
    const name = (match[1] ?? '').replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
    const variant =
      PDF_ACTIONS.find(([action]) => action === name)?.[1] ?? (name === 'ObjStm' ? 'pdf-opaque' : undefined);
    if (variant && !found.has(variant)) found.set(variant, { variant, found: `/${name}`, offset: match.index });
  }
  return [...found.values()];
}
