/** Opens the desk's database: settings that keep what was committed, the schema of today, one kind of transaction. */
import { accessSync, constants } from 'node:fs';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { type Clock, systemClock } from '../clock.ts';
import { type Files, pause, systemFiles } from '../files.ts';
import { ProblemError, problemOf } from '../problem.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { migrate } from './migrate.ts';
import { MIGRATIONS, type Migration } from './migrations/index.ts';

/** Older ones can lose committed pages when two connections write and checkpoint at once (sqlite.org/wal.html#walresetbug). */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Transactions here take milliseconds; who waits longer than this waits for something that hangs. In milliseconds. */
const BUSY_TIMEOUT = 5_000;

export interface OpenOptions {
  readonly clock?: Clock;
  readonly files?: Files;
  /** Another history of the schema, for tests of migrations. */
  readonly migrations?: readonly Migration[];
  /** In milliseconds; 5 s by default. */
  readonly busyTimeout?: number;
}

/** The open database of one data folder. */
export class DeskDatabase {
  readonly sql: Database;
  readonly layout: DataLayout;
  readonly clock: Clock;
  readonly files: Files;
  readonly #statements = new Map<string, Statement>();
  #afterCommit: (() => void)[] = [];

  constructor(sql: Database, layout: DataLayout, clock: Clock, files: Files) {
    this.sql = sql;
    this.layout = layout;
    this.clock = clock;
    this.files = files;
  }

  /**
   * Runs `work` in BEGIN IMMEDIATE and commits; a throw rolls all of it back. Calls inside calls join the outer one: a throw that is
   * caught outside the inner call undoes the inner part only.
   * @throws SqliteError `SQLITE_BUSY` when another program holds the database beyond the busy timeout
   */
  transaction<T>(work: () => T): T {
    const outermost = !this.sql.inTransaction;
    if (outermost) this.#afterCommit = [];
    const tasks = this.#afterCommit.length;
    try {
      const result = this.sql.transaction(work).immediate();
      if (outermost) for (const task of this.#afterCommit.splice(0)) task();
      return result;
    } catch (thrown) {
      this.#afterCommit.length = Math.min(this.#afterCommit.length, tasks);
      throw thrown;
    }
  }

  /** Runs `task` once the transaction of now has been committed; never when it is rolled back. `task` must not throw. */
  afterCommit(task: () => void): void {
    if (!this.sql.inTransaction) throw new TypeError('afterCommit belongs inside a transaction');
    this.#afterCommit.push(task);
  }

  /** A prepared statement, kept for the next time. */
  prepared<P extends unknown[], R = unknown>(text: string): Statement<P, R> {
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.sql.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement as Statement<P, R>;
  }

  close(): void {
    this.sql.close();
  }
}

/**
 * Opens the database of a data folder; makes both when there is nothing yet.
 * @throws ProblemError database-newer, database-damaged, database-locked, data-folder-missing, or one of the environment;
 * nothing was changed or removed then
 */
export function openDatabase(layout: DataLayout, options: OpenOptions = {}): DeskDatabase {
  const { clock = systemClock, files = systemFiles, migrations = MIGRATIONS, busyTimeout = BUSY_TIMEOUT } = options;
  makeDataFolder(layout, files);
  refuseLostDatabase(layout, files);
  let sql: Database | undefined;
  try {
    sql = new Sqlite(layout.database, { timeout: busyTimeout });
    refuseOldSqlite(sql);
    configure(sql, busyTimeout);
    const db = new DeskDatabase(sql, layout, clock, files);
    migrate(db, migrations);
    return db;
  } catch (thrown) {
    sql?.close();
    if (thrown instanceof ProblemError) throw thrown;
    const { code, values } = problemOf(refusedWrite(layout) ?? thrown);
    throw new ProblemError(code, { path: layout.database, ...values }, thrown);
  }
}

/** Why the data folder cannot be written, when it cannot: SQLite says only that it could not open a file. */
function refusedWrite(layout: DataLayout): unknown {
  try {
    accessSync(layout.root, constants.W_OK);
    return null;
  } catch (thrown) {
    return thrown;
  }
}

/** True when `version` of SQLite is at least the oldest one that keeps committed pages. */
export function isSafeSqlite(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, least] of OLDEST_SQLITE.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part > least;
  }
  return true;
}

function refuseOldSqlite(sql: Database): void {
  const version = sql.prepare<[], string>('SELECT sqlite_version()').pluck().get() ?? '0';
  if (isSafeSqlite(version)) return;
  throw new ProblemError('unexpected', {
    message: `SQLite ${version} may lose data; ${OLDEST_SQLITE.join('.')} is needed`,
  });
}

function configure(sql: Database, busyTimeout: number): void {
  // The first statement that reads the file: a file that is no database is found here.
  untilFree(() => sql.pragma('journal_mode = WAL'), busyTimeout);
  // better-sqlite3 is built with NORMAL for WAL, which may lose the last commits when the power fails.
  sql.pragma('synchronous = FULL');
  // On macOS an ordinary fsync does not reach the disk; elsewhere these two do nothing.
  sql.pragma('fullfsync = ON');
  sql.pragma('checkpoint_fullfsync = ON');
  sql.pragma('foreign_keys = ON');
  // Functions and schema of a damaged or planted file must not run code of ours with its values.
  sql.pragma('trusted_schema = OFF');
}

/** Between two tries, in milliseconds. */
const TRY_AGAIN_AFTER = 10;

/**
 * Tries again while another program is in the way. SQLite itself does not wait everywhere: of several programs that open a new desk at
 * once, one that goes over to WAL while another does is told "busy" at once.
 * @param timeout as long as for any other lock, in milliseconds
 */
export function untilFree(act: () => unknown, timeout: number): void {
  const end = performance.now() + timeout;
  for (;;) {
    try {
      act();
      return;
    } catch (thrown) {
      const isBusy = thrown instanceof Sqlite.SqliteError && thrown.code.startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() >= end) throw thrown;
    }
    pause(TRY_AGAIN_AFTER);
  }
}

function makeDataFolder(layout: DataLayout, files: Files): void {
  try {
    files.makeFolder(layout.root);
    for (const folder of [layout.quarantine, layout.staging, layout.backups, layout.profiles]) files.makeFolder(folder);
  } catch (thrown) {
    const { code, values } = problemOf(thrown);
    const isGone = ['ENOENT', 'ENOTDIR', 'EEXIST'].includes(String(values.system));
    throw new ProblemError(isGone ? 'data-folder-missing' : code, { path: layout.root, ...values }, thrown);
  }
}

/** An absent or empty database is a new desk only where no desk was: otherwise a new one would hide that all was lost. */
function refuseLostDatabase(layout: DataLayout, files: Files): void {
  const found = files.look(layout.database);
  if (found !== null && (found.kind !== 'file' || found.sizeBytes > 0)) return;
  const wal = files.look(`${layout.database}-wal`);
  const isNew = (wal?.sizeBytes ?? 0) > 0 || files.look(layout.eventsHead) === null;
  if (isNew) return;
  throw new ProblemError('database-damaged', { path: layout.database, system: found === null ? 'MISSING' : 'EMPTY' });
}
