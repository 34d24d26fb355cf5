/** A scan of all buckets: what waits there, settled or not, apart from placeholders. Recorded with its phase. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HandoffPlace, HandoffRun, HandoffScan, ScanEntry, ScanPhase } from '../../shared/handoff.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { type HandoffContext, SETTLE_PAUSE, SETTLED_AGE } from './context.ts';
import { freePath, messagePath } from './names.ts';
import { readPlaces } from './places.ts';
import { countedScan, type FileRow, latestScan, openRun, runRows } from './rows.ts';
import { type Sight, walkBucket } from './walk.ts';

/**
 * Scans the buckets and records it; begins a run when none is open. A scan in a loop that finds what the one before found is not
 * recorded again.
 * @throws ProblemError handoff-refused (no-places)
 */
export async function scan(context: HandoffContext, phase: ScanPhase): Promise<HandoffScan> {
  const { db } = context;
  const looked = await lookAll(context);
  return db.transaction(() => {
    const run = openRun(db) ?? beginRun(context);
    const before = latestScan(db, run.handoffId);
    const found = named(db, run, looked, phase);
    if (phase === 'loop' && before && sameEntries(before, found)) return before;
    return record(context, run, found);
  });
}

/** The scan that ends a run. Call `recordScan` inside the transaction that finishes it. */
export async function finalScan(context: HandoffContext, run: HandoffRun): Promise<HandoffScan> {
  const looked = await lookAll(context);
  return named(context.db, run, looked, 'final');
}

/** Records a scan. Call inside the transaction of the act that made it. */
export function record({ db, actor }: HandoffContext, run: HandoffRun, found: HandoffScan): HandoffScan {
  const { utc, phase, entries, missing, pending, placeholders } = found;
  db.prepared<[string, string, string, string]>(
    'INSERT INTO handoff_scans (handoff_id, utc, phase, body) VALUES (?, ?, ?, ?)',
  ).run(run.handoffId, utc, phase, JSON.stringify({ entries, missing }));
  const data = { act: 'scanned', phase, pending, placeholders, missing: [...missing] };
  appendEvent(db, { kind: 'handoff.recorded', actor, subject: run.handoffId, data, utc });
  return found;
}

interface Looked {
  readonly bucket: HandoffPlace;
  readonly sights: readonly Sight[];
}

/** Two looks where one does not tell whether a file is still being written. */
async function lookAll({ db, settlePause = SETTLE_PAUSE }: HandoffContext): Promise<readonly Looked[]> {
  const { buckets } = readPlaces(db);
  if (buckets.length === 0) throw new ProblemError('handoff-refused', { variant: 'no-places' });
  const first = buckets.map((bucket) => ({
    bucket,
    sights: bucket.state === 'ready' ? walkBucket(bucket.folder) : [],
  }));
  const now = Date.parse(db.clock.now());
  // A clock of another machine may be ahead of ours: the future is young as well.
  const isYoung = ({ status, modifiedMs }: Sight): boolean => status !== 'special' && modifiedMs > now - SETTLED_AGE;
  if (!first.some(({ sights }) => sights.some(isYoung))) return first;
  await sleep(settlePause);
  return first.map(({ bucket, sights }) => {
    const again = new Map(
      (bucket.state === 'ready' ? walkBucket(bucket.folder) : []).map((sight) => [sight.name, sight]),
    );
    const earlier = new Map(sights.map((sight) => [sight.name, sight]));
    const settled = [...again.values()].map((sight): Sight => {
      const moved = earlier.get(sight.name)?.stamp !== sight.stamp;
      return moved && sight.status !== 'special' ? { ...sight, status: 'settling' } : sight;
    });
    return { bucket, sights: settled };
  });
}

function named(db: DeskDatabase, run: HandoffRun, looked: readonly Looked[], phase: HandoffScan['phase']): HandoffScan {
  const rows = runRows(db, run.handoffId);
  const taken = new Set<string>();
  const entries = looked.flatMap(({ bucket, sights }) =>
    sights.map((sight): ScanEntry => {
      const path = freePath(messagePath(bucket.label, sight.name), (candidate) =>
        isFree(candidate, sight, bucket.label),
      );
      taken.add(path);
      const row = rows.find((candidate) => candidate.path === path);
      const isSame = row !== undefined && row.size_bytes === sight.sizeBytes && row.modified_ms === sight.modifiedMs;
      const { name, status, sizeBytes } = sight;
      return { path, bucket: bucket.label, name, status, sizeBytes, fileId: isSame ? row.file_id : null };
    }),
  );
  const missing = looked.filter(({ bucket }) => bucket.state !== 'ready').map(({ bucket }) => bucket.label);
  return countedScan({ utc: db.clock.now(), phase, entries, missing });

  /** A path that names nothing else: two spellings of one name, or a new file under the name of one that was removed. */
  function isFree(path: string, sight: Sight, bucket: string): boolean {
    if (taken.has(path)) return false;
    const row = rows.find((candidate: FileRow) => candidate.path === path);
    return row === undefined || (row.removed_utc === null && row.bucket === bucket && row.name === sight.name);
  }
}

function sameEntries(a: HandoffScan, b: HandoffScan): boolean {
  return JSON.stringify([a.entries, a.missing]) === JSON.stringify([b.entries, b.missing]);
}

function beginRun({ db, actor }: HandoffContext): HandoffRun {
  const utc = db.clock.now();
  const handoffId = `handoff-${utc.slice(0, 10).replaceAll('-', '')}-${randomBytes(6).toString('hex')}`;
  db.prepared<[string, string, string]>(
    'INSERT INTO handoffs (handoff_id, started_utc, started_by) VALUES (?, ?, ?)',
  ).run(handoffId, utc, actor);
  appendEvent(db, { kind: 'handoff.recorded', actor, subject: handoffId, data: { act: 'begun' }, utc });
  return { handoffId, startedUtc: utc, finishedUtc: null, complete: null, messageId: null };
}
