import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { newLayout, removeLayouts, steppingClock } from '../durability/sample.ts';
import { ProblemError } from '../problem.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { appendEvent, verifyChain } from './events.ts';
import { desk } from './migrations/0010-desk.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { isSafeSqlite, openDatabase, untilFree } from './open.ts';

afterAll(removeLayouts);

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

function problem(work: () => unknown): unknown {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem;
    throw thrown;
  }
  return null;
}

test('a new folder gets a database that keeps what is committed', () => {
  const layout = newLayout();
  const db = openDatabase(layout);
  const pragma = (name: string): unknown => db.sql.pragma(name, { simple: true });
  expect([pragma('journal_mode'), pragma('synchronous'), pragma('foreign_keys'), pragma('busy_timeout')]).toEqual([
    'wal',
    2,
    1,
    5000,
  ]);
  expect(pragma('user_version')).toBe(NEWEST);
  expect(db.sql.prepare('SELECT kind FROM events').pluck().all()).toEqual(['desk.created']);
  expect(readdirSync(layout.root).sort()).toEqual([
    'backups',
    'desk.sqlite',
    'desk.sqlite-shm',
    'desk.sqlite-wal',
    'events.head',
    'profiles',
    'quarantine',
    'staging',
  ]);
  expect(statSync(layout.root).mode & 0o777).toBe(0o700);
  db.close();
  openDatabase(layout).close();
  expect(readdirSync(layout.backups)).toEqual([]);
});

test('versions of SQLite that may lose pages are refused', () => {
  expect(['3.51.3', '3.51.10', '3.52.0', '4.0.0'].map(isSafeSqlite)).toEqual([true, true, true, true]);
  expect(['3.51.2', '3.50.9', '2.99.99', '3.9.0'].map(isSafeSqlite)).toEqual([false, false, false, false]);
});

test('a transaction happens wholly or not at all, and inner ones join it', () => {
  const db = openDatabase(newLayout());
  const put = (name: string): unknown =>
    db.sql.prepare('INSERT INTO settings (name, value) VALUES (?, ?)').run(name, '1');
  const names = (): unknown =>
    db.sql.prepare(`SELECT name FROM settings WHERE name LIKE 't%' ORDER BY name`).pluck().all();
  const done: string[] = [];
  db.transaction(() => {
    put('t1');
    db.afterCommit(() => done.push('outer'));
    expect(() =>
      db.transaction(() => {
        put('t2');
        db.afterCommit(() => done.push('inner'));
        throw new Error('inner');
      }),
    ).toThrow('inner');
    db.transaction(() => put('t3'));
    expect(done).toEqual([]);
  });
  expect(names()).toEqual(['t1', 't3']);
  expect(done).toEqual(['outer']);
  expect(() =>
    db.transaction(() => {
      db.transaction(() => put('t4'));
      db.afterCommit(() => done.push('never'));
      throw new Error('outer');
    }),
  ).toThrow('outer');
  expect(names()).toEqual(['t1', 't3']);
  db.transaction(() => put('t5'));
  expect(done).toEqual(['outer']);
  expect(() => db.afterCommit(() => {})).toThrow(TypeError);
});

test('a database of a later edition is refused and left alone', () => {
  const layout = newLayout();
  const db = openDatabase(layout);
  db.sql.pragma('user_version = 990');
  db.close();
  const before = readFileSync(layout.database);
  expect(problem(() => openDatabase(layout))).toEqual({
    code: 'database-newer',
    values: { path: layout.database, version: 990, known: NEWEST },
  });
  expect(readFileSync(layout.database).equals(before)).toBe(true);
});

test('what is no database, a cut one, an emptied one and a lost one are damaged, and left alone', () => {
  for (const spoil of [
    (path: string) =>
      writeFileSync(path, 'a text that is long enough to be no header of a database at all '.repeat(20)),
    (path: string) => truncateSync(path, 4096 + 100),
    (path: string) => truncateSync(path, 0),
    (path: string) => rmSync(path),
  ]) {
    const layout = newLayout();
    openDatabase(layout).close();
    spoil(layout.database);
    const before = existsSync(layout.database) ? readFileSync(layout.database) : null;
    expect(problem(() => openDatabase(layout))).toMatchObject({
      code: 'database-damaged',
      values: { path: layout.database },
    });
    expect(existsSync(layout.database) ? readFileSync(layout.database) : null).toEqual(before);
  }
});

test('a database of something else is not taken over', () => {
  const layout = newLayout();
  mkdirSync(layout.root, { recursive: true });
  const other = new Sqlite(layout.database);
  other.exec('CREATE TABLE bookmarks (address TEXT)');
  other.close();
  expect(problem(() => openDatabase(layout))).toMatchObject({
    code: 'database-damaged',
    values: { system: 'FOREIGN' },
  });
  const again = new Sqlite(layout.database);
  expect(again.prepare('SELECT name FROM sqlite_schema').pluck().all()).toEqual(['bookmarks']);
  again.close();
});

test('a folder that cannot be is data-folder-missing; a locked database says so', () => {
  const layout = newLayout();
  openDatabase(layout).close();
  const blocked = new DataLayout(join(layout.database, 'data'));
  expect(problem(() => openDatabase(blocked))).toMatchObject({
    code: 'data-folder-missing',
    values: { path: blocked.root },
  });

  const holder = new Sqlite(layout.database);
  holder.exec('BEGIN EXCLUSIVE');
  const db = openDatabase(layout, { busyTimeout: 20 });
  expect(() => db.transaction(() => 1)).toThrow(/locked/);
  holder.exec('ROLLBACK');
  expect(db.transaction(() => 1)).toBe(1);
});

test('each step of the schema is preceded by a proven copy of the file', () => {
  const layout = newLayout();
  const old = openDatabase(layout, { migrations: [desk], clock: steppingClock('2031-04-05T06:00:00.000Z') });
  old.transaction(() => {
    const insert = old.sql.prepare(
      `INSERT INTO packages (archive_sha256, state, file_name, size_bytes, received_utc, title) VALUES (?, ?, ?, 1, '2031', ?)`,
    );
    insert.run('a'.repeat(64), 'in_review', 'One.uaix', 'Erste');
    insert.run('b'.repeat(64), 'no_op', 'Two.uaix', null);
  });
  // Still open: what is in the WAL only must be in the copy too.
  const db = openDatabase(layout, { clock: steppingClock('2031-04-05T07:00:00.000Z') });
  expect(db.sql.pragma('user_version', { simple: true })).toBe(NEWEST);
  expect(db.sql.prepare('SELECT state, number FROM package_states ORDER BY state').raw().all()).toEqual([
    ['in_review', 1],
    ['no_op', 1],
  ]);
  expect(db.sql.prepare('SELECT search_text FROM packages ORDER BY archive_sha256 LIMIT 1').pluck().get()).toBe(
    `erste\none.uaix\n${'a'.repeat(64)}`,
  );
  const [copy] = readdirSync(layout.backups);
  expect(copy).toBe('desk-v10-20310405T070001000Z.sqlite');
  // Another program reads the copy.
  const told = execFileSync('python3', [
    '-c',
    'import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); print(c.execute("pragma user_version").fetchone()[0], c.execute("select count(*) from packages").fetchone()[0], c.execute("pragma integrity_check").fetchone()[0])',
    join(layout.backups, copy ?? ''),
  ]);
  expect(told.toString().trim()).toBe('10 2 ok');
  old.close();
  db.close();
});

test.each(MIGRATIONS.map(({ version }, index) => [version, index] as const))(
  'from version %i to the newest, with a copy before each step and nothing lost',
  (version, index) => {
    const layout = newLayout();
    const old = openDatabase(layout, { migrations: MIGRATIONS.slice(0, index + 1) });
    expect(old.sql.pragma('user_version', { simple: true })).toBe(version);
    const add = (n: number): void =>
      old.transaction(() => {
        old.sql
          .prepare(
            `INSERT INTO packages (archive_sha256, state, file_name, size_bytes, received_utc) VALUES (?, 'failed', 'a', 1, '2031')`,
          )
          .run(String(n).repeat(64));
        appendEvent(old, { kind: 'package.failed', actor: 'a', subject: null, data: { n }, utc: '2031' });
      });
    for (const n of [1, 2, 3]) add(n);
    old.close();
    const db = openDatabase(layout);
    expect(db.sql.pragma('user_version', { simple: true })).toBe(NEWEST);
    expect(db.sql.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.sql.prepare('SELECT COUNT(*) FROM packages').pluck().get()).toBe(3);
    expect(verifyChain(db)).toMatchObject({ holds: true, events: 4 });
    expect(readdirSync(layout.backups)).toHaveLength(MIGRATIONS.length - index - 1);
    const fresh = openDatabase(newLayout());
    const schema = (one: typeof db): unknown =>
      one.sql
        .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name`)
        .all();
    expect(schema(db)).toEqual(schema(fresh));
    db.close();
    fresh.close();
  },
);

test('a step that fails leaves the database at the one before, with its copy', () => {
  const layout = newLayout();
  openDatabase(layout, { migrations: [desk] }).close();
  const broken = { version: 20, slug: 'broken', sql: 'CREATE TABLE half (a); CREATE TABLE half (a);' };
  expect(() => openDatabase(layout, { migrations: [desk, broken] })).toThrow(ProblemError);
  const after = new Sqlite(layout.database);
  expect(after.pragma('user_version', { simple: true })).toBe(10);
  expect(after.prepare(`SELECT COUNT(*) FROM sqlite_schema WHERE name = 'half'`).pluck().get()).toBe(0);
  after.close();
  expect(readdirSync(layout.backups)).toHaveLength(1);
  openDatabase(layout).close();
});

test('steps are numbered by tens, rising', () => {
  const versions = MIGRATIONS.map(({ version }) => version);
  expect(versions.every((version, index) => version % 10 === 0 && version > (versions[index - 1] ?? 0))).toBe(true);
});

test('an empty folder beside a lost one is a new desk', () => {
  const layout = newLayout();
  const other = new DataLayout(join(dirname(layout.root), 'other'));
  openDatabase(layout).close();
  const db = openDatabase(other);
  expect(
    db.transaction(
      () => appendEvent(db, { kind: 'recovery.swept', actor: 'a', subject: null, data: {}, utc: 'u' }).seq,
    ),
  ).toBe(2);
});

test('what finds the database busy is tried again until it is free, and no longer than it may wait', () => {
  const busy = () => new Sqlite.SqliteError('database is locked', 'SQLITE_BUSY');
  let tries = 0;
  untilFree(() => {
    tries += 1;
    if (tries < 3) throw busy();
  }, 5_000);
  expect(tries).toBe(3);

  tries = 0;
  const never = (): never => {
    tries += 1;
    throw busy();
  };
  expect(() => untilFree(never, 0)).toThrow('database is locked');
  expect(tries).toBe(1);

  tries = 0;
  const damaged = (): never => {
    tries += 1;
    throw new Sqlite.SqliteError('file is not a database', 'SQLITE_NOTADB');
  };
  expect(() => untilFree(damaged, 5_000)).toThrow('file is not a database');
  expect(tries).toBe(1);
});
