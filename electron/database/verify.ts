/** Proves the chain of events, wholly or from the last proven event on, and says where it breaks. */
import type { ChainState } from '../../shared/models.ts';
import { type ChainLink, readCheckpoint, readHead, readWitness, storeCheckpoint } from './chain-head.ts';
import { type EventRow, FIRST_PREVIOUS_HASH, hashEvent, recordOf } from './event-hash.ts';
import type { DeskDatabase } from './open.ts';

type Break = NonNullable<ChainState['broken']>;

export interface VerifyOptions {
  /**
   * `start` (default) proves every event. `checkpoint` proves what came after the last proof, and falls back to the whole when the
   * checkpoint itself does not fit or events before it are missing.
   */
  readonly from?: 'start' | 'checkpoint';
}

/**
 * Verifies the chain. What holds is remembered as the new checkpoint.
 * It finds every change by somebody who cannot rewrite the whole chain with its head; against one who can write everything in the data
 * folder only a head hash that was noted elsewhere helps (docs/durability.md).
 */
export function verifyChain(db: DeskDatabase, { from = 'start' }: VerifyOptions = {}): ChainState {
  // One snapshot: another program may append meanwhile.
  const state = db.sql.transaction(() => {
    const start = from === 'checkpoint' ? usableCheckpoint(db) : null;
    return examine(db, start);
  })();
  if (state.holds && state.events > 0) rememberProof(db, { seq: state.events, hash: state.headHash });
  return state;
}

function examine(db: DeskDatabase, start: ChainLink | null): ChainState {
  const events = db.prepared<[], { n: number }>('SELECT COUNT(*) AS n FROM events').get()?.n ?? 0;
  let link: ChainLink = start ?? { seq: 0, hash: FIRST_PREVIOUS_HASH };
  const rows = db.prepared<[number], EventRow>('SELECT * FROM events WHERE seq > ? ORDER BY seq').iterate(link.seq);
  let broken: Break | null = null;
  for (const row of rows) {
    broken = breakAt(link, row);
    if (broken) break;
    link = { seq: row.seq, hash: row.hash };
  }
  if (broken) broken = refine(db, link, broken);
  else broken = headBreak(db, link) ?? witnessBreak(db, link);
  return { holds: broken === null, events, headHash: link.hash, broken };
}

/** The first reason why `row` is not the event after `link`. */
function breakAt(link: ChainLink, row: EventRow): Break | null {
  const seq = link.seq + 1;
  if (row.seq !== seq) return { seq, reason: 'missing' };
  if (row.previous_hash !== link.hash || hashOf(row, seq) !== row.hash) return { seq, reason: 'changed' };
  return null;
}

/** Tells apart what looks alike at the break: a changed event, one that stands elsewhere, one that was taken out and closed up. */
function refine(db: DeskDatabase, link: ChainLink, broken: Break): Break {
  const next = db
    .prepared<[string], EventRow>('SELECT * FROM events WHERE previous_hash = ? ORDER BY seq LIMIT 1')
    .get(link.hash);
  if (next && next.seq !== broken.seq && hashOf(next, broken.seq) === next.hash)
    return { ...broken, reason: 'reordered' };
  if (next || broken.reason === 'missing') return broken;
  // Nothing follows the last good event: the row in its place was moved up from behind, when its hash fits a later number.
  const here = db.prepared<[number], EventRow>('SELECT * FROM events WHERE seq = ?').get(broken.seq);
  const events = db.prepared<[], { n: number }>('SELECT COUNT(*) AS n FROM events').get()?.n ?? 0;
  for (let removed = 1; here && removed <= REMOVED_AT_MOST; removed += 1) {
    if (broken.seq + removed > events + REMOVED_AT_MOST) break;
    if (hashOf(here, broken.seq + removed) === here.hash) return { ...broken, reason: 'missing' };
  }
  return broken;
}

/** How many events taken out in one place are still told apart from a changed one: only the word of the finding depends on it. */
const REMOVED_AT_MOST = 64;

function hashOf(row: EventRow, seq: number): string | null {
  try {
    const { previousHash, utc, kind, actor, subject, data } = recordOf(row);
    return hashEvent({ seq, utc, kind, actor, subject, data, previousHash });
  } catch {
    // `data` that is no JSON has no hash: it was changed.
    return null;
  }
}

/** The head in `settings` must be the last event. */
function headBreak(db: DeskDatabase, last: ChainLink): Break | null {
  const head = readHead(db);
  if (head === null) return last.seq === 0 ? null : { seq: last.seq + 1, reason: 'truncated' };
  if (head.seq > last.seq) return { seq: last.seq + 1, reason: 'truncated' };
  // Appended past this program, or hashed anew to its end.
  if (head.seq < last.seq) return { seq: head.seq + 1, reason: 'changed' };
  return head.hash === last.hash ? null : { seq: last.seq, reason: 'changed' };
}

/** The file outside may lag; where it leads, or names another hash, the database is not the one it was written for. */
function witnessBreak(db: DeskDatabase, last: ChainLink): Break | null {
  const witness = readWitness(db);
  if (witness === null) return null;
  if (witness.seq > last.seq) return { seq: last.seq + 1, reason: 'truncated' };
  return hashAt(db, witness.seq) === witness.hash ? null : { seq: witness.seq, reason: 'changed' };
}

function hashAt(db: DeskDatabase, seq: number): string | undefined {
  return db.prepared<[number], { hash: string }>('SELECT hash FROM events WHERE seq = ?').get(seq)?.hash;
}

function usableCheckpoint(db: DeskDatabase): ChainLink | null {
  const checkpoint = readCheckpoint(db);
  if (checkpoint === null || hashAt(db, checkpoint.seq) !== checkpoint.hash) return null;
  const before = db
    .prepared<[number], { n: number }>('SELECT COUNT(*) AS n FROM events WHERE seq <= ?')
    .get(checkpoint.seq)?.n;
  return before === checkpoint.seq ? checkpoint : null;
}

/** A proof that cannot be remembered is still a proof: the next one begins earlier. */
function rememberProof(db: DeskDatabase, link: ChainLink): void {
  try {
    if (readCheckpoint(db)?.hash !== link.hash) db.transaction(() => storeCheckpoint(db, link));
  } catch {
    // Locked or full: asked again at the next start.
  }
}
