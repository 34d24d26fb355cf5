/** The doctor's questions to the database: its pages, its counts, its chain of events, its copies. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { readHead, readWitness, writeWitness } from '../database/chain-head.ts';
import { verifyChain } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import type { Files } from '../files.ts';
import { type Examined, row } from './doctor-row.ts';
import type { DataLayout } from './layout.ts';

/** Lines of SQLite's own report that are shown. */
const MOST_LINES = 20;

export function checkDatabase(db: DeskDatabase): Examined[] {
  const { database } = db.layout;
  const lines = (db.sql.pragma(`integrity_check(${MOST_LINES})`) as { integrity_check: string }[])
    .map((line) => line.integrity_check)
    .filter((line) => line !== 'ok');
  if (lines.length > 0)
    return lines.map((line) => row('database', database, 'damaged', 'database-pages', { message: line }));
  const violations = db.sql.pragma('foreign_key_check') as { table: string; rowid: number | null }[];
  if (violations.length > 0) {
    return violations
      .slice(0, MOST_LINES)
      .map(({ table, rowid }) =>
        row('database', database, 'damaged', 'database-reference', { table, row: rowid ?? 0 }),
      );
  }
  const version = db.sql.pragma('user_version', { simple: true }) as number;
  return [row('database', database, 'ok', 'database-whole', { version })];
}

/** Counts by state are kept by triggers; they follow from the rows, so they can be made again. */
export function checkCounts(db: DeskDatabase): Examined[] {
  const counted = db.sql.prepare<[], { n: number }>('SELECT COUNT(*) AS n FROM packages').get()?.n ?? 0;
  const differing = db.sql
    .prepare<[], { state: string }>(
      `SELECT state FROM (SELECT state, COUNT(*) AS n FROM packages GROUP BY state
         UNION ALL SELECT state, -number FROM package_states) GROUP BY state HAVING SUM(n) <> 0`,
    )
    .all();
  if (differing.length === 0) return [row('counts', '', 'ok', 'counts-right', { packages: counted })];
  const states = differing.map(({ state }) => state).join(', ');
  const repair = (): boolean => {
    db.transaction(() =>
      db.sql.exec(`DELETE FROM package_states;
        INSERT INTO package_states (state, number) SELECT state, COUNT(*) FROM packages GROUP BY state`),
    );
    return true;
  };
  return [{ ...row('counts', '', 'warning', 'counts-wrong', { states }), repairable: true, repair }];
}

/** The chain cannot be repaired: what is gone is gone, and hiding that would be worse. */
export function checkEvents(db: DeskDatabase): Examined[] {
  const { holds, events, headHash, broken } = verifyChain(db);
  if (holds) return [row('events', '', 'ok', 'events-hold', { events, hash: headHash })];
  return [
    row('events', String(broken?.seq ?? 0), 'damaged', `events-${broken?.reason ?? 'changed'}`, {
      seq: broken?.seq ?? 0,
      events,
    }),
  ];
}

/** The file outside may lag after a crash or a full disk; it is written again only while the chain holds. */
export function checkWitness(db: DeskDatabase): Examined[] {
  const { eventsHead } = db.layout;
  const head = readHead(db);
  const witness = readWitness(db);
  if (head === null || witness?.hash === head.hash) return [row('witness', eventsHead, 'ok', 'witness-agrees')];
  if (witness !== null && witness.seq >= head.seq) {
    return [row('witness', eventsHead, 'damaged', 'witness-ahead', { seq: witness.seq, events: head.seq })];
  }
  const repair = (): boolean => {
    if (!verifyChain(db).holds) return false;
    writeWitness(db, head);
    return readWitness(db)?.hash === head.hash;
  };
  const values = { seq: witness?.seq ?? 0, events: head.seq };
  return [{ ...row('witness', eventsHead, 'warning', 'witness-behind', values), repairable: true, repair }];
}

/** Copies made before migrations: which there are, and whether they are whole. */
export function checkBackups(layout: DataLayout, files: Files): Examined[] {
  const names = files.list(layout.backups).filter((name) => name.endsWith('.sqlite'));
  if (names.length === 0) return [row('backups', layout.backups, 'ok', 'backups-none')];
  return names.map((name) => {
    const path = join(layout.backups, name);
    const version = versionOfWholeCopy(path);
    return version === null
      ? row('backups', path, 'warning', 'backup-damaged')
      : row('backups', path, 'ok', 'backup-whole', { version });
  });
}

function versionOfWholeCopy(path: string): number | null {
  try {
    const copy = new Sqlite(path, { readonly: true, fileMustExist: true });
    try {
      const isWhole = copy.pragma('integrity_check', { simple: true }) === 'ok';
      return isWhole ? (copy.pragma('user_version', { simple: true }) as number) : null;
    } finally {
      copy.close();
    }
  } catch {
    // Whatever SQLite says of it: it is no copy that could be put back.
    return null;
  }
}
