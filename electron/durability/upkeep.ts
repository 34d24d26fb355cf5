/**
 * The works on a whole data folder: backup, restore, migration. Each can be prepared, done on any file layer, and judged after it was
 * broken off anywhere: nothing of the desk is lost, and nothing half-done stays.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { systemClock } from '../clock.ts';
import { readHead } from '../database/chain-head.ts';
import { appendEvent } from '../database/events.ts';
import { desk as firstSchema } from '../database/migrations/0010-desk.ts';
import { MIGRATIONS } from '../database/migrations/index.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { problemOf } from '../problem.ts';
import { loadGeneration } from '../profiles/load.ts';
import { backupDesk } from '../quarantine/backup.ts';
import { readBackup } from '../quarantine/backup-file.ts';
import { readBlobOrRestore } from '../quarantine/blobs.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { archivesIn, filesOf, getSummary } from '../quarantine/packages.ts';
import { restoreDesk } from '../quarantine/restore.ts';
import { statesIn } from './kill.ts';
import { faultsAfterRestart, later } from './restart.ts';
import { openBench, sampleRederive, sha256, take } from './sample.ts';

export interface Upkeep {
  /** Makes a desk on which the work can be done. @param folder the parent of the data folder */
  prepare(folder: string): Promise<void>;
  /** Does the work. @throws whatever broke it off */
  act(folder: string, files: Files): Promise<void>;
  /** Restarts after the work ended or was broken off. @returns every fault as a line */
  faultsAfter(folder: string): Promise<string[]>;
}

export const UPKEEP_NAMES = ['backup', 'restore', 'migration'] as const;
export type UpkeepName = (typeof UPKEEP_NAMES)[number];

/** What is known of a desk from outside: the states of its packages, its newest event, the digests of its files. */
interface Known {
  readonly states: Readonly<Record<string, string>>;
  readonly head: { readonly seq: number; readonly hash: string };
  readonly files: Readonly<Record<string, string>>;
}

const layoutOf = (folder: string): DataLayout => new DataLayout(join(folder, 'data'));
const backupOf = (folder: string): string => join(folder, 'desk.backup.zip');

function note(folder: string, name: string, known: Known): void {
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(known));
}
function noted(folder: string, name: string): Known {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Known;
}

/** What only the desk has: private copies, handed-over files, generations, policy. Paths in the data folder. */
const ITS_OWN =
  /^(?:quarantine\/[0-9a-f]{64}\/package\.uaix|handoff\/.+|profiles\/[0-9a-f]{16}\/generations\/.+|policy\.json)$/;

function filesBelow(root: string): Readonly<Record<string, string>> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    );
  return Object.fromEntries(
    paths.filter((path) => ITS_OWN.test(path)).map((path) => [path, sha256(readFileSync(join(root, path)))]),
  );
}

function headOf(db: DeskDatabase): Known['head'] {
  const head = readHead(db);
  if (head === null) throw new Error('a desk has an event');
  return head;
}

function know(db: DeskDatabase): Known {
  return { states: Object.fromEntries(statesIn(db)), head: headOf(db), files: filesBelow(db.layout.root) };
}

/** Takes a package in and loads it, and keeps a handed-over file and a policy besides. */
async function live(folder: string, word: string): Promise<Known> {
  const bench = openBench(layoutOf(folder));
  const { db, layout } = bench;
  const texts = { 'title.md': word, 'a.md': `${word} `.repeat(40_000), 'b.md': `b of ${word}` };
  const archive = (await take(bench, bench.give(`${word}.uaix`, texts))).archiveSha256 ?? '';
  const evaluate = () => ({ accepted: true, clauses: [], policySha256: 'cd'.repeat(32) });
  const { version } = getSummary(db, archive);
  const job = { archive, version, authorizations: [], source: 'same', evaluate } as const;
  await loadGeneration({ db, clock: systemClock, actor: 'ada (test)' }, job);
  systemFiles.makeFolder(layout.handoff);
  writeFileSync(join(layout.handoff, sha256(word)), word);
  writeFileSync(layout.policy, JSON.stringify({ version: 1, note: word }));
  const known = know(db);
  db.close();
  return known;
}

function sameStates(db: DeskDatabase, known: Known): boolean {
  const states = Object.fromEntries(statesIn(db));
  return JSON.stringify(Object.entries(states).sort()) === JSON.stringify(Object.entries(known.states).sort());
}

function hasEvent(sql: Sqlite.Database, { head }: Known): boolean {
  return sql.prepare('SELECT hash FROM events WHERE seq = ?').pluck().get(head.seq) === head.hash;
}

/** Names in a folder that are not expected there. */
function strangers(folder: string, expected: RegExp): string[] {
  return readdirSync(folder)
    .filter((name) => !expected.test(name))
    .map((name) => `left over: ${name}`);
}

/** What a data folder holds when nothing is going on. */
const AT_REST =
  /^(?:desk\.sqlite(?:-wal|-shm)?|events\.head|policy\.json|quarantine|staging|backups|profiles|handoff|replaced-\d+)$/;
const BESIDE = /^(?:data|.+\.uaix|.+\.json|desk\.backup\.zip)$/;

/** A desk that is backed up, and lives on. */
async function prepareBackedUp(folder: string): Promise<void> {
  note(folder, 'earlier', await live(folder, 'first'));
  await backup.act(folder, systemFiles);
  note(folder, 'now', await live(folder, 'second'));
}

const backup: Upkeep = {
  prepare: prepareBackedUp,
  async act(folder, files) {
    const db = openDatabase(layoutOf(folder), { files });
    try {
      await backupDesk(db, db.layout, backupOf(folder));
    } finally {
      db.close();
    }
  },
  async faultsAfter(folder) {
    const [earlier, now] = [noted(folder, 'earlier'), noted(folder, 'now')];
    const faults: string[] = [];
    const eventsOf = async () => (await readBackup(backupOf(folder), async () => null)).events;
    const events = await eventsOf();
    if (![earlier.head.seq, now.head.seq].includes(events)) faults.push(`the backup holds ${events} events`);
    const db = openDatabase(layoutOf(folder), { clock: later });
    try {
      faults.push(...(await faultsAfterRestart(db)));
      if (!sameStates(db, now) || !hasEvent(db.sql, now)) faults.push('the desk is another one');
      if (JSON.stringify(filesBelow(db.layout.root)) !== JSON.stringify(now.files)) faults.push('its files are others');
      await backupDesk(db, db.layout, backupOf(folder));
      if ((await eventsOf()) < now.head.seq) faults.push('the next backup is not of today');
    } finally {
      db.close();
    }
    return [...faults, ...strangers(folder, BESIDE), ...strangers(layoutOf(folder).root, AT_REST)];
  },
};

const restore: Upkeep = {
  prepare: prepareBackedUp,
  async act(folder, files) {
    await restoreDesk(backupOf(folder), layoutOf(folder), { rederive: sampleRederive, files });
  },
  async faultsAfter(folder) {
    const [earlier, now] = [noted(folder, 'earlier'), noted(folder, 'now')];
    const layout = layoutOf(folder);
    const faults: string[] = [];
    const db = await openedAgain(folder);
    try {
      await readAll(db);
      faults.push(...(await faultsAfterRestart(db)));
      const isOld = sameStates(db, now) && hasEvent(db.sql, now);
      const isNew = sameStates(db, earlier) && hasEvent(db.sql, earlier) && !hasEvent(db.sql, now);
      if (!isOld && !isNew) faults.push('the desk is neither the one before nor that of the backup');
      const here = filesBelow(layout.root);
      const wanted = Object.entries((isOld ? now : earlier).files);
      if (wanted.some(([path, digest]) => here[path] !== digest))
        faults.push('files of the desk are missing or others');
      if (!isOld) faults.push(...lostOf(layout, now));
    } finally {
      db.close();
    }
    return [...faults, ...strangers(folder, BESIDE), ...strangers(layout.root, AT_REST)];
  },
};

/** Unpacked files follow from the private copies: one that could not be written is made again when it is read. */
async function readAll(db: DeskDatabase): Promise<void> {
  for (const archive of archivesIn(db, ['in_review', 'loaded'])) {
    for (const { sha256: digest } of filesOf(db, archive)) {
      await readBlobOrRestore(db.layout, archive, digest, sampleRederive);
    }
  }
}

/** A restore that was broken off between two desks is done again, as its problem says. */
async function openedAgain(folder: string): Promise<DeskDatabase> {
  const layout = layoutOf(folder);
  try {
    return openDatabase(layout, { clock: later });
  } catch (thrown) {
    if (problemOf(thrown).code !== 'database-damaged') throw thrown;
    await restore.act(folder, systemFiles);
    return openDatabase(layout, { clock: later });
  }
}

/** What of a desk is no longer to be found in the folders to which restores moved it. */
function lostOf(layout: DataLayout, known: Known): string[] {
  const asides = readdirSync(layout.root)
    .filter((name) => name.startsWith('replaced-'))
    .map((name) => join(layout.root, name));
  const kept = asides.map(filesBelow);
  const lost = Object.entries(known.files)
    .filter(([path, digest]) => !kept.some((files) => files[path] === digest))
    .map(([path]) => `lost: ${path}`);
  const databases = asides.map((aside) => join(aside, 'desk.sqlite')).filter((path) => systemFiles.look(path) !== null);
  return databases.some((path) => isDatabaseOf(path, known)) ? lost : [...lost, 'lost: the database'];
}

function isDatabaseOf(path: string, known: Known): boolean {
  const sql = new Sqlite(path, { fileMustExist: true });
  try {
    return sql.pragma('integrity_check', { simple: true }) === 'ok' && hasEvent(sql, known);
  } finally {
    sql.close();
  }
}

/** Enough rows that a step takes a while. */
const OLD_ROWS = 3_000;

const migration: Upkeep = {
  async prepare(folder) {
    const db = openDatabase(layoutOf(folder), { migrations: [firstSchema] });
    db.transaction(() => {
      const insert = db.sql.prepare(
        `INSERT INTO packages (archive_sha256, state, file_name, size_bytes, received_utc, title) VALUES (?, 'purged', ?, 1, '2031', ?)`,
      );
      for (let n = 0; n < OLD_ROWS; n += 1) insert.run(sha256(String(n)), `${n}.uaix`, `Package ${n}`);
      for (let n = 0; n < 20; n += 1)
        appendEvent(db, { kind: 'package.purged', actor: 'ada', subject: null, data: { n }, utc: '2031' });
    });
    note(folder, 'now', { states: {}, head: headOf(db), files: {} });
    db.close();
  },
  async act(folder, files) {
    openDatabase(layoutOf(folder), { files }).close();
  },
  async faultsAfter(folder) {
    const layout = layoutOf(folder);
    const known = noted(folder, 'now');
    const faults: string[] = [];
    const before = schemaOf(layout.database);
    if (!MIGRATIONS.some(({ version }) => version === before)) faults.push(`between two steps: ${before}`);
    const db = openDatabase(layout, { clock: later });
    try {
      faults.push(...(await faultsAfterRestart(db)));
      if (schemaOf(layout.database) !== MIGRATIONS.at(-1)?.version) faults.push('not of today');
      const rows = db.sql.prepare(`SELECT COUNT(*) FROM packages WHERE search_text LIKE 'package %'`).pluck().get();
      if (rows !== OLD_ROWS) faults.push(`${String(rows)} packages of ${OLD_ROWS}`);
      if (!hasEvent(db.sql, known)) faults.push('the newest event is lost');
    } finally {
      db.close();
    }
    for (const name of readdirSync(layout.backups)) {
      const version = /^desk-v(\d+)-\w+\.sqlite$/.exec(name)?.[1];
      const path = join(layout.backups, name);
      if (version === undefined) faults.push(`left over: ${name}`);
      else if (schemaOf(path) !== Number(version) || !isDatabaseOf(path, known)) faults.push(`copy ${name}`);
    }
    return [...faults, ...strangers(layout.root, AT_REST), ...strangers(dirname(layout.root), BESIDE)];
  },
};

function schemaOf(path: string): number {
  const sql = new Sqlite(path, { fileMustExist: true });
  try {
    return sql.pragma('user_version', { simple: true }) as number;
  } finally {
    sql.close();
  }
}

export const UPKEEP: Readonly<Record<UpkeepName, Upkeep>> = { backup, restore, migration };
