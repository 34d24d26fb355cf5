/** Text of a package on a terminal: every character that would not show, or would steer the terminal, is written as its code point. */
import { shown } from '../../shared/foreign.ts';

/** One line that is safe to print. */
export const visible = shown;

/** As {@link visible}, but line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text
    .split('\n')
    .map((line) => line.split('\t').map(shown).join('\t'))
    .join('\n');
}
