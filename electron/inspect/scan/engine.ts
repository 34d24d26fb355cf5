/** Runs the sweep and the matchers over a text and everything that can be decoded out of it. */

import { CLAIM_MATCHERS } from './authority/claims.ts';
import { COMMAND_MATCHER } from './commands/find.ts';
import { ENDPOINT_MATCHERS } from './endpoints/find.ts';
import { PATH_MATCHER } from './endpoints/paths.ts';
import { PROBE_MATCHER } from './endpoints/probes.ts';
import { type HiddenRun, hiddenRuns } from './hidden/runs.ts';
import { DECODED_UNITS, ENCODED_LAYERS, LAYERS, SWEPT_UNITS, WINDOW_UNITS } from './limits.ts';
import { logRuns } from './logs.ts';
import { ORDER_MATCHERS } from './orders/find.ts';
import { NAME_SECRET_MATCHERS, SECRET_MATCHERS } from './secrets/find.ts';
import { keyStoreKind } from './secrets/key-stores.ts';
import type { Matcher, Scene, Setting, Sighting } from './sighting.ts';
import { decodeRun, encodedSurface, joinRuns, peekRun } from './text/encoded.ts';
import { ESCAPE_KEYWORDS, undoEscapes } from './text/escapes.ts';
import { undoDisguise } from './text/normalise.ts';
import { blobSurface, plainSurface, type Surface } from './text/surface.ts';
import { windowsOf } from './text/windows.ts';
import { indexKeywords, type KeywordIndex } from './triggers/filing.ts';
import { type Sweep, sweepText } from './triggers/sweep.ts';

/** Matchers with the index that finds the keywords of all matchers there are: one index serves every set. */
export interface MatcherSet {
  /** A keyword's owner is the place of its matcher here. */
  readonly matchers: readonly Matcher[];
  /** Those that are run. */
  readonly chosen: ReadonlySet<Matcher>;
  readonly index: KeywordIndex;
  /** Hidden characters and logs are looked for, too. */
  readonly whole: boolean;
}

const MATCHERS: readonly Matcher[] = [
  ...SECRET_MATCHERS,
  ...ORDER_MATCHERS,
  COMMAND_MATCHER,
  ...ENDPOINT_MATCHERS,
  PATH_MATCHER,
  PROBE_MATCHER,
  ...CLAIM_MATCHERS,
];

let index: KeywordIndex | null = null;

function matcherSet(chosen: readonly Matcher[], whole: boolean): () => MatcherSet {
  let made: MatcherSet | null = null;
  return () => {
    index ??= indexKeywords(
      [...MATCHERS.map(({ keywords }) => keywords), ESCAPE_KEYWORDS].flatMap((words, owner) =>
        words.map((word) => ({ word, owner })),
      ),
    );
    made ??= { matchers: MATCHERS, chosen: new Set(chosen), index, whole };
    return made;
  };
}

export const ALL_MATCHERS: () => MatcherSet = matcherSet(MATCHERS, true);
export const SECRET_ONLY: () => MatcherSet = matcherSet(SECRET_MATCHERS, false);
/** For binary files: secrets in the clear, and orders in their metadata. */
export const BINARY_MATCHERS: () => MatcherSet = matcherSet([...SECRET_MATCHERS, ...ORDER_MATCHERS], false);
/** For names: what needs no waiting. The vendors' tokens are among the structured ones. */
export const NAME_MATCHERS: () => MatcherSet = matcherSet([...NAME_SECRET_MATCHERS, ...ORDER_MATCHERS], false);

export interface Scan {
  readonly sightings: readonly Sighting[];
  /** What was left undone because a limit was reached; null when all was done. */
  readonly exhausted: 'size' | 'work' | 'decoding' | null;
}

/** How far an escape, a styled word and the like carry their neighbourhood into the decoded surface. */
const ESCAPE_REACH = 400;
const DISGUISE_REACH = 300;

interface Run {
  readonly set: MatcherSet;
  readonly setting: Setting;
  readonly sightings: Sighting[];
  windowUnits: number;
  decodedUnits: number;
  exhausted: Scan['exhausted'];
}

/** Scans a text with all its layers. */
export async function scanText(text: string, setting: Setting, set: MatcherSet): Promise<Scan> {
  const run: Run = { set, setting, sightings: [], windowUnits: 0, decodedUnits: 0, exhausted: null };
  if (text.length > SWEPT_UNITS) return { sightings: [], exhausted: 'size' };
  const plain = plainSurface(text);
  await scanSurface(setting.genre === 'binary' ? { ...plain, layers: ['metadata'] } : plain, run);
  return { sightings: run.sightings, exhausted: run.exhausted };
}

async function scanSurface(surface: Surface, run: Run): Promise<void> {
  const { set, setting } = run;
  const sweep = sweepText(surface.text, set.index, set.matchers.length + 1);
  const scene: Scene = {
    surface,
    setting,
    report(rule, from, to, detail, severity) {
      const layers = surface.layers.filter((layer) => layer !== 'metadata');
      // Rules without variants of their own have one sentence for what was not there in so many words.
      const decodedFrom = layers.length > 0 ? { layers, variant: detail.variant ?? 'decoded' } : {};
      const start = surface.origin(from);
      const sighting = {
        rule,
        from: start,
        to: Math.max(start + 1, surface.origin(to)),
        detail: { ...detail, ...decodedFrom },
      };
      run.sightings.push(severity ? { ...sighting, severity } : sighting);
    },
  };
  // By number: pairs of number and matcher, made for every text, would be a fifth of all that a scan allocates.
  for (let owner = 0; owner < set.matchers.length; owner += 1) {
    const hits = sweep.hits[owner] as readonly number[];
    const matcher = set.matchers[owner] as Matcher;
    if (hits.length === 0 || !set.chosen.has(matcher)) continue;
    for (const window of windowsOf(surface.text, hits, matcher.before, matcher.after)) {
      run.windowUnits += window.text.length * matcher.weight;
      if (run.windowUnits > WINDOW_UNITS) {
        run.exhausted ??= 'work';
        return;
      }
      // Awaiting what is not a promise would cost a turn of the loop for every window.
      const pending = matcher.match(window, scene);
      if (pending) await pending;
    }
  }
  if (set.whole) {
    reportHidden(scene, hiddenRuns(surface.text, sweep.strange, setting.genre), run);
    if (surface.layers.length === 0 && setting.genre !== 'name')
      run.sightings.push(...logRuns(surface.text, sweep.lines));
  }
  for (const decoded of decodedSurfaces(surface, sweep, run, scene)) {
    run.decodedUnits += decoded.text.length;
    if (run.decodedUnits > DECODED_UNITS) {
      run.exhausted ??= 'decoding';
      return;
    }
    await scanSurface(decoded, run);
  }
}

/** Hidden characters count where they are real: in the text itself, or where an escape puts them when the file is read. */
function reportHidden(scene: Scene, runs: readonly HiddenRun[], run: Run): void {
  const { surface, setting } = scene;
  const effective = surface.layers.every(
    (layer) => (layer === 'escape' && setting.genre === 'json') || layer === 'entity',
  );
  if (!effective) return;
  for (const hidden of runs) {
    if (hidden.legitimate || surface.text.charCodeAt(hidden.from) === 0) continue;
    if (surface.layers.includes('entity') && !isRendered(surface, hidden.from, run.setting)) continue;
    const isEscape = hidden.kind === 'control' && /^[\u001b\u009b]/.test(surface.text.slice(hidden.from, hidden.to));
    scene.report('security/hidden-text', hidden.from, hidden.to, {
      variant: isEscape ? 'escape' : variantOf(hidden),
      name: hidden.name,
      count: hidden.characters,
      decoded: hidden.decoded,
    });
  }
}

/** Sentences differ where the run spells something. */
function variantOf({ kind, decoded }: HiddenRun): string {
  if (kind === 'selector' && decoded !== null) return 'selector-text';
  return kind === 'tag' && decoded === null ? 'invisible' : kind;
}

/** An entity between code marks is shown as it is written. */
function isRendered(surface: Surface, at: number, setting: Setting): boolean {
  if (setting.genre === 'markup') return true;
  if (setting.genre !== 'prose') return false;
  const lineFrom = surface.text.lastIndexOf('\n', at) + 1;
  const before = surface.text.slice(Math.max(lineFrom, at - 2_000), at);
  return before.split('`').length % 2 === 1;
}

function* decodedSurfaces(surface: Surface, sweep: Sweep, run: Run, scene: Scene): Generator<Surface> {
  if (surface.layers.length >= LAYERS) return;
  const { text } = surface;
  const escapes = sweep.hits[run.set.matchers.length] as readonly number[];
  if (
    escapes.length > 0 &&
    surface.layers.filter((layer) => layer === 'escape' || layer === 'entity' || layer === 'percent').length < 2
  ) {
    for (const window of windowsOf(text, escapes, ESCAPE_REACH, ESCAPE_REACH)) {
      const decoded = undoEscapes(surface, window.base, window.base + window.text.length);
      if (decoded) yield decoded;
    }
  }
  if (sweep.disguised.length > 0 && !surface.layers.includes('normalised')) {
    for (const window of windowsOf(text, sweep.disguised, DISGUISE_REACH, DISGUISE_REACH)) {
      const plain = undoDisguise(surface, window.base, window.base + window.text.length);
      if (plain) yield plain;
    }
  }
  for (const hidden of hiddenRuns(text, sweep.strange, run.setting.genre)) {
    if (hidden.decoded !== null && !hidden.legitimate && hidden.decoded.length > 8) {
      yield blobSurface(surface, hidden.kind === 'tag' ? 'tag' : 'selector', hidden.decoded, hidden.from, hidden.to);
    }
  }
  if (surface.layers.filter((layer) => layer === 'base64' || layer === 'hex').length >= ENCODED_LAYERS) return;
  for (const found of joinRuns(text, sweep.runs)) {
    const store = peekRun(text, found);
    const kind = store && keyStoreKind(store);
    if (kind)
      scene.report('security/private-key', found.from, found.to, {
        kind,
        masked: `${text.slice(found.from, found.from + 4)}••••`,
      });
    const blob = decodeRun(text, found);
    const decoded = blob && encodedSurface(surface, blob);
    if (decoded) yield decoded;
  }
}
