/** The doctor reads every byte that is kept: archives, blobs, files of generations. */
import { join } from 'node:path';
import type { PackageState } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type Rederive, restoreBlobs } from './blobs.ts';
import { digestFile } from './digest.ts';
import { type Examined, row } from './doctor-row.ts';
import { archivesIn } from './packages.ts';

const WITH_BYTES: readonly PackageState[] = ['no_op', 'in_review', 'loaded', 'rejected', 'failed'];

/** What became of bytes that were kept under their digest. */
type Look = 'whole' | 'missing' | 'changed' | 'unreadable';

/** The private copies. A damaged one is healed by giving the same file again; here there is nothing to make it from. */
export async function checkArchives(db: DeskDatabase): Promise<Examined[]> {
  const found: Examined[] = [];
  const archives = archivesIn(db, WITH_BYTES);
  for (const archive of archives) {
    const look = await lookAt(db, db.layout.archive(archive), archive);
    if (look !== 'whole') found.push(row('archives', archive, 'damaged', `archive-${look}`));
  }
  return found.length > 0 ? found : [row('archives', '', 'ok', 'archives-whole', { number: archives.length })];
}

/** Unpacked files; what is damaged can be made again while its archive is whole. */
export async function checkBlobs(db: DeskDatabase, rederive: Rederive | undefined): Promise<Examined[]> {
  const { layout, files } = db;
  const found: Examined[] = [];
  const listed = db.sql
    .prepare<[string], { archive: string; digest: string }>(
      `SELECT DISTINCT f.archive_sha256 AS archive, f.sha256 AS digest FROM files AS f
         JOIN packages AS p USING (archive_sha256)
       WHERE p.state IN (SELECT value FROM json_each(?)) ORDER BY archive, digest`,
    )
    .all(JSON.stringify(WITH_BYTES));
  for (const { archive, digest } of listed) {
    const look = await lookAt(db, layout.blob(archive, digest), digest);
    if (look === 'whole') continue;
    const isHopeful = rederive !== undefined && (await lookAt(db, layout.archive(archive), archive)) === 'whole';
    const found1 = row('blobs', `${archive.slice(0, 16)}/${digest}`, isHopeful ? 'warning' : 'damaged', `blob-${look}`);
    if (!isHopeful) {
      found.push(found1);
      continue;
    }
    const repair = async (): Promise<boolean> => {
      await restoreBlobs(layout, archive, [digest], rederive, files);
      return (await lookAt(db, layout.blob(archive, digest), digest)) === 'whole';
    };
    found.push({ ...found1, repairable: true, repair });
  }
  return found.length > 0 ? found : [row('blobs', '', 'ok', 'blobs-whole', { number: listed.length })];
}

interface GenerationFile {
  readonly profile_key: string;
  readonly n: number;
  readonly path: string;
  readonly sha256: string;
}

/** Generations of profiles: the list beside the folder, and every file of it. */
export async function checkGenerations(db: DeskDatabase): Promise<Examined[]> {
  const { layout } = db;
  const found: Examined[] = [];
  const generations = db.sql
    .prepare<[], { profile_key: string; n: number; list_sha256: string }>(
      'SELECT profile_key, n, list_sha256 FROM generations ORDER BY profile_key, n',
    )
    .all();
  for (const { profile_key: key, n, list_sha256: digest } of generations) {
    const look = await lookAt(db, layout.generationList(key, n), digest);
    if (look !== 'whole') found.push(row('generations', `${key}/${n}`, 'damaged', `generation-list-${look}`));
  }
  const listed = db.sql
    .prepare<[], GenerationFile>(
      'SELECT profile_key, n, path, sha256 FROM generation_files ORDER BY profile_key, n, path',
    )
    .all();
  for (const { profile_key: key, n, path, sha256 } of listed) {
    const look = await lookAt(db, join(layout.generation(key, n), ...path.split('/')), sha256);
    if (look !== 'whole') {
      found.push(row('generations', `${key}/${n}`, 'damaged', `generation-file-${look}`, { path }));
    }
  }
  return found.length > 0 ? found : [row('generations', '', 'ok', 'generations-whole', { number: generations.length })];
}

/** Reads a kept file to its end. */
export async function lookAt(db: DeskDatabase, path: string, digest: string): Promise<Look> {
  try {
    const found = await digestFile(db.files, path);
    if (found === null) return 'missing';
    return found.sha256 === digest ? 'whole' : 'changed';
  } catch {
    // The disk or its rights say no: the content is not known, and that is what is said.
    return 'unreadable';
  }
}
