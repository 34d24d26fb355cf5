/** Masks secrets in a text that is going to be shown: the same length, the same lines, nothing left to copy. */
import type { TextMark } from '../../../shared/models.ts';
import { mergeSightings } from './merge.ts';
import { shownLength } from './secrets/placeholders.ts';
import type { Setting, Sighting } from './sighting.ts';

const SETTING: Setting = { genre: 'prose', manifest: false, codeBearing: false };
const MASK = '•';

export interface MaskedText {
  readonly text: string;
  readonly marks: readonly TextMark[];
}

/**
 * Replaces every secret (`security/private-key`, `secret`, `credential`; encoded ones as a whole) by `•`, keeping its first four
 * characters (fewer of a short one) and every line end. Offsets stay. Text beyond the scan's limits is masked from there on.
 */
export async function maskSecrets(text: string): Promise<MaskedText> {
  // The scanner is the heaviest part of the program; a desk that shows no text need not read its patterns.
  const { SECRET_ONLY, scanText } = await import('./engine.ts');
  const { sightings, exhausted } = await scanText(text, SETTING, SECRET_ONLY());
  if (exhausted !== null) {
    // What cannot be scanned cannot be shown to be free of secrets.
    const mark: TextMark = { from: 0, to: text.length, kind: 'secret', name: 'NOT SCANNED', decoded: null };
    return { text: maskRange(text, 0, text.length, 0), marks: [mark] };
  }
  const secrets = mergeSightings(sightings);
  if (secrets.length === 0) return { text, marks: [] };
  const pieces: string[] = [];
  let copied = 0;
  for (const { from, to } of secrets) {
    if (to <= copied) continue;
    const start = Math.max(from, copied);
    pieces.push(
      text.slice(copied, start),
      maskRange(text, start, to, start === from ? shownLength(text.slice(from, to)) : 0),
    );
    copied = to;
  }
  pieces.push(text.slice(copied));
  return { text: pieces.join(''), marks: secrets.map(markOf) };
}

function maskRange(text: string, from: number, to: number, shown: number): string {
  return text.slice(from, from + shown) + text.slice(from + shown, to).replace(/[^\r\n]/g, MASK);
}

function markOf({ from, to, detail }: Sighting): TextMark {
  return { from, to, kind: 'secret', name: String(detail.kind ?? 'SECRET').toUpperCase(), decoded: null };
}
