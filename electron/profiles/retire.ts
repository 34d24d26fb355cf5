/** Keeping generations for good, and giving up the ones that nobody needs. */
import type { Profile } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { ProblemError } from '../problem.ts';
import type { ActContext } from './act.ts';
import { asideFolder, removeQuietly } from './build.ts';
import type { ProfileAt } from './change.ts';
import { getGeneration, getProfile, requirePresent, touchProfile } from './record.ts';

/**
 * Pins a generation, so that no prune takes it, or lets it go.
 * @throws ProblemError not-found, changed-meanwhile, not-allowed-in-state
 */
export function pinGeneration(
  { db, clock, actor }: ActContext,
  { profileKey, version, generation, pinned }: ProfileAt & { readonly generation: number; readonly pinned: boolean },
): Profile {
  return db.transaction(() => {
    touchProfile(db, profileKey, version);
    requirePresent(getProfile(db, profileKey));
    getGeneration(db, profileKey, generation);
    db.prepared<[number, string, number]>('UPDATE generations SET pinned = ? WHERE profile_key = ? AND n = ?').run(
      pinned ? 1 : 0,
      profileKey,
      generation,
    );
    const data = { generation, pinned };
    appendEvent(db, { kind: 'generation.pinned', actor, subject: profileKey, utc: clock.now(), data });
    return getProfile(db, profileKey);
  });
}

/** Generations that a prune may take: neither current nor pinned, and not among the `keep` newest. */
export function prunable({ current, generations }: Profile, keep: number): readonly number[] {
  const newest = new Set(
    generations
      .map((g) => g.n)
      .toSorted((a, b) => b - a)
      .slice(0, Math.max(0, keep)),
  );
  return generations.filter((g) => g.n !== current && !g.pinned && !newest.has(g.n)).map((g) => g.n);
}

/**
 * Deletes the named generations for good. The person names each one, which is the confirmation: nothing is chosen here. Their
 * digests stay in the log; the archive in the quarantine is not touched.
 * @throws ProblemError not-found; not-allowed-in-state for the current or a pinned one (then nothing is deleted); changed-meanwhile
 */
export async function pruneGenerations(
  { db, clock, actor }: ActContext,
  { profileKey, version, generations }: ProfileAt & { readonly generations: readonly number[] },
): Promise<Profile> {
  const { files, layout } = db;
  const numbers = [...new Set(generations)];
  if (numbers.length === 0) throw new ProblemError('bad-request', { variant: 'no-generations' });
  db.transaction(() => {
    touchProfile(db, profileKey, version);
    const profile = getProfile(db, profileKey);
    requirePresent(profile);
    const utc = clock.now();
    for (const n of numbers) {
      const { pinned, archiveSha256, listSha256 } = getGeneration(db, profileKey, n);
      if (n === profile.current || pinned) {
        const state = pinned ? 'pinned' : 'current';
        throw new ProblemError('not-allowed-in-state', { what: profileKey, state, generation: n });
      }
      db.prepared<[string, number]>('DELETE FROM generations WHERE profile_key = ? AND n = ?').run(profileKey, n);
      const data = { generation: n, archiveSha256, listSha256 };
      appendEvent(db, { kind: 'generation.pruned', actor, subject: profileKey, utc, data });
    }
  });
  // Committed: a crash from here on leaves folders without rows, which the sweep removes.
  for (const n of numbers) {
    const aside = asideFolder(layout, profileKey, n, 'pruned');
    if (files.look(layout.generation(profileKey, n)) !== null) files.rename(layout.generation(profileKey, n), aside);
    files.remove(layout.generationList(profileKey, n));
    await removeQuietly(files, aside);
  }
  return getProfile(db, profileKey);
}
