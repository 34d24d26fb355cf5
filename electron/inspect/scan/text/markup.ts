/** Places of a text that its reader does not see: comments, hidden elements, attributes, front matter, text pushed out of view. */

export type Concealment = 'comment' | 'hidden-element' | 'attribute' | 'front-matter' | 'pushed-out';

export interface Region {
  readonly from: number;
  readonly to: number;
  readonly kind: Concealment;
}

/** A tag longer than this is no tag; attributes of honest documents are far shorter, `data:` images excepted. */
const TAG = /<([a-zA-Z][\w-]{0,30})((?:[^<>"']|"[^"]{0,20000}"|'[^']{0,20000}'){0,200})>/g;
const HIDING =
  /\bhidden\b|aria-hidden\s*=\s*["']?true|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?![.\d]*[1-9])|font-size\s*:\s*(?:0|0?\.\d+|1px)|(?:max-)?(?:height|width)\s*:\s*[01](?:px)?\s*(?:[;"']|$)|color\s*:\s*(?:white|transparent|#fff(?:fff)?\b|rgba?\([^)]{0,40},\s*0\s*\))|color\s*=\s*["']?(?:white|#fff)|(?:left|top|right|text-indent|margin-left)\s*:\s*-\d{3,}|clip(?:-path)?\s*:|transform\s*:\s*scale\(0|type\s*=\s*["']?hidden/i;
const UNSEEN_ELEMENTS: ReadonlySet<string> = new Set([
  'template',
  'noscript',
  'script',
  'style',
  'desc',
  'metadata',
  'head',
  'noframes',
  'datalist',
  'object',
  'title',
]);
const MARKDOWN_COMMENT =
  /^[ \t]{0,3}\[[^\]\n]{1,80}\]:\s{0,4}(?:#|<>|<#>|\/\/)?[^\n]{0,200}?[("'][^\n]{0,4000}[)"']\s{0,20}$/gm;
const IMAGE_TEXT = /!\[([^\]\n]{1,4000})\]/g;
const LINK_TITLE = /\]\([^)\s"']{0,2000}\s{1,4}["']([^"'\n]{1,4000})["']\s{0,4}\)/g;
/** Wider than any window: what follows is out of sight. */
const PUSHED = /(?<![ \t\u00a0\u3000])[ \t\u00a0\u3000]{80,}(?=\S)/g;

/** All regions of a text, in no order; they may lie in one another. Linear. */
export function concealedRegions(text: string): Region[] {
  const regions: Region[] = [];
  addFrontMatter(text, regions);
  addComments(text, regions);
  addTags(text, regions);
  for (const pattern of [MARKDOWN_COMMENT, IMAGE_TEXT, LINK_TITLE]) {
    const kind = pattern === MARKDOWN_COMMENT ? 'comment' : 'attribute';
    for (const found of text.matchAll(pattern))
      regions.push({ from: found.index, to: found.index + found[0].length, kind });
  }
  for (const found of text.matchAll(PUSHED)) {
    const from = found.index + found[0].length;
    const lineEnd = text.indexOf('\n', from);
    regions.push({ from, to: lineEnd < 0 ? text.length : lineEnd, kind: 'pushed-out' });
  }
  return regions;
}

function addFrontMatter(text: string, regions: Region[]): void {
  const fence = /^\s{0,40}(---|\+\+\+)[ \t]*\r?\n/.exec(text.slice(0, 200));
  if (!fence) return;
  const end = text.indexOf(`\n${fence[1]}`, fence[0].length - 1);
  if (end >= 0) regions.push({ from: fence[0].length, to: end, kind: 'front-matter' });
}

/** A comment without an end hides all that follows. */
function addComments(text: string, regions: Region[]): void {
  const pairs = [
    ['<!--', '-->'],
    ['{/*', '*/}'],
    ['{#', '#}'],
    ['<![CDATA[', ']]>'],
    ['%%', '%%'],
  ] as const;
  for (const [open, close] of pairs) {
    for (let at = text.indexOf(open); at >= 0; ) {
      const end = text.indexOf(close, at + open.length);
      if (end < 0 && open !== '<!--') break;
      const to = end < 0 ? text.length : end + close.length;
      regions.push({ from: at, to, kind: 'comment' });
      at = text.indexOf(open, to);
    }
  }
}

function addTags(text: string, regions: Region[]): void {
  const unclosed = new Set<string>();
  for (const found of text.matchAll(TAG)) {
    const [whole, name, attributes] = found as unknown as [string, string, string];
    const from = found.index;
    const inner = from + whole.length;
    if (attributes.length > 2) regions.push({ from, to: inner, kind: 'attribute' });
    const element = name.toLowerCase();
    if (!UNSEEN_ELEMENTS.has(element) && !HIDING.test(attributes)) continue;
    if (whole.endsWith('/>') || unclosed.has(element)) continue;
    const close = indexOfClose(text, element, inner);
    if (close < 0) unclosed.add(element); // looked for once: a thousand open tags cost one search
    regions.push({ from, to: close < 0 ? text.length : close, kind: 'hidden-element' });
  }
}

function indexOfClose(text: string, element: string, from: number): number {
  const pattern = new RegExp(`</${element}\\b`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

const KINDS: readonly Concealment[] = ['comment', 'hidden-element', 'front-matter', 'attribute', 'pushed-out'];

/** Finds how an offset is concealed. Made once for a file, on first need; a look-up is a binary search. */
export class Concealments {
  readonly #merged: ReadonlyMap<Concealment, readonly Region[]>;

  constructor(text: string) {
    const regions = concealedRegions(text).sort((a, b) => a.from - b.from || b.to - a.to);
    this.#merged = new Map(KINDS.map((kind) => [kind, merge(regions.filter((region) => region.kind === kind))]));
  }

  /** The strongest concealment of the unit at `offset`, or null when it is in plain sight. */
  at(offset: number): Concealment | null {
    return KINDS.find((kind) => holds(this.#merged.get(kind) ?? [], offset)) ?? null;
  }
}

/** Joins overlapping regions of one kind that are sorted by their start. */
function merge(regions: readonly Region[]): readonly Region[] {
  const merged: { from: number; to: number; kind: Concealment }[] = [];
  for (const region of regions) {
    const last = merged[merged.length - 1];
    if (last && region.from <= last.to) last.to = Math.max(last.to, region.to);
    else merged.push({ ...region });
  }
  return merged;
}

function holds(regions: readonly Region[], offset: number): boolean {
  let low = 0;
  let high = regions.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((regions[middle] as Region).to > offset) high = middle;
    else low = middle + 1;
  }
  const region = regions[low];
  return region !== undefined && region.from <= offset;
}
