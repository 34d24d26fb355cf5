/** Every character of a text that a reader does not see, for the viewer and the command line. */
import type { TextMark } from '../../../shared/models.ts';
import { hiddenRuns, strangeOffsets } from './hidden/runs.ts';

/**
 * Marks all hidden characters, those that belong there (joiners in Persian, emoji sequences, flags) included: the viewer leaves
 * nothing out. Whether one is a finding is `security/hidden-text`'s to say; `legitimateMarks` tells them apart.
 * A variation selector that only chooses the colour of an emoji, and a joiner inside one emoji, are part of a visible character
 * and are not marked: a box in the middle of a family would show less, not more.
 */
export function revealMarks(text: string): readonly TextMark[] {
  return hiddenRuns(text, strangeOffsets(text), 'prose')
    .filter((run) => !(run.legitimate && isPartOfEmoji(text, run.from)))
    .map(({ from, to, kind, name, decoded }) => ({ from, to, kind, name, decoded }));
}

/** The marks of `revealMarks` that do their proper work in this text. */
export function legitimateMarks(text: string): readonly TextMark[] {
  return hiddenRuns(text, strangeOffsets(text), 'prose')
    .filter((run) => run.legitimate && !isPartOfEmoji(text, run.from))
    .map(({ from, to, kind, name, decoded }) => ({ from, to, kind, name, decoded }));
}

/** Emoji presentation, emoji joiners and the tags of the three flags. */
function isPartOfEmoji(text: string, at: number): boolean {
  const code = text.codePointAt(at) as number;
  if (code === 0xfe0f || code === 0xfe0e) return true;
  if (code >= 0xe0000 && code <= 0xe007f) return true;
  if (code !== 0x200d) return false;
  const after = text.codePointAt(at + 1);
  return after !== undefined && /\p{Extended_Pictographic}/u.test(String.fromCodePoint(after));
}
