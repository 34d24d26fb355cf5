/**
 * A profile's own settings and notes, in a database of its own inside the profile's folder. A store knows one folder and nothing of
 * any other profile; there is no shared cache and no "current profile" of the process.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError, problemOf } from '../problem.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { isProfileKey } from './identity.ts';

/** What a person wrote down about a profile. Never part of a package, never read to an AI by this program. */
export interface ProfileNote {
  readonly noteId: string;
  readonly createdUtc: string;
  readonly changedUtc: string;
  readonly author: string;
  readonly text: string;
}

/** A note is a note: longer texts are files. UTF-16 code units. */
export const NOTE_LIMIT = 100_000;

const SCHEMA = `
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE notes (
  note_id TEXT PRIMARY KEY, created_utc TEXT NOT NULL, changed_utc TEXT NOT NULL, author TEXT NOT NULL, text TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
const SCHEMA_VERSION = 1;

/** Two windows on one profile write within milliseconds of each other. In milliseconds. */
const BUSY_TIMEOUT = 5_000;

/** Where a profile's own database lies. @throws ProblemError bad-request for anything but a key */
export function storePath(layout: DataLayout, profileKey: string): string {
  if (!isProfileKey(profileKey)) throw new ProblemError('bad-request', { what: profileKey });
  return join(layout.profile(profileKey), 'profile.sqlite');
}

export class ProfileStore {
  readonly profileKey: string;
  readonly #sql: Database;

  constructor(profileKey: string, sql: Database) {
    this.profileKey = profileKey;
    this.#sql = sql;
  }

  setting(name: string): string | null {
    return this.#sql.prepare<[string], string>('SELECT value FROM settings WHERE name = ?').pluck().get(name) ?? null;
  }

  /** Null takes the setting back. */
  setSetting(name: string, value: string | null): void {
    if (value === null) this.#sql.prepare('DELETE FROM settings WHERE name = ?').run(name);
    else {
      this.#sql
        .prepare(
          'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
        )
        .run(name, value);
    }
  }

  /** Newest first. */
  notes(): readonly ProfileNote[] {
    return this.#sql
      .prepare<[], ProfileNote>(
        `SELECT note_id AS noteId, created_utc AS createdUtc, changed_utc AS changedUtc, author, text FROM notes
         ORDER BY created_utc DESC, note_id`,
      )
      .all();
  }

  /** @throws ProblemError note-required for an empty text, bad-request for one beyond the limit */
  addNote(text: string, author: string, utc: string): ProfileNote {
    requireNote(text);
    const note = { noteId: randomUUID(), createdUtc: utc, changedUtc: utc, author, text };
    this.#sql
      .prepare(
        'INSERT INTO notes (note_id, created_utc, changed_utc, author, text) VALUES (@noteId, @createdUtc, @changedUtc, @author, @text)',
      )
      .run(note);
    return note;
  }

  /** @throws ProblemError not-found, note-required, bad-request */
  changeNote(noteId: string, text: string, utc: string): void {
    requireNote(text);
    const { changes } = this.#sql
      .prepare('UPDATE notes SET text = ?, changed_utc = ? WHERE note_id = ?')
      .run(text, utc, noteId);
    if (changes === 0) throw new ProblemError('not-found', { what: noteId });
  }

  /** @throws ProblemError not-found */
  removeNote(noteId: string): void {
    if (this.#sql.prepare('DELETE FROM notes WHERE note_id = ?').run(noteId).changes === 0) {
      throw new ProblemError('not-found', { what: noteId });
    }
  }

  close(): void {
    this.#sql.close();
  }
}

/**
 * Opens the store of one profile; makes it when there is none. The caller closes it.
 * @throws ProblemError not-found when the profile was never loaded; database-damaged, database-newer, or one of the environment
 */
export function openProfileStore(layout: DataLayout, profileKey: string, files: Files = systemFiles): ProfileStore {
  const path = storePath(layout, profileKey);
  if (files.look(layout.profile(profileKey))?.kind !== 'folder')
    throw new ProblemError('not-found', { what: profileKey });
  let sql: Database | undefined;
  try {
    sql = new Sqlite(path, { timeout: BUSY_TIMEOUT });
    sql.pragma('journal_mode = WAL');
    sql.pragma('synchronous = FULL');
    sql.pragma('trusted_schema = OFF');
    prepare(sql);
    return new ProfileStore(profileKey, sql);
  } catch (thrown) {
    sql?.close();
    if (thrown instanceof ProblemError) throw thrown;
    const { code, values } = problemOf(thrown);
    throw new ProblemError(code, { path, ...values }, thrown);
  }
}

function prepare(sql: Database): void {
  sql
    .transaction(() => {
      const version = sql.pragma('user_version', { simple: true }) as number;
      if (version > SCHEMA_VERSION) throw new ProblemError('database-newer', { version, known: SCHEMA_VERSION });
      if (version === SCHEMA_VERSION) return;
      sql.exec(SCHEMA);
      sql.pragma(`user_version = ${SCHEMA_VERSION}`);
    })
    .immediate();
}

function requireNote(text: string): void {
  if (text.trim() === '') throw new ProblemError('note-required');
  if (text.length > NOTE_LIMIT) throw new ProblemError('bad-request', { variant: 'note-length', limit: NOTE_LIMIT });
}
