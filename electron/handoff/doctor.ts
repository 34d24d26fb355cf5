/** The doctor's look at the private copies of handed-over files: whole where they are needed, and what else lies beside them. */
import { join } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import { lookAt } from '../quarantine/doctor-bytes.ts';
import { type Examined, row } from '../quarantine/doctor-row.ts';
import { brokenOff, copiesFolder, copyOf, hasDigest, isUnfinishedCopy, renewCopy, useOf } from './copies.ts';
import { sourcePath } from './folders.ts';
import { readyBucket } from './places.ts';
import { provenCopy } from './preserve.ts';
import { allRows, type FileRow } from './rows.ts';

/** Every copy that a record still needs, then what lies in the folder besides. Looking changes nothing. */
export async function checkCopies(db: DeskDatabase): Promise<Examined[]> {
  const named = Map.groupBy(allRows(db), ({ sha256 }) => sha256);
  const needed = [...named].filter(([sha256]) => useOf(db, sha256) === 'needed');
  const found: Examined[] = [];
  for (const [sha256, rows] of needed) found.push(...(await checkCopy(db, sha256, rows)));
  if (found.length === 0) found.push(row('handoff', '', 'ok', 'handoff-whole', { number: needed.length }));
  return [...found, ...left(db), ...(await besides(db))];
}

/** A damaged copy can be made again while the evidence folder or the bucket has the same bytes. */
async function checkCopy(db: DeskDatabase, sha256: string, rows: readonly FileRow[]): Promise<Examined[]> {
  const look = await lookAt(db, copyOf(db, sha256), sha256);
  if (look === 'whole') return [];
  const source = await sourceOf(db, rows);
  const values = { path: rows.map(({ path }) => path).join(', ') };
  const found = row('handoff', sha256, source === null ? 'damaged' : 'warning', `handoff-${look}`, values);
  if (source === null) return [found];
  return [{ ...found, repairable: true, repair: () => renewCopy(db, source, sha256) }];
}

/** A file that has the bytes of these rows now; null when none is left. */
async function sourceOf(db: DeskDatabase, rows: readonly FileRow[]): Promise<string | null> {
  for (const one of rows) {
    for (const look of [provenCopy, inBucket]) {
      try {
        const path = await look(db, one);
        if (path !== null) return path;
      } catch {
        // Not preserved, its folder gone or another one, unreadable: no copy can be made from there.
      }
    }
  }
  return null;
}

async function inBucket(db: DeskDatabase, { bucket, name, sha256 }: FileRow): Promise<string | null> {
  const path = sourcePath(readyBucket(db, bucket).folder, name);
  return path !== null && (await hasDigest(db.files, path, sha256)) ? path : null;
}

/** Copies that a program began and did not end, long enough ago that nobody works on them. */
function left(db: DeskDatabase): Examined[] {
  return brokenOff(db).map((path) => ({
    ...row('handoff', path, 'warning', 'handoff-left'),
    repairable: true,
    repair: () => {
      db.files.remove(path);
      return true;
    },
  }));
}

const DIGEST = /^[0-9a-f]{64}$/;

/** What no record names. It may be the only copy of something, so nothing here removes it. */
async function besides(db: DeskDatabase): Promise<Examined[]> {
  const found: Examined[] = [];
  for (const name of db.files.list(copiesFolder(db))) {
    if (isUnfinishedCopy(name) || useOf(db, name) !== null) continue;
    const path = join(copiesFolder(db), name);
    const isCopy = DIGEST.test(name) && (await lookAt(db, path, name)) === 'whole';
    // Its file was changed and taken in anew, which is no fault.
    found.push(isCopy ? row('handoff', path, 'ok', 'handoff-kept') : row('handoff', path, 'warning', 'handoff-stray'));
  }
  return found;
}
