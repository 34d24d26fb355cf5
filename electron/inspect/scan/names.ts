/** Names as text: secrets, and orders spelled with hyphens. Synchronous; the vendors' tokens are covered by our own structures. */
import { NAME_MATCHERS } from './engine.ts';
import { mergeSightings } from './merge.ts';
import { ORDER_MATCHERS } from './orders/find.ts';
import { NAME_SECRET_MATCHERS } from './secrets/find.ts';
import type { Matcher, Scene, Setting, Sighting } from './sighting.ts';
import { plainSurface } from './text/surface.ts';
import { HIT_SPACING, sweepText } from './triggers/sweep.ts';

const SETTING: Setting = { genre: 'name', manifest: false, codeBearing: false };

/** A name as it stands, and as the sentence that its parts may be. */
const readingsOf = (path: string): readonly string[] => [
  path,
  path.replace(/\.[a-z0-9]{1,8}$/i, '').replace(/[-_./+]+/g, ' '),
];

/** More than the distance within which one hit stands for another. */
const BETWEEN = '\n'.repeat(HIT_SPACING + 1);

/** The paths in which any keyword stands: one sweep over all of them costs less than one for each. */
export function suspectNames(paths: readonly string[]): readonly string[] {
  const { matchers, chosen, index } = NAME_MATCHERS();
  const readings = paths.flatMap(readingsOf);
  const { hits } = sweepText(readings.join(BETWEEN), index, matchers.length + 1);
  const places = hits.filter((_, owner) => chosen.has(matchers[owner] as Matcher)).flat();
  places.sort((a, b) => b - a);
  let end = 0;
  return paths.filter((_, number) => {
    for (const reading of readings.slice(2 * number, 2 * number + 2)) end += reading.length + BETWEEN.length;
    const isHit = (places.at(-1) ?? end) < end;
    while ((places.at(-1) ?? end) < end) places.pop();
    return isHit;
  });
}

/** Sightings in one path. Invisible and bidi characters in names are path/'s matter. */
export function nameSightings(path: string): Sighting[] {
  const sightings: Sighting[] = [];
  const { matchers, index } = NAME_MATCHERS();
  for (const [reading, text] of readingsOf(path).entries()) {
    const { hits } = sweepText(text, index, matchers.length + 1);
    const scene: Scene = {
      surface: plainSurface(text),
      setting: SETTING,
      report(rule, from, to, detail, severity) {
        sightings.push(severity ? { rule, from, to, detail, severity } : { rule, from, to, detail });
      },
    };
    for (const matcher of reading === 0 ? NAME_SECRET_MATCHERS : ORDER_MATCHERS) {
      const own = hits[matchers.indexOf(matcher)] ?? [];
      if (own.length > 0) void matcher.match({ text, base: 0, hits: own }, scene);
    }
  }
  return mergeSightings(sightings);
}
