/** Undoes escapes: HTML entities, percent, `\u` `\x` `\n` and their kin. Gives windows of the text with the way back. */
import { type Layer, mappedSurface, type Surface } from './surface.ts';

/** Triggers in the sweep. Plain backslashes are too common to be one. */
// biome-ignore format: words read better in rows
export const ESCAPE_KEYWORDS: readonly string[] = [
  '&#', '\\u', '\\x', '\\0', '\\1', '%2', '%3', '%4', '%5', '%6', '%7', '%e', '%f', '&lt', '&amp', '&zw', '&rl',
  '&lr', '&sh', '&nb', '&inv', '&tab', '&new', '&lpar', '&period', '&col',
];

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  shy: '\u00ad',
  zwj: '\u200d',
  zwnj: '\u200c',
  lrm: '\u200e',
  rlm: '\u200f',
  ZeroWidthSpace: '\u200b',
  NoBreak: '\u2060',
  InvisibleTimes: '\u2062',
  InvisibleComma: '\u2063',
  ApplyFunction: '\u2061',
  Tab: '\t',
  NewLine: '\n',
  lpar: '(',
  rpar: ')',
  sol: '/',
  bsol: '\\',
  colon: ':',
  period: '.',
  commat: '@',
  num: '#',
  excl: '!',
  hyphen: '-',
  lowbar: '_',
  equals: '=',
};

const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z]{2,16}));?/y;
/** A run is undone in pieces that no window of text is longer than. */
const PERCENT = /(?:%[0-9a-fA-F]{2}){1,256}/y;
const BACKSLASH =
  /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|x([0-9a-fA-F]{2})|([0-3][0-7]{2})|([nrtbf/"'\\]))/y;
const SIMPLE: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

interface Undone {
  readonly text: string;
  readonly length: number;
  readonly layer: Layer;
}

function undoAt(text: string, at: number): Undone | null {
  const unit = text.charCodeAt(at);
  if (unit === 38) return undoEntity(text, at);
  if (unit === 37) return undoPercent(text, at);
  return unit === 92 ? undoBackslash(text, at) : null;
}

function undoEntity(text: string, at: number): Undone | null {
  ENTITY.lastIndex = at;
  const found = ENTITY.exec(text);
  if (!found) return null;
  const [whole, decimal, hex, name] = found;
  const character = name ? NAMED[name] : fromCode(decimal ? Number(decimal) : Number.parseInt(hex as string, 16));
  return character === undefined ? null : { text: character, length: whole.length, layer: 'entity' };
}

function undoPercent(text: string, at: number): Undone | null {
  PERCENT.lastIndex = at;
  const whole = PERCENT.exec(text)?.[0];
  if (whole === undefined) return null;
  const bytes = Buffer.from(whole.replaceAll('%', ''), 'hex');
  return { text: bytes.toString('utf8'), length: whole.length, layer: 'percent' };
}

function undoBackslash(text: string, at: number): Undone | null {
  BACKSLASH.lastIndex = at;
  const found = BACKSLASH.exec(text);
  if (!found) return null;
  const [whole, braced, four, eight, two, octal, simple] = found;
  if (simple) return { text: SIMPLE[simple] ?? simple, length: 2, layer: 'escape' };
  const hex = braced ?? four ?? eight ?? two;
  const character = fromCode(hex ? Number.parseInt(hex, 16) : Number.parseInt(octal as string, 8));
  return character === undefined ? null : { text: character, length: whole.length, layer: 'escape' };
}

function fromCode(code: number): string | undefined {
  if (code > 0x10ffff) return undefined;
  // Half of a pair as an escape is joined with its other half by the string itself.
  return code > 0xffff ? String.fromCodePoint(code) : String.fromCharCode(code);
}

/**
 * Undoes every escape in a range of the parent.
 * @returns null when there is nothing to undo, or only what changes no meaning (`\"`, `\n` in ordinary prose)
 */
export function undoEscapes(parent: Surface, from: number, to: number): Surface | null {
  const source = parent.text;
  const pieces: string[] = [];
  const map: number[] = [];
  let layer: Layer | null = null;
  let copied = from;
  for (let at = from; at < to; at++) {
    const unit = source.charCodeAt(at);
    if (unit !== 38 && unit !== 37 && unit !== 92) continue;
    const undone = undoAt(source, at);
    if (!undone) continue;
    pieces.push(source.slice(copied, at), undone.text);
    for (let i = copied; i < at; i++) map.push(i);
    for (let i = 0; i < undone.text.length; i++) map.push(at);
    layer ??= undone.layer;
    at += undone.length - 1;
    copied = at + 1;
  }
  if (layer === null) return null;
  pieces.push(source.slice(copied, to));
  for (let i = copied; i <= to; i++) map.push(i);
  return mappedSurface(parent, layer, pieces.join(''), map);
}
