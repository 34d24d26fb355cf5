/**
 * Finds characters that draw nothing or turn the line round, for texts that come without marks of the desk (differences).
 * The viewer itself shows the desk's own marks. Pure.
 */
import type { TextMark } from '../../../shared/models.ts';

/** Names of the characters that are met most; all others are shown by their code point and kind. */
const NAMES: Readonly<Record<number, string>> = {
  173: 'SOFT HYPHEN',
  847: 'COMBINING GRAPHEME JOINER',
  1564: 'ARABIC LETTER MARK',
  4447: 'HANGUL CHOSEONG FILLER',
  4448: 'HANGUL JUNGSEONG FILLER',
  6158: 'MONGOLIAN VOWEL SEPARATOR',
  8203: 'ZERO WIDTH SPACE',
  8204: 'ZERO WIDTH NON-JOINER',
  8205: 'ZERO WIDTH JOINER',
  8206: 'LEFT-TO-RIGHT MARK',
  8207: 'RIGHT-TO-LEFT MARK',
  8232: 'LINE SEPARATOR',
  8233: 'PARAGRAPH SEPARATOR',
  8234: 'LEFT-TO-RIGHT EMBEDDING',
  8235: 'RIGHT-TO-LEFT EMBEDDING',
  8236: 'POP DIRECTIONAL FORMATTING',
  8237: 'LEFT-TO-RIGHT OVERRIDE',
  8238: 'RIGHT-TO-LEFT OVERRIDE',
  8288: 'WORD JOINER',
  8294: 'LEFT-TO-RIGHT ISOLATE',
  8295: 'RIGHT-TO-LEFT ISOLATE',
  8296: 'FIRST STRONG ISOLATE',
  8297: 'POP DIRECTIONAL ISOLATE',
  12644: 'HANGUL FILLER',
  65279: 'ZERO WIDTH NO-BREAK SPACE',
  65440: 'HALFWIDTH HANGUL FILLER',
};

const HIDDEN = /\r(?!\n)|[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Co}\u2028\u2029]|(?![\t\n\r])\p{Cc}/gu;

/** Marks of a text, ordered by position. Offsets are UTF-16 code units. Emoji sequences keep their joiners. */
export function reveal(text: string): readonly TextMark[] {
  const marks: TextMark[] = [];
  for (const match of text.matchAll(HIDDEN)) {
    const code = match[0].codePointAt(0) ?? 0;
    if (joinsEmoji(text, match.index, code)) continue;
    const hex = code.toString(16).toUpperCase().padStart(4, '0');
    const kind = kindOf(code);
    const decoded = kind === 'tag' && code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : null;
    const name = NAMES[code];
    marks.push({
      from: match.index,
      to: match.index + match[0].length,
      kind,
      name: name ? `U+${hex} ${name}` : `U+${hex}`,
      decoded,
    });
  }
  return marks;
}

function kindOf(code: number): TextMark['kind'] {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 'control';
  if (code === 0x061c || (code >= 0x200e && code <= 0x200f) || (code >= 0x202a && code <= 0x202e)) return 'bidi';
  if (code >= 0x2066 && code <= 0x2069) return 'bidi';
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag';
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return 'selector';
  if (code === 0x115f || code === 0x1160 || code === 0x3164 || code === 0xffa0) return 'filler';
  if ((code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000) return 'private-use';
  return 'invisible';
}

/** A joiner or emoji selector directly after a pictograph (or its skin tone) belongs to what is drawn. */
function joinsEmoji(text: string, index: number, code: number): boolean {
  if (code !== 0x200d && code !== 0xfe0f) return false;
  const before = text.slice(Math.max(0, index - 4), index);
  return /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F|[#*0-9])$/u.test(before);
}
