/**
 * The `current` file of a profile: one line with the folder of the current generation, for other programs. It follows the database,
 * which alone decides; where they differ (a crash after the commit, a copy put back) the file is written anew.
 */
import { dirname } from 'node:path';
import type { DeskDatabase } from '../database/open.ts';
import { updateMirror } from './mirror.ts';
import { getProfile, listProfiles } from './record.ts';

/** The line that stands in the file. */
export function pointerLine(n: number): string {
  return `generations/${n}\n`;
}

/** Makes the pointer say what the database says. @returns true when it was otherwise before */
export function repairPointer(db: DeskDatabase, profileKey: string): boolean {
  const { files, layout } = db;
  const { current, removedUtc } = getProfile(db, profileKey);
  const path = layout.currentPointer(profileKey);
  const before = files.look(path) === null ? null : files.readAll(path).toString('utf8');
  const wanted = removedUtc === null ? pointerLine(current) : null;
  if (before === wanted) return false;
  if (wanted === null) {
    files.remove(path);
    files.syncFolder(dirname(path));
  } else {
    files.makeFolder(dirname(path));
    files.replace(path, wanted);
  }
  return true;
}

/** Repairs all pointers: when the desk opens. @returns keys of the profiles whose pointer was wrong */
export function repairPointers(db: DeskDatabase): readonly string[] {
  return listProfiles(db, { removed: true })
    .map((profile) => profile.profileKey)
    .filter((profileKey) => repairPointer(db, profileKey));
}

/**
 * Lets pointer and mirror follow once the transaction of now is committed. A failure there is no failure of the change: the state of the
 * mirror says what happened, and the next opening repairs both.
 */
export function followChange(db: DeskDatabase, profileKey: string): void {
  db.afterCommit(() => {
    for (const follow of [repairPointer, updateMirror]) {
      try {
        follow(db, profileKey);
      } catch {
        // `sweepProfiles` at the next opening.
      }
    }
  });
}
