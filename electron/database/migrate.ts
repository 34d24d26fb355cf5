/** Brings a database to the schema of today, one numbered step at a time, with a copy of the file before each. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { PARTIAL } from '../files.ts';
import { ProblemError } from '../problem.ts';
import { appendEvent } from './events.ts';
import type { Migration } from './migrations/index.ts';
import type { DeskDatabase } from './open.ts';

/**
 * Applies what is missing. Each step happens wholly or not at all; a step that fails leaves the database at the one before.
 * Two programs may do this at once: the second finds it done.
 * @throws ProblemError database-newer when a later edition of this program wrote the file; database-damaged
 */
export function migrate(db: DeskDatabase, migrations: readonly Migration[]): void {
  const newest = migrations.at(-1)?.version ?? 0;
  for (;;) {
    const from = versionOf(db);
    if (from > newest)
      throw new ProblemError('database-newer', { path: db.layout.database, version: from, known: newest });
    if (from === newest) return;
    if (from === 0) create(db, migrations);
    else step(db, from, migrations);
  }
}

function versionOf(db: DeskDatabase): number {
  return db.sql.pragma('user_version', { simple: true }) as number;
}

/** The first start: all steps at once, and the first event of the chain. */
function create(db: DeskDatabase, migrations: readonly Migration[]): void {
  db.transaction(() => {
    if (versionOf(db) !== 0) return;
    const isForeign = db.sql.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined;
    // Version 0 with tables is somebody else's file, or one whose header was overwritten.
    if (isForeign) throw new ProblemError('database-damaged', { path: db.layout.database, system: 'FOREIGN' });
    for (const migration of migrations) apply(db, migration);
    const schema = versionOf(db);
    appendEvent(db, { kind: 'desk.created', actor: 'desk', subject: null, data: { schema }, utc: db.clock.now() });
  });
}

function step(db: DeskDatabase, from: number, migrations: readonly Migration[]): void {
  const next = migrations.find(({ version }) => version > from);
  if (!next) return;
  db.transaction(() => {
    // The lock is held: no other program writes between the copy and the step.
    if (versionOf(db) !== from) return;
    copyBefore(db, from);
    apply(db, next);
    const violations = db.sql.pragma('foreign_key_check') as unknown[];
    if (violations.length > 0)
      throw new ProblemError('database-damaged', { path: db.layout.database, system: 'FOREIGN_KEY' });
  });
}

function apply(db: DeskDatabase, { version, sql }: Migration): void {
  db.sql.exec(sql);
  db.sql.pragma(`user_version = ${version}`);
}

/**
 * Copies the database as it stands to `backups/desk-v<version>-<time>.sqlite`, proves the copy and only then gives it its name.
 * A second connection does it, since VACUUM INTO cannot run inside the transaction that holds the lock.
 */
function copyBefore(db: DeskDatabase, version: number): void {
  const { layout, files, clock } = db;
  const stamp = clock.now().replace(/[-:.]/g, '');
  const target = join(layout.backups, `desk-v${version}-${stamp}.sqlite`);
  const part = `${target}${PARTIAL}`;
  files.remove(part);
  const reader = new Sqlite(layout.database, { fileMustExist: true });
  try {
    reader.prepare('VACUUM INTO ?').run(part);
  } finally {
    reader.close();
  }
  proveCopy(part, version);
  files.rename(part, target);
  files.syncFolder(layout.backups);
}

function proveCopy(path: string, version: number): void {
  const copy = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    const whole = copy.pragma('integrity_check', { simple: true }) === 'ok';
    if (!whole || copy.pragma('user_version', { simple: true }) !== version) {
      throw new ProblemError('database-damaged', { path, system: 'COPY' });
    }
  } finally {
    copy.close();
  }
}
