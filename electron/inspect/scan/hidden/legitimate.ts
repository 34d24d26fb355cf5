/** Where hidden characters belong: scripts that need joiners, emoji, flags, Japanese variants, bidi marks in right-to-left text. */
import type { Genre } from '../sighting.ts';

/** A run of hidden characters of one kind with what stands around it. */
export interface Surroundings {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  readonly codes: readonly number[];
  readonly genre: Genre;
}

/** Scripts whose letters join, or whose conjuncts are chosen by ZWJ and ZWNJ. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Mandaic}\p{Script=Phags_Pa}\p{Script=Adlam}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Javanese}\p{Script=Balinese}\p{Script=Sundanese}\p{Script=Chakma}\p{Script=Tai_Tham}\p{Script=Limbu}\p{Script=Lepcha}\p{Script=Newa}\p{Script=Tirhuta}\p{Script=Kaithi}\p{Script=Grantha}\p{Script=Meetei_Mayek}\p{Script=Saurashtra}\p{Script=Hanifi_Rohingya}]/u;
/** Scripts without spaces between words, where ZWSP allows a line break. */
const UNSPACED =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Tai_Tham}\p{Script=Tai_Le}\p{Script=New_Tai_Lue}\p{Script=Tai_Viet}\p{Script=Javanese}\p{Script=Balinese}]/u;
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]/u;
const PICTOGRAPH = /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u;
const EMOJI_BASE = /[\p{Emoji}\p{Extended_Pictographic}\p{S}]/u;
const STANDARDISED_BASE = /[\p{S}\p{P}\p{N}\p{Script=Han}\p{Script=Myanmar}\p{Script=Phags_Pa}\p{Script=Manichaean}]/u;
const IDEOGRAPH = /\p{Ideographic}/u;
const FLAGS: ReadonlySet<string> = new Set(['gbeng', 'gbsct', 'gbwls']);
/** The registered ideographic variants end far below this; 240 selectors are an alphabet for bytes. */
const LAST_IDEOGRAPHIC = 0xe012f;
/** A doubled ZWNJ is a slip of the finger; three are a code. */
const JOINERS_TOGETHER = 2;
/** How far a Braille blank may stand from other Braille. */
const BRAILLE_UNITS = 40;

export function characterBefore(text: string, at: number): string {
  if (at <= 0) return '';
  const low = text.charCodeAt(at - 1);
  return low >= 0xdc00 && low <= 0xdfff && at >= 2 ? text.slice(at - 2, at) : text.slice(at - 1, at);
}

export function characterAfter(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? '' : String.fromCodePoint(code);
}

/** Tag characters: only the three flags of the Unicode standard's recommended set, exactly spelled. */
export function isFlag({ text, from, codes }: Surroundings): boolean {
  if (characterBefore(text, from) !== '\u{1f3f4}' || codes[codes.length - 1] !== 0xe007f) return false;
  return FLAGS.has(String.fromCharCode(...codes.slice(0, -1).map((code) => code - 0xe0000)));
}

/** One selector after a base that takes it. */
export function isVariant({ text, from, codes }: Surroundings): boolean {
  if (codes.length !== 1) return false;
  const code = codes[0] as number;
  const base = characterBefore(text, from);
  if (base === '') return false;
  if (code === 0xfe0f || code === 0xfe0e) return EMOJI_BASE.test(base) || /\p{P}/u.test(base);
  if (code >= 0xe0100) return code <= LAST_IDEOGRAPHIC && IDEOGRAPH.test(base);
  if (code >= 0xfe00 && code <= 0xfe02) return STANDARDISED_BASE.test(base);
  if (code >= 0xfe00) return /\p{Script=Egyptian_Hieroglyphs}/u.test(base);
  return /\p{Script=Mongolian}/u.test(base);
}

/** Joiners, word-break spaces and other invisible characters by what stands on either side. */
export function isNeeded({ text, from, to, codes }: Surroundings): boolean {
  const code = codes[0] as number;
  if (codes.some((other) => other !== code)) return false;
  const before = characterBefore(text, from);
  const after = characterAfter(text, to);
  switch (code) {
    case 0x200d:
      if (codes.length === 1 && joinsEmoji(text, from, before, after)) return true;
      return codes.length <= JOINERS_TOGETHER && (JOINING.test(before) || JOINING.test(after));
    case 0x200c:
      return codes.length <= JOINERS_TOGETHER && (JOINING.test(before) || JOINING.test(after));
    case 0x200b:
      return codes.length === 1 && (UNSPACED.test(before) || UNSPACED.test(after));
    case 0x34f:
      return codes.length === 1 && /[\p{Script=Hebrew}\p{M}]/u.test(before) && /[\p{Script=Hebrew}\p{M}]/u.test(after);
    case 0x180e:
      return codes.length === 1 && /\p{Script=Mongolian}/u.test(before);
    case 0x17b4:
    case 0x17b5:
      return codes.length === 1 && /\p{Script=Khmer}/u.test(before);
    case 0x2028:
    case 0x2029:
      return true; // line ends of another kind: marked, not hidden
    default:
      if (code >= 0x1bca0 && code <= 0x1bca3) return /\p{Script=Duployan}/u.test(before);
      return code >= 0x1d173 && code <= 0x1d17a && /[\u{1d100}-\u{1d1ff}]/u.test(before + after);
  }
}

function joinsEmoji(text: string, from: number, before: string, after: string): boolean {
  const base = before === '\ufe0f' ? characterBefore(text, from - 1) : before;
  return PICTOGRAPH.test(base) && PICTOGRAPH.test(after);
}

export function isFillerAtHome({ text, from, to, codes }: Surroundings): boolean {
  const code = codes[0] as number;
  if (code === 0x2800) return /[\u2801-\u28ff]/.test(text.slice(Math.max(0, from - BRAILLE_UNITS), to + BRAILLE_UNITS));
  if (codes.length > 2 || (code !== 0x115f && code !== 0x1160)) return false;
  return /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/.test(characterBefore(text, from) + characterAfter(text, to));
}

/** What a line does with bidi controls, found once for all controls in it. */
export interface BidiLine {
  readonly from: number;
  readonly to: number;
  readonly rightToLeft: boolean;
  readonly balanced: boolean;
}

export function bidiLineAt(text: string, at: number): BidiLine {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  const end = text.indexOf('\n', at);
  const to = end < 0 ? text.length : end;
  const line = text.slice(from, to);
  return { from, to, rightToLeft: RIGHT_TO_LEFT.test(line), balanced: isBalanced(line) };
}

function isBalanced(line: string): boolean {
  const open: ('embedding' | 'isolate')[] = [];
  for (const [control] of line.matchAll(/[\u202a-\u202e\u2066-\u2069]/g)) {
    if (control === '\u202c') {
      if (open.pop() !== 'embedding') return false;
    } else if (control === '\u2069') {
      if (open.pop() !== 'isolate') return false;
    } else {
      open.push(control >= '\u2066' ? 'isolate' : 'embedding');
    }
  }
  return open.length === 0;
}

/** Marks go with right-to-left text; isolates and embeddings in prose only, balanced; overrides nowhere. */
export function isBidiAtHome(codes: readonly number[], line: BidiLine, genre: Genre): boolean {
  return codes.every((code) => {
    if (code === 0x202d || code === 0x202e) return false;
    const mark = code === 0x200e || code === 0x200f || code === 0x61c;
    if (genre === 'source' || genre === 'name') return false;
    if (mark) return line.rightToLeft;
    if (genre === 'json' || !line.balanced) return false;
    return code >= 0x2066 || line.rightToLeft;
  });
}
