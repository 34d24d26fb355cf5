/** Proves a generation on disk against what was recorded when it was loaded: bytes, missing files, files nobody loaded, the list. */
import { join } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { digestBytes } from '../quarantine/digest.ts';
import { placeOf } from './build.ts';
import { type GenerationFile, generationFiles, getGeneration } from './record.ts';

/** One way in which the disk differs. `path` is inside the generation; empty for its list file. */
export interface Difference {
  readonly path: string;
  readonly kind: 'changed' | 'missing' | 'added' | 'list';
}

/**
 * All differences of a generation, in byte order of the path.
 * @throws ProblemError not-found, or one of the environment
 */
export function verifyGeneration(db: DeskDatabase, profileKey: string, n: number): readonly Difference[] {
  return examine(db, profileKey, n, () => {});
}

/**
 * The bytes of every file of a generation, all of them proven; nothing is given when anything differs.
 * @throws ProblemError generation-changed with the first difference and their number
 */
export function readGeneration(db: DeskDatabase, profileKey: string, n: number): ReadonlyMap<string, Buffer> {
  const contents = new Map<string, Buffer>();
  // The bytes handed out are the ones that were digested: the disk may change between two reads.
  const differences = examine(db, profileKey, n, (path, bytes) => contents.set(path, bytes));
  if (differences.length > 0) throw changed(profileKey, n, differences);
  return contents;
}

/** Where a file of a generation lies, and what was recorded of it. */
export interface LocatedFile extends GenerationFile {
  readonly place: string;
}

/**
 * Where one file of a generation lies; null when the generation has no such file. Whoever reads its bytes proves them by the digest.
 * @throws ProblemError not-found; generation-changed when there is no file of that length
 */
export function locateFile(db: DeskDatabase, profileKey: string, n: number, path: string): LocatedFile | null {
  getGeneration(db, profileKey, n);
  const file = generationFiles(db, profileKey, n).find((candidate) => candidate.path === path);
  if (!file) return null;
  const place = placeOf(db.layout.generation(profileKey, n), path);
  const kind = differenceAt(db, place, file);
  if (kind !== null) throw fileChanged(profileKey, n, path, kind);
  return { ...file, place };
}

/** The problem of one file that is not what was loaded. */
export function fileChanged(profileKey: string, n: number, path: string, kind: 'changed' | 'missing'): ProblemError {
  return changed(profileKey, n, [{ path, kind }]);
}

function examine(
  db: DeskDatabase,
  profileKey: string,
  n: number,
  take: (path: string, bytes: Buffer) => void,
): readonly Difference[] {
  const { listSha256 } = getGeneration(db, profileKey, n);
  const folder = db.layout.generation(profileKey, n);
  const expected = generationFiles(db, profileKey, n);
  const known = new Set(expected.map((file) => file.path));
  const differences: Difference[] = [];
  for (const path of pathsBelow(db, folder)) if (!known.has(path)) differences.push({ path, kind: 'added' });
  for (const file of expected) {
    const found = readProven(db, folder, file);
    if (typeof found === 'string') differences.push({ path: file.path, kind: found });
    else take(file.path, found);
  }
  const list = db.layout.generationList(profileKey, n);
  const isWhole = db.files.look(list)?.kind === 'file' && digestBytes(db.files.readAll(list)) === listSha256;
  if (!isWhole) differences.push({ path: '', kind: 'list' });
  return differences.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** @throws ProblemError generation-changed with the first difference and their number */
export function requireUnchanged(db: DeskDatabase, profileKey: string, n: number): void {
  const differences = verifyGeneration(db, profileKey, n);
  if (differences.length > 0) throw changed(profileKey, n, differences);
}

function changed(profileKey: string, n: number, differences: readonly Difference[]): ProblemError {
  const [first] = differences;
  return new ProblemError('generation-changed', {
    profileKey,
    generation: n,
    number: differences.length,
    name: first?.path === '' ? `${n}.json` : (first?.path ?? ''),
    found: first?.kind ?? 'changed',
  });
}

function readProven(db: DeskDatabase, folder: string, file: GenerationFile): Buffer | 'changed' | 'missing' {
  const place = placeOf(folder, file.path);
  const kind = differenceAt(db, place, file);
  if (kind !== null) return kind;
  const bytes = db.files.readAll(place);
  return digestBytes(bytes) === file.sha256 ? bytes : 'changed';
}

/** What can be seen without reading: null when a file of that length is there. */
function differenceAt(db: DeskDatabase, place: string, { sizeBytes }: GenerationFile): 'changed' | 'missing' | null {
  const found = db.files.look(place);
  if (found === null) return 'missing';
  // A link, or a folder of that name, is not the file that was loaded, whatever it leads to.
  return found.kind === 'file' && found.sizeBytes === sizeBytes ? null : 'changed';
}

/** Paths of everything below a folder that is no folder, with forward slashes. Links are not followed. */
function pathsBelow(db: DeskDatabase, folder: string, prefix = ''): readonly string[] {
  if (db.files.look(folder)?.kind !== 'folder') return [];
  return db.files.list(folder).flatMap((name) => {
    const path = `${prefix}${name}`;
    const place = join(folder, name);
    return db.files.look(place)?.kind === 'folder' ? pathsBelow(db, place, `${path}/`) : [path];
  });
}
