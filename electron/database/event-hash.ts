/** An event as a row, as a record, and as the bytes that are hashed. */
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventKind, EventRecord } from '../../shared/models.ts';

/** What the first event names as the one before it. */
export const FIRST_PREVIOUS_HASH = '0'.repeat(64);

/** A row of the table. */
export interface EventRow {
  readonly seq: number;
  readonly utc: string;
  readonly kind: string;
  readonly actor: string;
  readonly subject: string | null;
  readonly data: string;
  readonly previous_hash: string;
  readonly hash: string;
}

/** Hash of an event: SHA-256 over the RFC 8785 form of all its members but `hash`. */
export function hashEvent(event: Omit<EventRecord, 'hash' | 'kind'> & { readonly kind: string }): string {
  const { seq, utc, kind, actor, subject, data, previousHash } = event;
  const form = canonicalize({ seq, utc, kind, actor, subject, data, previousHash }) ?? '';
  return createHash('sha256').update(form, 'utf8').digest('hex');
}

/** @throws SyntaxError when `data` of the row is no JSON: only a row that was tampered with */
export function recordOf(row: EventRow): EventRecord {
  return {
    seq: row.seq,
    utc: row.utc,
    kind: row.kind as EventKind,
    actor: row.actor,
    subject: row.subject,
    data: JSON.parse(row.data) as Readonly<Record<string, unknown>>,
    hash: row.hash,
    previousHash: row.previous_hash,
  };
}
