/**
 * The newest event, remembered three times: as the row itself, in `settings` (same transaction), and in the file `events.head` outside
 * the database (after the commit). A cut log contradicts the second, a database put back from an older copy contradicts the third.
 */
import { keepValue, keptValue } from './kept-values.ts';
import type { DeskDatabase } from './open.ts';

export interface ChainLink {
  readonly seq: number;
  readonly hash: string;
}

const HEAD = 'chain.head';
const CHECKPOINT = 'chain.checkpoint';
const HASH = /^[0-9a-f]{64}$/;

export function storeHead(db: DeskDatabase, link: ChainLink): void {
  store(db, HEAD, link);
}

export function readHead(db: DeskDatabase): ChainLink | null {
  return read(db, HEAD);
}

/** The event up to which the chain has been proven. */
export function storeCheckpoint(db: DeskDatabase, link: ChainLink): void {
  store(db, CHECKPOINT, link);
}

export function readCheckpoint(db: DeskDatabase): ChainLink | null {
  return read(db, CHECKPOINT);
}

/**
 * Writes the file outside. It may lag behind the database (killed in between, disk full), it never leads: so only a lead is evidence.
 * It cannot fail the act, which is committed already; the doctor tells of a file that lags.
 */
export function writeWitness(db: DeskDatabase, link: ChainLink): void {
  try {
    const known = readWitness(db);
    if (known !== null && known.seq >= link.seq) return;
    db.files.replace(db.layout.eventsHead, `${link.seq} ${link.hash}\n`);
  } catch {
    // The next event writes it again.
  }
}

/** After a commit: of several events of one transaction only the newest is written. As {@link writeWitness}, it cannot fail. */
export function witnessNewest(db: DeskDatabase): void {
  try {
    const head = readHead(db);
    if (head !== null) writeWitness(db, head);
  } catch {
    // The next event writes it again.
  }
}

/** Null when there is none or it cannot be read as one. */
export function readWitness(db: DeskDatabase): ChainLink | null {
  if (db.files.look(db.layout.eventsHead) === null) return null;
  const [seq = '', hash = ''] = db.files.readAll(db.layout.eventsHead).toString('utf8').trim().split(' ');
  return linkOf(Number(seq), hash);
}

function store(db: DeskDatabase, name: string, link: ChainLink): void {
  keepValue(db, name, `${link.seq} ${link.hash}`);
}

function read(db: DeskDatabase, name: string): ChainLink | null {
  const [seq = '', hash = ''] = (keptValue(db, name) ?? '').split(' ');
  return linkOf(Number(seq), hash);
}

function linkOf(seq: number, hash: string): ChainLink | null {
  return Number.isSafeInteger(seq) && seq > 0 && HASH.test(hash) ? { seq, hash } : null;
}
