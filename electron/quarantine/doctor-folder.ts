/** The doctor looks at the data folder: what belongs to nothing, who may read it, how much room there is. */
import { join } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import { PARTIAL, PRIVATE_FOLDER } from '../files.ts';
import { type Examined, row } from './doctor-row.ts';
import { openImports, ownerOf, readImport } from './imports-table.ts';
import { livenessOf } from './owner.ts';
import { findSummary } from './packages.ts';
import { sweep } from './recovery.ts';

/** Below this an import at the limits of the policy does not fit. In bytes. */
const SPACE_LOW = 512 * 1024 * 1024;

const DIGEST = /^[0-9a-f]{64}$/;

/** Imports that nobody works on any more; the sweep ends them. */
export function checkImports(db: DeskDatabase, actor: string): Examined[] {
  const open = openImports(db);
  const dead = open.filter((found) => livenessOf(ownerOf(found)) === 'dead');
  if (dead.length === 0) return [row('imports', '', 'ok', 'imports-alive', { number: open.length })];
  const repair = async (): Promise<boolean> => {
    await sweep(db, db.layout, { actor });
    return dead.every((found) => readImport(db, found.import_id)?.ended_utc !== null);
  };
  return dead.map((found) => ({
    ...row('imports', found.file_name, 'warning', 'import-dead', { pid: found.owner_pid }),
    repairable: true,
    repair,
  }));
}

/** Folders and files that no row knows. */
export function checkOrphans(db: DeskDatabase, actor: string): Examined[] {
  const { layout, files } = db;
  const swept = [...orphansInStaging(db), ...orphansInQuarantine(db)];
  const repair = (path: string) => async (): Promise<boolean> => {
    await sweep(db, layout, { actor });
    return files.look(path) === null || (DIGEST.test(path.slice(-64)) && findSummary(db, path.slice(-64)) !== null);
  };
  const found: Examined[] = swept.map((path) => ({
    ...row('orphans', path, 'warning', 'orphan-left'),
    repairable: true,
    repair: repair(path),
  }));
  for (const path of strayBlobs(db)) {
    const remove = (): boolean => {
      files.remove(path);
      return true;
    };
    found.push({ ...row('orphans', path, 'warning', 'orphan-blob'), repairable: true, repair: remove });
  }
  // Files of a profile are somebody's memory: named, never removed from here.
  for (const path of strayGenerations(db)) found.push(row('orphans', path, 'warning', 'orphan-generation'));
  return found.length > 0 ? found : [row('orphans', '', 'ok', 'orphans-none')];
}

function orphansInStaging(db: DeskDatabase): string[] {
  return db.files
    .list(db.layout.staging)
    .filter((name) => {
      const found = readImport(db, name.split('.', 1)[0] ?? '');
      return found === null || found.ended_utc !== null;
    })
    .map((name) => join(db.layout.staging, name));
}

function orphansInQuarantine(db: DeskDatabase): string[] {
  return db.files
    .list(db.layout.quarantine)
    .filter((name) => {
      const state = DIGEST.test(name) ? findSummary(db, name)?.state : undefined;
      return state === undefined || state === 'purged';
    })
    .map((name) => join(db.layout.quarantine, name));
}

function strayBlobs(db: DeskDatabase): string[] {
  const { files, layout } = db;
  const busy = new Set(openImports(db).map((found) => found.archive_sha256));
  return files.list(layout.quarantine).flatMap((archive) => {
    if (!DIGEST.test(archive) || findSummary(db, archive) === null || busy.has(archive)) return [];
    const listed = new Set(
      db
        .prepared<[string], { sha256: string }>('SELECT DISTINCT sha256 FROM files WHERE archive_sha256 = ?')
        .all(archive)
        .map(({ sha256 }) => sha256),
    );
    return files
      .list(layout.blobs(archive))
      .filter((name) => !listed.has(name) && !name.endsWith(PARTIAL))
      .map((name) => join(layout.blobs(archive), name));
  });
}

function strayGenerations(db: DeskDatabase): string[] {
  const { files, layout } = db;
  return files.list(layout.profiles).flatMap((key) =>
    files
      .list(join(layout.profile(key), 'generations'))
      .filter((name) => {
        const n = Number(name.replace(/\.json$/, ''));
        if (!Number.isInteger(n)) return true;
        return (
          db
            .prepared<[string, number], unknown>('SELECT 1 FROM generations WHERE profile_key = ? AND n = ?')
            .get(key, n) === undefined
        );
      })
      .map((name) => join(layout.profile(key), 'generations', name)),
  );
}

/** Other accounts of this machine have no business here. Windows keeps rights elsewhere; the folder of the account is private there. */
export function checkPermissions(db: DeskDatabase): Examined[] {
  const { layout, files } = db;
  if (process.platform === 'win32') return [row('permissions', layout.root, 'ok', 'permissions-system')];
  const folders = [layout.root, layout.quarantine, layout.staging, layout.backups, layout.profiles];
  // Made with the first handed-over file.
  if (files.look(layout.handoff) !== null) folders.push(layout.handoff);
  const open = folders.filter((path) => ((files.look(path)?.mode ?? 0) & 0o077) !== 0);
  const found: Examined[] = open.map((path) => ({
    ...row('permissions', path, 'warning', 'permissions-open', { mode: (files.look(path)?.mode ?? 0).toString(8) }),
    repairable: true,
    repair: () => {
      files.setMode(path, PRIVATE_FOLDER);
      return true;
    },
  }));
  for (const path of folders) {
    if (!isWritable(db, path)) found.push(row('permissions', path, 'damaged', 'permissions-closed'));
  }
  return found.length > 0 ? found : [row('permissions', layout.root, 'ok', 'permissions-private')];
}

/** Asked by doing it: rights, read-only disks and full ones all answer the same way. */
function isWritable({ files }: DeskDatabase, folder: string): boolean {
  const probe = join(folder, `.doctor-${process.pid}${PARTIAL}`);
  try {
    files.replace(probe, '');
    files.remove(probe);
    return true;
  } catch {
    return false;
  }
}

export async function checkSpace(db: DeskDatabase): Promise<Examined[]> {
  const free = await db.files.freeBytes(db.layout.root);
  const isLow = free < SPACE_LOW;
  return [row('space', db.layout.root, isLow ? 'warning' : 'ok', isLow ? 'space-low' : 'space-enough', { free })];
}
