/** Cuts a text into windows around trigger hits, so that the work of a matcher is bounded by a small multiple of the text. */
import type { Window } from '../sighting.ts';

/** Longest window. Neighbouring hits share one; a longer run of hits is cut with an overlap. */
const WINDOW_UNITS = 8_192;

/**
 * @param hits offsets in ascending order
 * @returns windows such that each hit lies in one together with `before` and `after` units around it; one after the other, since many
 * at once teach the engine that windows live long, and then each keeps the text of its file in memory
 */
export function* windowsOf(text: string, hits: readonly number[], before: number, after: number): Generator<Window> {
  // Twice the reach, so that a window advances by at least its half: dense hits cost at most two passes.
  const span = Math.max(WINDOW_UNITS, 2 * (before + after));
  let open: Stretch | null = null;
  for (const hit of hits) {
    const from = Math.max(0, hit - before);
    const to = Math.min(text.length, hit + after);
    if (open && from <= open.to && to - open.from <= span) {
      open.to = Math.max(open.to, to);
      open.hits.push(hit);
    } else {
      if (open) yield windowOf(text, open);
      open = { from, to, hits: [hit] };
    }
  }
  if (open) yield windowOf(text, open);
}

/** Where a window lies, and the hits in it so far. */
interface Stretch {
  readonly from: number;
  to: number;
  readonly hits: number[];
}

function windowOf(text: string, { from, to, hits }: Stretch): Window {
  return { text: text.slice(from, to), base: from, hits };
}
