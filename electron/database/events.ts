/** The log of acts: appended only, each event bound to the one before it by its hash. */
import canonicalize from 'canonicalize';
import type { EventQuery } from '../../shared/contract.ts';
import { EVENT_KINDS, type EventKind, type EventRecord, groupOfEvent } from '../../shared/models.ts';
import { storeHead, witnessNewest } from './chain-head.ts';
import { type EventRow, FIRST_PREVIOUS_HASH, hashWithData, recordOf } from './event-hash.ts';
import { likePattern } from './like.ts';
import type { DeskDatabase } from './open.ts';

export { verifyChain } from './verify.ts';

export interface NewEvent {
  readonly kind: EventKind;
  readonly actor: string;
  /** Archive digest or profile key; null for the desk. */
  readonly subject: string | null;
  /** JSON values only. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly utc: string;
}

/**
 * Appends one event inside the transaction of the change that it tells about.
 * @throws TypeError outside a transaction: an event without its change, or the other way round, must not exist
 */
export function appendEvent(db: DeskDatabase, event: NewEvent): EventRecord {
  if (!db.sql.inTransaction) throw new TypeError('an event belongs inside the transaction of its change');
  const last = db
    .prepared<[], { seq: number; hash: string }>('SELECT seq, hash FROM events ORDER BY seq DESC LIMIT 1')
    .get();
  const { utc, kind } = event;
  const seq = (last?.seq ?? 0) + 1;
  const previousHash = last?.hash ?? FIRST_PREVIOUS_HASH;
  const data = wellFormed(event.data) as Readonly<Record<string, unknown>>;
  const actor = event.actor.toWellFormed();
  const subject = event.subject?.toWellFormed() ?? null;
  const dataForm = canonicalize(data) ?? '{}';
  const hash = hashWithData({ seq, utc, kind, actor, subject, previousHash }, dataForm);
  db.prepared<[number, string, string, string, string | null, string, string, string]>(
    'INSERT INTO events (seq, utc, kind, actor, subject, data, previous_hash, hash) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  ).run(seq, utc, kind, actor, subject, dataForm, previousHash, hash);
  storeHead(db, { seq, hash });
  db.afterCommit(() => witnessNewest(db));
  return { seq, utc, kind, actor, subject, data, hash, previousHash };
}

/** Newest first. */
export function listEvents(db: DeskDatabase, { subject, search, group, before, limit }: EventQuery): EventRecord[] {
  const text = search.trim();
  const kinds = group && EVENT_KINDS.filter((kind) => groupOfEvent(kind) === group);
  const rows = db
    .prepared<[Record<string, string | number | null>], EventRow>(
      `SELECT * FROM events WHERE seq < @before
         AND (@subject IS NULL OR subject = @subject)
         AND (@kinds IS NULL OR kind IN (SELECT value FROM json_each(@kinds)))
         AND (@pattern IS NULL OR kind LIKE @pattern ESCAPE '!' OR actor LIKE @pattern ESCAPE '!'
           OR subject LIKE @pattern ESCAPE '!' OR data LIKE @pattern ESCAPE '!')
       ORDER BY seq DESC LIMIT @limit`,
    )
    .all({
      before: before ?? Number.MAX_SAFE_INTEGER,
      subject,
      kinds: kinds ? JSON.stringify(kinds) : null,
      pattern: text ? likePattern(text) : null,
      limit,
    });
  return rows.map(recordOf);
}

/** RFC 8785 has no form for lone surrogates; names of files and strings of packages may hold them. They become U+FFFD. */
function wellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(wellFormed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name.toWellFormed(), wellFormed(member)]));
}
