/** Names as text: secrets, and orders spelled with hyphens. Synchronous; the vendors' tokens are covered by our own structures. */
import { NAME_MATCHERS } from './engine.ts';
import { mergeSightings } from './merge.ts';
import { ORDER_MATCHERS } from './orders/find.ts';
import { NAME_SECRET_MATCHERS } from './secrets/find.ts';
import type { Scene, Setting, Sighting } from './sighting.ts';
import { plainSurface } from './text/surface.ts';
import { sweepText } from './triggers/sweep.ts';

const SETTING: Setting = { genre: 'name', manifest: false, codeBearing: false };

/** Sightings in one path. Invisible and bidi characters in names are path/'s matter. */
export function nameSightings(path: string): Sighting[] {
  const readings = [path, path.replace(/\.[a-z0-9]{1,8}$/i, '').replace(/[-_./+]+/g, ' ')];
  const sightings: Sighting[] = [];
  const { matchers, index } = NAME_MATCHERS();
  for (const [reading, text] of readings.entries()) {
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
