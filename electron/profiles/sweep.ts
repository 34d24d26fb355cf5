/** Removes what a broken-off load, prune or repair left beside the generations, and lets pointers and mirrors follow the database. */
import { dirname, join } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import { PARTIAL } from '../files.ts';
import type { ActContext } from './act.ts';
import { asideFolder, generationsFolder, removeQuietly } from './build.ts';
import { isProfileKey } from './identity.ts';
import { mirrorOf, updateMirror } from './mirror.ts';
import { repairPointers } from './pointer.ts';
import { listProfiles } from './record.ts';

/** A folder under work is younger than this, unless its program is gone. In milliseconds. */
const WORK_MAY_LAST = 60 * 60 * 1000;

/**
 * Sweeps all profiles: when the desk opens. Generations with a row are never touched, and work of another program that may still
 * run is left alone.
 * @returns the number of folders removed and of pointers repaired
 */
export async function sweepProfiles({
  db,
  clock,
}: ActContext): Promise<{ readonly removed: number; readonly repaired: number }> {
  const { files, layout } = db;
  const known = new Map(
    listProfiles(db, { removed: true }).map((p) => [p.profileKey, new Set(p.generations.map((g) => String(g.n)))]),
  );
  const isOld = (place: string) => Date.parse(clock.now()) - (files.look(place)?.modifiedMs ?? 0) > WORK_MAY_LAST;
  const condemned: string[] = [];
  for (const profileKey of files.list(layout.profiles).filter(isProfileKey)) {
    const folder = generationsFolder(layout, profileKey);
    for (const name of files.list(folder)) {
      const place = join(folder, name);
      if (/^\.\d+\.(orphan|damaged|pruned)-/.test(name)) condemned.push(place);
      if (/^\.\d+\.tmp-/.test(name) && isOld(place)) condemned.push(place);
      const [number] = /^\d+(?=$|\.json$)/.exec(name) ?? [];
      if (number && !known.get(profileKey)?.has(number)) condemned.push(...orphan(db, profileKey, Number(number)));
    }
    for (const above of [layout.profile(profileKey), folder]) {
      const parts = files.list(above).filter((name) => name.endsWith(PARTIAL));
      condemned.push(...parts.map((name) => join(above, name)).filter(isOld));
    }
  }
  for (const place of condemned) await removeQuietly(files, place);
  for (const profile of listProfiles(db, { removed: true })) {
    const mirror = mirrorOf(db, profile.profileKey);
    const shown = profile.removedUtc === null ? profile.current : null;
    if (mirror && (mirror.problem !== null || mirror.generation !== shown)) updateMirror(db, profile.profileKey);
  }
  return { removed: condemned.length, repaired: repairPointers(db).length };
}

/** Puts a folder and a list without a row aside, under the lock in which a load would give them one. */
function orphan(db: DeskDatabase, profileKey: string, n: number): readonly string[] {
  const { files, layout } = db;
  return db.transaction(() => {
    const row = db
      .prepared<[string, number]>('SELECT 1 FROM generations WHERE profile_key = ? AND n = ?')
      .get(profileKey, n);
    if (row !== undefined) return [];
    files.remove(layout.generationList(profileKey, n));
    const folder = layout.generation(profileKey, n);
    if (files.look(folder) === null) return [];
    const aside = asideFolder(layout, profileKey, n, 'orphan');
    files.rename(folder, aside);
    files.syncFolder(dirname(folder));
    return [aside];
  });
}
