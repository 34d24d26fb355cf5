/** The named folders: at least two intake buckets and one evidence folder, none inside another or inside the data folder. */
import { FEWEST_BUCKETS, type HandoffAct, type HandoffPlace, type HandoffPlaces } from '../../shared/handoff.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { checkPath } from '../inspect/container/path-grammar.ts';
import { ProblemError } from '../problem.ts';
import type { HandoffContext } from './context.ts';
import { liesIn, type RealFolder, realFolder, stateOf } from './folders.ts';
import { openRun, runFiles } from './rows.ts';

interface PlaceRow {
  readonly kind: 'bucket' | 'evidence';
  readonly label: string;
  readonly folder: string;
  readonly identity: string;
}

/** The folders in force, and whether they are still what was named. */
export function readPlaces(db: DeskDatabase): HandoffPlaces {
  const places = rows(db).map((row) => ({ kind: row.kind, place: placeOf(row) }));
  return {
    buckets: places.filter(({ kind }) => kind === 'bucket').map(({ place }) => place),
    evidence: places.find(({ kind }) => kind === 'evidence')?.place ?? null,
  };
}

/** A bucket that can be worked in. @throws ProblemError handoff-refused (no-places, vanished, replaced) */
export function readyBucket(db: DeskDatabase, label: string): HandoffPlace {
  return ready(readPlaces(db).buckets.find((bucket) => bucket.label === label));
}

/** The evidence folder. @throws ProblemError handoff-refused (no-places, vanished, replaced) */
export function readyEvidence(db: DeskDatabase): HandoffPlace {
  return ready(readPlaces(db).evidence ?? undefined);
}

function ready(place: HandoffPlace | undefined): HandoffPlace {
  if (!place) throw new ProblemError('handoff-refused', { variant: 'no-places' });
  if (place.state !== 'ready') throw new ProblemError('handoff-refused', { variant: place.state, what: place.folder });
  return place;
}

/** Label of a bucket: one plain segment of a path, since it begins every path of a message. */
const LABEL = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;

/**
 * Names the folders.
 * @throws ProblemError handoff-refused (too-few, label, missing, symlink, not-a-folder, nested, data-folder, in-use)
 */
export function setPlaces({ db, actor }: HandoffContext, request: Extract<HandoffAct, { act: 'set-places' }>): void {
  const { buckets, evidence } = request;
  if (buckets.length < FEWEST_BUCKETS) {
    throw new ProblemError('handoff-refused', { variant: 'too-few', what: buckets.length, least: FEWEST_BUCKETS });
  }
  const labels = new Set<string>();
  for (const { label } of buckets) {
    const folded = label.toLowerCase();
    if (!LABEL.test(label) || checkPath(label, 'manifest').length > 0 || labels.has(folded)) {
      throw new ProblemError('handoff-refused', { variant: 'label', what: label });
    }
    labels.add(folded);
  }
  const named = [
    ...buckets.map(({ label, folder }) => ({ kind: 'bucket' as const, label, ...realFolder(folder) })),
    { kind: 'evidence' as const, label: '', ...realFolder(evidence) },
  ];
  refuseOverlap(named, realFolder(db.layout.root));
  db.transaction(() => {
    const run = openRun(db);
    if (run && runFiles(db, run.handoffId).length > 0) {
      throw new ProblemError('handoff-refused', { variant: 'in-use', what: run.handoffId });
    }
    const utc = db.clock.now();
    db.prepared<[string]>('UPDATE handoff_places SET withdrawn_utc = ? WHERE withdrawn_utc IS NULL').run(utc);
    for (const { kind, label, folder, identity } of named) {
      db.prepared<[string, string, string, string, string]>(
        'INSERT INTO handoff_places (kind, label, folder, identity, named_utc) VALUES (?, ?, ?, ?, ?)',
      ).run(kind, label, folder, identity, utc);
    }
    const data = { act: 'places', buckets: named.filter(({ kind }) => kind === 'bucket').map(({ label }) => label) };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: run?.handoffId ?? null, data, utc });
  });
}

function refuseOverlap(named: readonly RealFolder[], data: RealFolder): void {
  for (const [at, one] of named.entries()) {
    if (liesIn(one, data) || liesIn(data, one)) {
      throw new ProblemError('handoff-refused', { variant: 'data-folder', what: one.folder });
    }
    for (const [index, other] of named.entries()) {
      if (index === at || !liesIn(one, other)) continue;
      throw new ProblemError('handoff-refused', { variant: 'nested', what: one.folder, other: other.folder });
    }
  }
}

function rows(db: DeskDatabase): readonly PlaceRow[] {
  return db
    .prepared<[], PlaceRow>(
      'SELECT kind, label, folder, identity FROM handoff_places WHERE withdrawn_utc IS NULL ORDER BY place_id',
    )
    .all();
}

function placeOf({ label, folder, identity }: PlaceRow): HandoffPlace {
  return { label, folder, state: stateOf({ folder, identity }) };
}
