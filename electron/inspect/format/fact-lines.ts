/** Lines of a memory file, classified: headings, labels, text. The three dialects of format F9 share this one reading. */
import { labelKey } from './token.ts';

export interface FactLine {
  readonly kind: 'heading' | 'label' | 'text' | 'blank';
  /** Of a heading or label, as written. */
  readonly label: string;
  /** Behind a label, or the whole of a text line. */
  readonly value: string;
  /** Of a heading, 1 to 6; 7 for a line that is bold as a whole or is exactly a looked-for label. */
  readonly level: number;
  readonly indent: number;
  /** Whether the line is a list item. */
  readonly bulleted: boolean;
  /** 1-based. */
  readonly number: number;
  readonly column: number;
}

/** A label is a few words: longer, and the colon belongs to a sentence. */
const LABEL_CHARACTERS = 60;
const LABEL_WORDS = 7;

/** Longer lines are running text: neither heading nor table row. Also keeps every pattern below on short input. */
const STRUCTURE_CHARACTERS = 400;

const BULLET = /^(?:[-*+•]|\d{1,3}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/u;
const ATX = /^(#{1,6})(?![#])[ \t]*(.*)$/u;
const SETEXT = /^(?:=+|-{2,})$/;
const BOLD_LINE = /^(?:\*\*|__)([^*_]+)(?:\*\*|__)[:：]?$/u;
const BOLD_DASH = /^(?:\*\*|__)([^*_]+)(?:\*\*|__)[ \t]+[—–-][ \t]+(.+)$/u;
const TABLE_ROW = /^\|([^|]+)\|(.+?)\|?$/u;
const RULE = /^(?:[-*_=~][ \t]*){3,}$|^\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?$/u;
const FENCE = /^(`{3,}|~{3,})[ \t]*([\w-]*)/u;
/** Fences whose content is labelled data; what is in another one is an example, and says nothing about the file. */
const DATA_FENCES = new Set(['yaml', 'yml', 'json', 'jsonc']);

/**
 * Characters of a file in which labels are looked for. A memory file is read by people; what stands behind half a million characters
 * is said to nobody.
 */
export const JUDGED_CHARACTERS = 512 * 1024;

/** Classifies the lines of a text, up to its `JUDGED_CHARACTERS`. @param labels keys of labels that a plain line may be a heading of */
export function readLines(text: string, labels: ReadonlySet<string>): readonly FactLine[] {
  return classifyLines(text.length <= JUDGED_CHARACTERS ? text : text.slice(0, JUDGED_CHARACTERS), labels);
}

/** All lines of a text of any length, piece by piece, so that they need not all be held at once. Pieces end with a line. */
export function* readAllLines(text: string): Generator<FactLine> {
  let line = 0;
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from + JUDGED_CHARACTERS);
    const piece = text.slice(from, end < 0 ? text.length : end + 1);
    for (const one of classifyLines(piece, new Set())) yield { ...one, number: one.number + line };
    line += piece.split(/\r\n|\n|\r/).length - 1;
    from += piece.length;
  }
}

function classifyLines(text: string, labels: ReadonlySet<string>): readonly FactLine[] {
  const raw = withoutComments(text).split(/\r\n|\n|\r/);
  const lines: FactLine[] = [];
  let fence: { readonly mark: string; readonly data: boolean } | null = null;
  let frontMatter = raw[0]?.trim() === '---';
  for (let index = frontMatter ? 1 : 0; index < raw.length; index += 1) {
    const source = raw[index] as string;
    const trimmed = source.trim();
    const mark = FENCE.exec(trimmed);
    if (frontMatter && (trimmed === '---' || trimmed === '...')) {
      frontMatter = false;
      continue;
    }
    if (fence) {
      if (mark && trimmed.startsWith(fence.mark) && trimmed.replace(/^[`~]+/, '') === '') fence = null;
      else lines.push(fence.data ? classify(source, index) : textLine(source, index));
      continue;
    }
    if (mark && !frontMatter) {
      fence = { mark: mark[1] as string, data: DATA_FENCES.has((mark[2] ?? '').toLowerCase()) };
      continue;
    }
    const next = frontMatter ? '' : (raw[index + 1] ?? '').trim();
    if (!frontMatter && isSetext(source, next)) {
      lines.push({ ...textLine(source, index), kind: 'heading', label: trimmed, level: next.startsWith('=') ? 1 : 2 });
      index += 1;
      continue;
    }
    lines.push(frontMatter ? frontMatterLine(source, index) : headingOrRest(source, index, lines.at(-1), labels));
  }
  return lines;
}

/** HTML comments say nothing to a reader; their lines stay, so that numbers and columns do not move. */
function withoutComments(text: string): string {
  let out = '';
  let from = 0;
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', from)) {
    const close = text.indexOf('-->', open + 2);
    const end = close < 0 ? text.length : close + 3;
    out += text.slice(from, open) + text.slice(open, end).replace(/[^\r\n]/g, ' ');
    from = end;
  }
  return out + text.slice(from);
}

function textLine(source: string, index: number): FactLine {
  const trimmed = source.trim();
  const bullet = BULLET.exec(trimmed);
  const kind = trimmed === '' || RULE.test(trimmed) ? 'blank' : 'text';
  const indent = source.length - source.trimStart().length;
  return {
    kind,
    label: '',
    value: bullet ? trimmed.slice(bullet[0].length) : trimmed.replace(/^(?:>[ \t]?)+/, ''),
    level: 0,
    indent,
    bulleted: bullet !== null,
    number: index + 1,
    column: indent + 1,
  };
}

function isSetext(source: string, next: string): boolean {
  const trimmed = source.trim();
  if (!SETEXT.test(next) || trimmed === '' || RULE.test(trimmed) || BULLET.test(trimmed)) return false;
  return (
    !trimmed.startsWith('#') &&
    !trimmed.startsWith('|') &&
    !trimmed.startsWith('>') &&
    classify(source, 0).kind !== 'label'
  );
}

function frontMatterLine(source: string, index: number): FactLine {
  return source.trim().startsWith('#') ? { ...textLine('', index) } : classify(source, index);
}

function headingOrRest(
  source: string,
  index: number,
  before: FactLine | undefined,
  labels: ReadonlySet<string>,
): FactLine {
  const trimmed = source.trim();
  const base = textLine(source, index);
  const heading = (label: string, level: number): FactLine => ({ ...base, kind: 'heading', label, value: '', level });
  if (trimmed.length > STRUCTURE_CHARACTERS) return classify(source, index);
  const atx = ATX.exec(trimmed);
  if (atx) {
    const label = (atx[2] as string).replace(/#+$/, '').trim();
    // `## Voice: dry and warm` is a label whose marks are a heading's; `## Voice:` is a heading.
    const labelled = labelOf(label);
    if (labelled && labelled.value !== '') return { ...base, kind: 'label', ...labelled };
    return label === '' ? { ...base, kind: 'blank' } : heading(label, (atx[1] as string).length);
  }
  const bold = BOLD_LINE.exec(trimmed)?.[1];
  if (bold !== undefined && labels.has(labelKey(bold))) return heading(bold, 7);
  const stands = (before === undefined || before.kind === 'blank') && !base.bulleted;
  if (stands && labels.has(labelKey(trimmed)) && !/[:：.。]$/u.test(trimmed)) return heading(trimmed, 7);
  return classify(source, index);
}

/** A label with its value, or text. */
function classify(source: string, index: number): FactLine {
  const base = textLine(source, index);
  if (base.kind === 'blank') return base;
  const found = labelOf(base.value);
  return found ? { ...base, kind: 'label', ...found } : base;
}

/** Colons that belong to an address or a time of day, not to a label. */
const NO_LABEL_COLON = /^:(?:\/\/|\d)/;

function labelOf(content: string): { readonly label: string; readonly value: string } | null {
  if (content.length <= STRUCTURE_CHARACTERS) {
    const pair = TABLE_ROW.exec(content) ?? BOLD_DASH.exec(content);
    if (pair) return labelled(pair[1] as string, pair[2] as string);
  }
  const colon = content.slice(0, LABEL_CHARACTERS * 2).search(/[:：]/u);
  if (colon < 1 || NO_LABEL_COLON.test(content.slice(colon, colon + 3))) return null;
  return labelled(content.slice(0, colon), content.slice(colon + 1).replace(/^["*_`]{1,4}(?=\s|$)/, ''));
}

function labelled(rawLabel: string, rawValue: string): { readonly label: string; readonly value: string } | null {
  const label = rawLabel
    .trim()
    .replace(/^["'“*_`|]{1,4}/u, '')
    .replace(/["'”*_`]{1,4}$/u, '')
    .trim();
  const value = rawValue.trim();
  const quoted = value.length <= STRUCTURE_CHARACTERS ? /^(["'])(.*)\1,?$/u.exec(value) : null;
  return isLabelSized(label) ? { label, value: quoted?.[2] ?? value } : null;
}

function isLabelSized(label: string): boolean {
  return label.length > 0 && label.length <= LABEL_CHARACTERS && label.split(/\s+/).length <= LABEL_WORDS;
}
