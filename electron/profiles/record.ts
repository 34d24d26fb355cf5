/** Profiles as the database keeps them: reads, and the write that every change begins with. */
import type { Generation, Profile } from '../../shared/models.ts';
import { keepValue, keptValue } from '../database/kept-values.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { isProfileKey } from './identity.ts';

interface ProfileRow {
  readonly profile_key: string;
  readonly version: number;
  readonly profile_id: string;
  readonly issuer: string;
  readonly title: string;
  readonly badge: string;
  readonly hue: number;
  readonly current: number;
  readonly created_utc: string;
  readonly removed_utc: string | null;
}

interface GenerationRow {
  readonly n: number;
  readonly archive_sha256: string;
  readonly loaded_utc: string;
  readonly loaded_by: string;
  readonly files: number;
  readonly policy_sha256: string;
  readonly pinned: number;
}

/** Name of the kept value that says which profile is the default of the command line and of new windows. */
export const ACTIVE = 'profiles.active';

/** The default profile of the command line and of a new window; null when none was chosen. A window's own profile is its own affair. */
export function activeProfileKey(db: DeskDatabase): string | null {
  const value = keptValue(db, ACTIVE);
  return value === null || value === '' ? null : value;
}

/** Call inside the transaction of the change. Null chooses none. */
export function setActive(db: DeskDatabase, profileKey: string | null): void {
  keepValue(db, ACTIVE, profileKey ?? '');
}

/** @throws ProblemError not-found */
export function getProfile(db: DeskDatabase, profileKey: string): Profile {
  return profileOf(db, rowOf(db, profileKey));
}

/** @throws ProblemError not-allowed-in-state */
export function requirePresent({ profileKey, removedUtc }: Profile): void {
  if (removedUtc !== null) throw new ProblemError('not-allowed-in-state', { what: profileKey, state: 'removed' });
}

/** Null when there is no profile of this key. */
export function findProfile(db: DeskDatabase, profileKey: string): Profile | null {
  const row = readRow(db, profileKey);
  return row ? profileOf(db, row) : null;
}

/** Profiles by title, then key. Removed ones only when asked for. */
export function listProfiles(db: DeskDatabase, query: { readonly removed: boolean }): readonly Profile[] {
  return db
    .prepared<[number], ProfileRow>(
      `SELECT * FROM profiles WHERE removed_utc IS NULL OR ? = 1 ORDER BY title COLLATE NOCASE, profile_key`,
    )
    .all(query.removed ? 1 : 0)
    .map((row) => profileOf(db, row));
}

/**
 * The profile that a person names: its key, or the id that its package claims.
 * @throws ProblemError not-found; ambiguous when profiles of several issuers have this id
 */
export function findProfileByName(db: DeskDatabase, name: string): Profile {
  if (isProfileKey(name)) {
    const row = readRow(db, name);
    if (row) return profileOf(db, row);
  }
  const rows = profilesWithId(db, name);
  const [first, second] = rows
    .filter((row) => row.removed_utc === null)
    .concat(rows.filter((r) => r.removed_utc !== null));
  if (!first) throw new ProblemError('not-found', { what: name });
  const isOnly = !second || (first.removed_utc === null && second.removed_utc !== null);
  if (!isOnly) throw new ProblemError('ambiguous', { what: name, number: rows.length });
  return profileOf(db, first);
}

/** Rows with this claimed id, whoever issued them; the newest first. */
export function profilesWithId(db: DeskDatabase, profileId: string): readonly ProfileRow[] {
  return db
    .prepared<[string], ProfileRow>(
      'SELECT * FROM profiles WHERE profile_id = ? ORDER BY created_utc DESC, profile_key',
    )
    .all(profileId);
}

/**
 * Begins a change of a profile: the caller saw version `expectedVersion`. Call first inside the transaction of the change.
 * @throws ProblemError not-found; changed-meanwhile when somebody else was faster
 */
export function touchProfile(db: DeskDatabase, profileKey: string, expectedVersion: number): void {
  const { changes } = db
    .prepared<[string, number]>('UPDATE profiles SET version = version + 1 WHERE profile_key = ? AND version = ?')
    .run(profileKey, expectedVersion);
  if (changes === 1) return;
  const { version } = rowOf(db, profileKey);
  throw new ProblemError('changed-meanwhile', { what: profileKey, expected: expectedVersion, version });
}

/** @throws ProblemError not-found */
export function getGeneration(
  db: DeskDatabase,
  profileKey: string,
  n: number,
): Generation & { readonly listSha256: string; readonly packageCreated: string } {
  const row = db
    .prepared<[string, number], GenerationRow & { list_sha256: string; package_created: string }>(
      'SELECT * FROM generations WHERE profile_key = ? AND n = ?',
    )
    .get(profileKey, n);
  if (!row) throw new ProblemError('not-found', { what: `${profileKey} ${n}`, profileKey, generation: n });
  return { ...generationOf(row), listSha256: row.list_sha256, packageCreated: row.package_created };
}

/** A file of a generation as it was loaded. */
export interface GenerationFile {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** Files of a generation in byte order of their paths. */
export function generationFiles(db: DeskDatabase, profileKey: string, n: number): readonly GenerationFile[] {
  return db
    .prepared<[string, number], { path: string; sha256: string; size_bytes: number }>(
      'SELECT path, sha256, size_bytes FROM generation_files WHERE profile_key = ? AND n = ? ORDER BY path',
    )
    .all(profileKey, n)
    .map((row) => ({ path: row.path, sha256: row.sha256, sizeBytes: row.size_bytes }));
}

function readRow(db: DeskDatabase, profileKey: string): ProfileRow | undefined {
  return db.prepared<[string], ProfileRow>('SELECT * FROM profiles WHERE profile_key = ?').get(profileKey);
}

function rowOf(db: DeskDatabase, profileKey: string): ProfileRow {
  const row = readRow(db, profileKey);
  if (!row) throw new ProblemError('not-found', { what: profileKey });
  return row;
}

function profileOf(db: DeskDatabase, row: ProfileRow): Profile {
  const generations = db
    .prepared<[string], GenerationRow>('SELECT * FROM generations WHERE profile_key = ? ORDER BY n')
    .all(row.profile_key)
    .map(generationOf);
  return {
    profileKey: row.profile_key,
    profileId: row.profile_id,
    title: row.title,
    issuer: row.issuer,
    badge: row.badge,
    hue: row.hue,
    current: row.current,
    generations,
    active: activeProfileKey(db) === row.profile_key && row.removed_utc === null,
    removedUtc: row.removed_utc,
    path: db.layout.generation(row.profile_key, row.current),
    version: row.version,
  };
}

function generationOf(row: GenerationRow): Generation {
  return {
    n: row.n,
    archiveSha256: row.archive_sha256,
    loadedUtc: row.loaded_utc,
    loadedBy: row.loaded_by,
    files: row.files,
    policySha256: row.policy_sha256,
    pinned: row.pinned === 1,
  };
}
