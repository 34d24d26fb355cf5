/** Names as text: secrets, and orders spelled with hyphens. Synchronous; the vendors' tokens are covered by our own structures. */

import { mergeSightings } from './merge.ts';
import { ORDER_MATCHERS } from './orders/find.ts';
import { NAME_SECRET_MATCHERS } from './secrets/find.ts';
import type { Scene, Setting, Sighting } from './sighting.ts';
import { plainSurface } from './text/surface.ts';

const SETTING: Setting = { genre: 'name', manifest: false, codeBearing: false };

/** Sightings in one path. Invisible and bidi characters in names are path/'s matter. */
export function nameSightings(path: string): Sighting[] {
  const readings = [path, path.replace(/\.[a-z0-9]{1,8}$/i, '').replace(/[-_./+]+/g, ' ')];
  const sightings: Sighting[] = [];
  for (const [index, text] of readings.entries()) {
    const scene: Scene = {
      surface: plainSurface(text),
      setting: SETTING,
      report(rule, from, to, detail, severity) {
        sightings.push(severity ? { rule, from, to, detail, severity } : { rule, from, to, detail });
      },
    };
    for (const matcher of index === 0 ? NAME_SECRET_MATCHERS : ORDER_MATCHERS)
      void matcher.match({ text, base: 0, hits: [0] }, scene);
  }
  return mergeSightings(sightings);
}
