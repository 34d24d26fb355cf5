/** Classes of characters that a name must not hold, and how they are named in messages. */

/** C0, DEL, C1. */
const CONTROL = /\p{Cc}/gu;

/**
 * Characters that show nothing or move their neighbours: default-ignorable, bidi controls, private use, unassigned (in the
 * Unicode version of the engine), line and paragraph separators, the blank Braille pattern.
 */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\p{Co}\p{Cn}\u2028\u2029\u2800]/gu;

const RESERVED = /[<>"|?*]/gu;

/** Names at most this many code points in one message. */
const NAMED_CODE_POINTS = 8;

/** Different control characters of the text as `U+0007` …, in order of appearance. */
export function controlCharacters(text: string): readonly string[] {
  return named(text, CONTROL);
}

/** Different invisible or undefined characters of the text as `U+200B` …, in order of appearance. */
export function invisibleCharacters(text: string): readonly string[] {
  return named(text, INVISIBLE);
}

/** Different characters that Windows reserves, as they are. */
export function reservedCharacters(text: string): readonly string[] {
  return [...new Set(text.match(RESERVED) ?? [])];
}

/** `U+0041` notation of a code point. */
export function codePointName(codePoint: number): string {
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

function named(text: string, pattern: RegExp): readonly string[] {
  const found = new Set(text.match(pattern) ?? []);
  return [...found].slice(0, NAMED_CODE_POINTS).map((character) => codePointName(character.codePointAt(0) ?? 0));
}
