/** What kind of hidden character a code point is, whatever stands around it. */
import type { TextMark } from '../../../../shared/models.ts';

export type HiddenKind = Exclude<TextMark['kind'], 'secret'>;

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const PRIVATE = /^\p{Co}$/u;
const UNASSIGNED = /^\p{Cn}$/u;
/** Reserved for coming emoji: unassigned today, harmless tomorrow. */
const PICTOGRAPHIC = /^\p{Extended_Pictographic}$/u;

/** Null for characters that a reader sees. */
export function hiddenKind(code: number): HiddenKind | null {
  if (code < 0x20) return code === 9 || code === 10 || code === 13 ? null : 'control';
  if (code < 0x7f) return null;
  if (code <= 0x9f) return 'control';
  if (isBidi(code)) return 'bidi';
  if (isSelector(code)) return 'selector';
  if (code >= 0xe0000 && code <= 0xe007f) return 'tag';
  if (code === 0x115f || code === 0x1160 || code === 0x3164 || code === 0xffa0 || code === 0x2800) return 'filler';
  if (code >= 0xd800 && code <= 0xdfff) return 'unassigned';
  const character = String.fromCodePoint(code);
  if (PRIVATE.test(character)) return 'private-use';
  if (UNASSIGNED.test(character)) return PICTOGRAPHIC.test(character) ? null : 'unassigned';
  if (IGNORABLE.test(character) || (code >= 0xfff9 && code <= 0xfffb)) return 'invisible';
  return code === 0x2028 || code === 0x2029 ? 'invisible' : null;
}

export function isSelector(code: number): boolean {
  return (
    (code >= 0xfe00 && code <= 0xfe0f) ||
    (code >= 0xe0100 && code <= 0xe01ef) ||
    (code >= 0x180b && code <= 0x180d) ||
    code === 0x180f
  );
}

export function isBidi(code: number): boolean {
  return (
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0x200e ||
    code === 0x200f ||
    code === 0x61c
  );
}

/** What a run of tag characters spells. */
export function decodeTags(codes: readonly number[]): string {
  return codes.map((code) => (code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : '')).join('');
}

/** Bytes of a run of variation selectors: VS1–VS16 are 0–15, VS17–VS256 are 16–255. As text, when they are text. */
export function decodeSelectors(codes: readonly number[]): string | null {
  const bytes = codes
    .filter((code) => code >= 0xfe00)
    .map((code) => (code <= 0xfe0f ? code - 0xfe00 : code - 0xe0100 + 16));
  if (bytes.length < 2) return null;
  const text = Buffer.from(bytes).toString('utf8');
  return /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\n\t\r]+$/u.test(text) && !text.includes('\ufffd') ? text : null;
}
