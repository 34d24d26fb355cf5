/** Text of a package on a terminal: every character that would not show, or would steer the terminal, is written as its code point. */

const UNSHOWN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** One line that is safe to print: `\u{1b}` for ESC, `\u{202e}` for a right-to-left override, and so on. */
export function visible(text: string): string {
  return text.replace(UNSHOWN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** As {@link visible}, but line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(UNSHOWN, (character) =>
    character === '\n' || character === '\t' ? character : visible(character),
  );
}
