/** Makes a generation whole again from the archive it was loaded from. Nothing else is ever written into a loaded generation. */
import type { PackageClaims } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { ProblemError } from '../problem.ts';
import { type Rederive, readBlob, readBlobOrRestore } from '../quarantine/blobs.ts';
import { findSummary } from '../quarantine/packages.ts';
import type { ActContext } from './act.ts';
import { asideFolder, buildFolder, removeQuietly } from './build.ts';
import { generationList, writeList } from './list-file.ts';
import { followChange } from './pointer.ts';
import { generationFiles, getGeneration } from './record.ts';
import { type Difference, verifyGeneration } from './verify.ts';

/**
 * Rebuilds a generation whose bytes on disk differ. What was there is deleted only when the new folder is in its place.
 * @returns what differed; empty when there was nothing to repair
 * @throws ProblemError not-found; damaged when the archive was purged or is damaged itself; or one of the environment
 */
export async function repairGeneration(
  { db, clock, actor }: ActContext,
  profileKey: string,
  n: number,
  rederive?: Rederive,
): Promise<readonly Difference[]> {
  const differences = verifyGeneration(db, profileKey, n);
  if (differences.length === 0) return [];
  const { archiveSha256 } = getGeneration(db, profileKey, n);
  const files = generationFiles(db, profileKey, n);
  const claims = findSummary(db, archiveSha256)?.claims;
  if (!claims) throw new ProblemError('damaged', { what: archiveSha256, found: 'missing' });
  const { files: disk, layout } = db;
  const folder = asideFolder(layout, profileKey, n, 'tmp');
  await buildFolder(disk, folder, files, (sha256) =>
    rederive
      ? readBlobOrRestore(layout, archiveSha256, sha256, rederive, disk)
      : readBlob(layout, archiveSha256, sha256, disk),
  );
  const target = layout.generation(profileKey, n);
  const aside = asideFolder(layout, profileKey, n, 'damaged');
  const undone: (() => void)[] = [];
  try {
    db.transaction(() => {
      if (disk.look(target) !== null) {
        disk.rename(target, aside);
        undone.push(() => disk.rename(aside, target));
      }
      disk.rename(folder, target);
      undone.push(() => disk.rename(target, folder));
      const listSha256 = rewriteList({ db, clock, actor }, profileKey, n, claims);
      appendEvent(db, {
        kind: 'profile.changed',
        actor,
        subject: profileKey,
        utc: clock.now(),
        data: { what: 'generation-repaired', generation: n, differences, listSha256 },
      });
      db.prepared<[string]>('UPDATE profiles SET version = version + 1 WHERE profile_key = ?').run(profileKey);
      followChange(db, profileKey);
    });
  } catch (thrown) {
    for (const back of undone.reverse()) quietly(back);
    await removeQuietly(disk, folder);
    throw thrown;
  }
  await removeQuietly(disk, aside);
  return differences;
}

/** The list follows from the package; where the package was inspected again by other rules since, its new digest is recorded. */
function rewriteList({ db }: ActContext, profileKey: string, n: number, claims: PackageClaims): string {
  const { archiveSha256, listSha256 } = getGeneration(db, profileKey, n);
  const list = writeList(generationList(profileKey, n, archiveSha256, claims, generationFiles(db, profileKey, n)));
  db.files.replace(db.layout.generationList(profileKey, n), list.text);
  if (list.sha256 !== listSha256) {
    db.prepared<[string, string, number]>('UPDATE generations SET list_sha256 = ? WHERE profile_key = ? AND n = ?').run(
      list.sha256,
      profileKey,
      n,
    );
  }
  return list.sha256;
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // The generation stays changed on disk, is refused on use, and can be repaired again.
  }
}
