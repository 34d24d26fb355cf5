/** Many sightings of the same thing → one. Pure; order of the input does not matter. */
import { compareText } from '../../../shared/findings.ts';
import { type RuleId, rule as ruleOf } from '../../../shared/rules.ts';
import type { Sighting } from './sighting.ts';

/** Rules that tell the same of the same place, the most telling first. */
const FAMILIES: readonly (readonly RuleId[])[] = [
  ['security/private-key', 'security/secret', 'security/credential'],
  ['security/hidden-instruction', 'security/override-instruction'],
  ['security/destructive-command', 'security/network-probe', 'security/local-path'],
  ['security/network-probe', 'security/private-endpoint'],
];
const WEIGHT = { 'no-op': 0, review: 1, note: 2 } as const;

const severityOf = (sighting: Sighting) => sighting.severity ?? ruleOf(sighting.rule).severity;
const layersOf = (sighting: Sighting): number => (sighting.detail.layers as readonly string[] | undefined)?.length ?? 0;

/** Drops what another sighting of the same family already tells of an overlapping range; sorts by position. */
export function mergeSightings(sightings: readonly Sighting[]): Sighting[] {
  if (sightings.length < 2) return [...sightings];
  let kept = dropOverlaps(sightings, (sighting) => sighting.rule);
  for (const family of FAMILIES) {
    const rank = (sighting: Sighting): number => family.indexOf(sighting.rule);
    const members = kept.filter((sighting) => rank(sighting) >= 0);
    if (members.length < 2) continue;
    const survivors = new Set(dropOverlaps(members, () => 'family', rank));
    kept = kept.filter(
      (sighting) => rank(sighting) < 0 || survivors.has(sighting) || !isShadowed(sighting, survivors, rank),
    );
  }
  return kept.sort((a, b) => a.from - b.from || a.to - b.to || compareText(a.rule, b.rule));
}

/** Another rule of the family tells of the same place. */
function isShadowed(
  sighting: Sighting,
  survivors: ReadonlySet<Sighting>,
  rank: (sighting: Sighting) => number,
): boolean {
  for (const other of survivors) {
    if (other.from < sighting.to && other.to > sighting.from && rank(other) !== rank(sighting)) return true;
  }
  return false;
}

/**
 * Of overlapping sightings with the same key the first wins: the plain one before the decoded, then by rank, the graver before the
 * milder, the earlier, the longer.
 */
function dropOverlaps(
  sightings: readonly Sighting[],
  keyOf: (sighting: Sighting) => string,
  rank: (sighting: Sighting) => number = () => 0,
): Sighting[] {
  const byKey = new Map<string, Sighting[]>();
  for (const sighting of sightings) {
    const key = keyOf(sighting);
    const list = byKey.get(key);
    if (list) list.push(sighting);
    else byKey.set(key, [sighting]);
  }
  return [...byKey.values()].flatMap((list) => keepDisjoint(list, rank));
}

function keepDisjoint(list: readonly Sighting[], rank: (sighting: Sighting) => number): Sighting[] {
  const ordered = [...list].sort(
    (a, b) =>
      layersOf(a) - layersOf(b) ||
      rank(a) - rank(b) ||
      WEIGHT[severityOf(a)] - WEIGHT[severityOf(b)] ||
      a.from - b.from ||
      b.to - a.to ||
      compareText(JSON.stringify(a.detail), JSON.stringify(b.detail)),
  );
  const taken = new Ranges();
  return ordered.filter((sighting) => taken.take(sighting.from, sighting.to));
}

/** Disjoint ranges, sorted; adding costs a binary search and an insertion. */
class Ranges {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  /** False when the range overlaps one that was taken before. */
  take(from: number, to: number): boolean {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] as number) < to) low = middle + 1;
      else high = middle;
    }
    if (low > 0 && (this.#ends[low - 1] as number) > from) return false;
    this.#starts.splice(low, 0, from);
    this.#ends.splice(low, 0, to);
    return true;
  }
}
