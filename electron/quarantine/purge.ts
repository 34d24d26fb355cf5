/** Ends a package for good: its bytes go, its record and its events stay. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { getSummary, setState, touch } from './packages.ts';

/** Names in staging that hold nothing but what is to be deleted. */
export const TRASH = 'trash-';

/**
 * Purges a package. The state is committed first: a crash after that leaves bytes of a purged package, which the sweep removes.
 * @returns the new version
 * @throws ProblemError not-found, changed-meanwhile, not-allowed-in-state
 */
export async function purgePackage(
  db: DeskDatabase,
  archive: string,
  expectedVersion: number,
  actor: string,
): Promise<number> {
  const version = db.transaction(() => {
    const { state, fileName, version: actual } = getSummary(db, archive);
    // Purged, but its bytes could not be removed then: only that is done again.
    if (state === 'purged' && actual === expectedVersion) return expectedVersion;
    const next = touch(db, archive, expectedVersion);
    setState(db, archive, 'purged');
    appendEvent(db, {
      kind: 'package.purged',
      actor,
      subject: archive,
      data: { state, fileName },
      utc: db.clock.now(),
    });
    return next;
  });
  await removePurged(db, archive);
  return version;
}

/**
 * Removes the bytes of a purged package. Under the write lock they are moved to a name that nobody uses, so that the same archive, given
 * again at this moment, is never touched.
 * @returns false when there was nothing to remove
 */
export async function removePurged(db: DeskDatabase, archive: string): Promise<boolean> {
  const { files, layout } = db;
  const trash = join(layout.staging, `${TRASH}${randomUUID()}`);
  const moved = db.transaction(() => {
    if (getSummary(db, archive).state !== 'purged' || files.look(layout.archiveFolder(archive)) === null) return false;
    files.rename(layout.archiveFolder(archive), trash);
    files.syncFolder(layout.quarantine);
    return true;
  });
  if (moved) await files.removeTree(trash);
  return moved;
}
