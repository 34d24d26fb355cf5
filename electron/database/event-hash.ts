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

/** Members of an event but its hash. */
export type HashedEvent = Omit<EventRecord, 'hash' | 'kind'> & { readonly kind: string };

/** Hash of an event: SHA-256 over the RFC 8785 form of all its members but `hash`. */
export function hashEvent({ data, ...rest }: HashedEvent): string {
  return hashWithData(rest, canonicalize(data) ?? 'null');
}

/** As {@link hashEvent}, where the RFC 8785 form of the data is known already: it is the longest part by far. */
export function hashWithData(event: Omit<HashedEvent, 'data'>, dataForm: string): string {
  const { seq, utc, kind, actor, subject, previousHash } = event;
  // RFC 8785 sorts members by name, and of these names only "actor" comes before "data".
  const rest = canonicalize({ seq, utc, kind, subject, previousHash }) ?? '';
  const form = `{"actor":${canonicalize(actor)},"data":${dataForm},${rest.slice(1)}`;
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
