/**
 * A plain folder that shows the current generation at a place the person chose, so that other AI clients can read it. It follows loads
 * and rollbacks. What a person changed in it is never overwritten: it is put aside in a folder beside the files.
 */
import { dirname, join } from 'node:path';
import type { MirrorState } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { forgetValue, keepValue, keptValue, keptValues } from '../database/kept-values.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { digestBytes } from '../quarantine/digest.ts';
import type { ActContext } from './act.ts';
import { GENERATION_FILE_MODE, placeOf } from './build.ts';
import { overlaps, requireOutside } from './places.ts';
import { type GenerationFile, generationFiles, getProfile, requirePresent } from './record.ts';
import { readGeneration } from './verify.ts';

const NAME = 'profile.mirror.';

/** Says whose mirror a folder is and what this program wrote there. Not a path that a package may have (it is no declared file). */
export const MARKER = '.uaix-mirror.json';
/** Files that a person changed in the mirror are kept here. */
export const ASIDE = '.uaix-mirror-changed';

interface Marker {
  readonly schema: 'uaix-desktop.mirror.v1';
  readonly profileKey: string;
  readonly generation: number | null;
  readonly files: readonly GenerationFile[];
}

/** Null when the profile has no mirror. */
export function mirrorOf(db: DeskDatabase, profileKey: string): MirrorState | null {
  const value = keptValue(db, NAME + profileKey);
  return value === null ? null : (JSON.parse(value) as MirrorState);
}

/** True when the folder is there and says that it shows the current generation. Files a person changed since are not looked for. */
export function isMirrorInStep(
  db: DeskDatabase,
  profileKey: string,
  { folder, generation, problem }: MirrorState,
): boolean {
  if (problem !== null || generation !== getProfile(db, profileKey).current) return false;
  const marker = readMarker(db, folder);
  return marker?.profileKey === profileKey && marker.generation === generation;
}

/**
 * Whether a folder could become the mirror of a profile. Reads only.
 * @returns its absolute path
 * @throws ProblemError bad-request for a folder that is used otherwise
 */
export function checkMirror(db: DeskDatabase, profileKey: string, chosen: string): string {
  const folder = requireOutside(db.layout, chosen);
  const other = keptValues(db, NAME).find(
    ({ name, value }) => name !== NAME + profileKey && overlaps((JSON.parse(value) as MirrorState).folder, folder),
  );
  if (other) throw new ProblemError('bad-request', { variant: 'mirror-of-another', what: folder });
  requireFree(db, profileKey, folder);
  return folder;
}

/**
 * Makes a folder the mirror of a profile and fills it. The folder must be empty, absent, or a mirror of this profile already. A profile
 * has one mirror: the files that this program wrote into an earlier one are removed.
 * @throws ProblemError not-found; bad-request for a folder that is used otherwise; generation-changed; or one of the environment
 */
export function setMirror({ db, clock, actor }: ActContext, profileKey: string, chosen: string): MirrorState {
  const folder = checkMirror(db, profileKey, chosen);
  requirePresent(getProfile(db, profileKey));
  const before = mirrorOf(db, profileKey);
  const state = fill(db, profileKey, folder);
  if (before && before.folder !== folder) leave(db, profileKey, before.folder);
  db.transaction(() => {
    keepValue(db, NAME + profileKey, JSON.stringify(state));
    const data = { what: 'mirror', folder, generation: state.generation };
    appendEvent(db, { kind: 'profile.changed', actor, subject: profileKey, utc: clock.now(), data });
  });
  return state;
}

/**
 * Lets the mirror follow the current generation. Every load, rollback, removal and repair does so by itself; a person may ask for it
 * again. What went wrong is in the state, not thrown.
 */
export function updateMirror(db: DeskDatabase, profileKey: string): MirrorState | null {
  const before = mirrorOf(db, profileKey);
  if (!before) return null;
  let state: MirrorState;
  try {
    requireFree(db, profileKey, before.folder);
    state =
      getProfile(db, profileKey).removedUtc === null
        ? fill(db, profileKey, before.folder)
        : empty(db, profileKey, before.folder);
  } catch (thrown) {
    state = { ...before, problem: problemOf(thrown) };
  }
  db.transaction(() => keepValue(db, NAME + profileKey, JSON.stringify(state)));
  return state;
}

/** Ends the mirror: the files that this program wrote are removed, everything else stays. @throws one of the environment */
export function removeMirror({ db, clock, actor }: ActContext, profileKey: string): void {
  const before = mirrorOf(db, profileKey);
  if (!before) return;
  leave(db, profileKey, before.folder);
  db.transaction(() => {
    forgetValue(db, NAME + profileKey);
    const data = { what: 'mirror', folder: null, before: before.folder };
    appendEvent(db, { kind: 'profile.changed', actor, subject: profileKey, utc: clock.now(), data });
  });
}

/** Takes this program's files and its marker out of a folder that is no mirror any more. */
function leave(db: DeskDatabase, profileKey: string, folder: string): void {
  if (readMarker(db, folder)?.profileKey !== profileKey) return;
  empty(db, profileKey, folder);
  db.files.remove(join(folder, MARKER));
}

/** @throws ProblemError bad-request */
function requireFree(db: DeskDatabase, profileKey: string, folder: string): void {
  const found = db.files.look(folder);
  if (found === null) return;
  const marker = found.kind === 'folder' ? readMarker(db, folder) : null;
  if (found.kind === 'folder' && (db.files.list(folder).length === 0 || marker?.profileKey === profileKey)) return;
  throw new ProblemError('bad-request', { variant: marker ? 'mirror-of-another' : 'folder-not-empty', what: folder });
}

/** Null when there is none, or when it is not one that this program writes. */
function readMarker({ files }: DeskDatabase, folder: string): Marker | null {
  const path = join(folder, MARKER);
  if (files.look(path)?.kind !== 'file') return null;
  const text = files.readAll(path).toString('utf8');
  try {
    const marker = JSON.parse(text) as Partial<Marker>;
    const isOurs = marker.schema === 'uaix-desktop.mirror.v1' && Array.isArray(marker.files);
    return isOurs ? (marker as Marker) : null;
  } catch {
    return null;
  }
}

/** Writes what differs, removes what is gone, the marker last. A run that broke off is completed by the next one. */
function fill(db: DeskDatabase, profileKey: string, folder: string): MirrorState {
  const { files } = db;
  const { current } = getProfile(db, profileKey);
  const contents = readGeneration(db, profileKey, current);
  const wanted = generationFiles(db, profileKey, current);
  requireRoomForMarker(wanted);
  const own = readMarker(db, folder)?.files ?? [];
  const isOwn = digestsByPath(own);
  const aside: string[] = [];
  files.makeFolder(folder);
  // Before the first change: a run that breaks off must still know what is its own, in the old and in the new form.
  writeMarker(db, folder, profileKey, current, [...own, ...wanted]);
  const keep = new Set(wanted.map((file) => file.path));
  for (const [path, digests] of isOwn) if (!keep.has(path)) withdraw(db, folder, path, digests, aside);
  for (const file of wanted) {
    const place = placeOf(folder, file.path);
    const there = digestAt(db, place);
    if (there === file.sha256) continue;
    if (there !== null && !isOwn.get(file.path)?.has(there)) putAside(db, folder, file.path, aside);
    files.makeFolder(dirname(place));
    files.replace(place, contents.get(file.path) ?? Buffer.alloc(0));
    files.setMode(place, GENERATION_FILE_MODE);
  }
  writeMarker(db, folder, profileKey, current, wanted);
  return { folder, generation: current, problem: null, aside };
}

/** A package may have files of any legal name; one that is the marker's cannot be mirrored. @throws ProblemError bad-request */
function requireRoomForMarker(wanted: readonly GenerationFile[]): void {
  const taken = wanted.find(({ path }) => [MARKER, ASIDE].includes(path.toLowerCase().split('/')[0] ?? ''));
  if (taken) throw new ProblemError('bad-request', { variant: 'mirror-name', what: taken.path });
}

/** Takes this program's files out. The marker stays, so that the folder is known again when the profile comes back. */
function empty(db: DeskDatabase, profileKey: string, folder: string): MirrorState {
  const aside: string[] = [];
  const own = digestsByPath(readMarker(db, folder)?.files ?? []);
  for (const [path, digests] of own) withdraw(db, folder, path, digests, aside);
  writeMarker(db, folder, profileKey, null, []);
  return { folder, generation: null, problem: null, aside };
}

function digestsByPath(list: readonly GenerationFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const digests = new Map<string, Set<string>>();
  for (const { path, sha256 } of list) digests.set(path, (digests.get(path) ?? new Set()).add(sha256));
  return digests;
}

/** Removes a file that this program wrote; one that a person changed since is put aside instead. */
function withdraw(db: DeskDatabase, folder: string, path: string, own: ReadonlySet<string>, aside: string[]): void {
  const there = digestAt(db, placeOf(folder, path));
  if (there === null) return;
  if (own.has(there)) db.files.remove(placeOf(folder, path));
  else putAside(db, folder, path, aside);
}

function putAside({ files }: DeskDatabase, folder: string, path: string, aside: string[]): void {
  const home = join(folder, ASIDE);
  let target = placeOf(home, path);
  for (let n = 2; files.look(target) !== null; n += 1) target = placeOf(home, `${path}.${n}`);
  files.makeFolder(dirname(target));
  files.rename(placeOf(folder, path), target);
  aside.push(path);
}

/** SHA-256 of what lies there; null for nothing; text that is no digest for what is no file. */
function digestAt({ files }: DeskDatabase, place: string): string | null {
  const found = files.look(place);
  if (found === null) return null;
  return found.kind === 'file' ? digestBytes(files.readAll(place)) : found.kind;
}

function writeMarker(
  { files }: DeskDatabase,
  folder: string,
  profileKey: string,
  generation: number | null,
  list: readonly GenerationFile[],
): void {
  const marker: Marker = { schema: 'uaix-desktop.mirror.v1', profileKey, generation, files: list };
  files.replace(join(folder, MARKER), `${JSON.stringify(marker, null, 2)}\n`);
}
