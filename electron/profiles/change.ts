/** Changes of which generation a profile shows, and of which profile is the default. Nothing is lost by any of them. */
import type { Profile } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import type { ActContext } from './act.ts';
import { anchorChanges } from './plan.ts';
import { followChange } from './pointer.ts';
import {
  activeProfileKey,
  generationFiles,
  getGeneration,
  getProfile,
  requirePresent,
  setActive,
  touchProfile,
} from './record.ts';
import { requireUnchanged } from './verify.ts';

/** Names a profile at a known version: the act is refused as `changed-meanwhile` when it moved on. */
export interface ProfileAt {
  readonly profileKey: string;
  readonly version: number;
}

/**
 * Makes this profile the default of the command line and of new windows. Windows that are open keep the profile they show.
 * @throws ProblemError not-found; not-allowed-in-state for a removed profile
 */
export function switchProfile({ db, clock, actor }: ActContext, profileKey: string): Profile {
  return db.transaction(() => {
    requirePresent(getProfile(db, profileKey));
    const before = activeProfileKey(db);
    if (before !== profileKey) {
      setActive(db, profileKey);
      const data = { from: before };
      appendEvent(db, { kind: 'profile.switched', actor, subject: profileKey, utc: clock.now(), data });
    }
    return getProfile(db, profileKey);
  });
}

/**
 * Makes another generation current: an earlier one, or forward again. Its bytes are proven first; the anchors come back with it.
 * @throws ProblemError not-found; not-allowed-in-state (removed, or current already); changed-meanwhile; generation-changed
 */
export function rollbackProfile({ db, clock, actor }: ActContext, at: ProfileAt & { readonly to: number }): Profile {
  const { profileKey, version, to } = at;
  return db.transaction(() => {
    const profile = getProfile(db, profileKey);
    touchProfile(db, profileKey, version);
    requirePresent(profile);
    const { archiveSha256 } = getGeneration(db, profileKey, to);
    if (profile.current === to) {
      throw new ProblemError('not-allowed-in-state', { what: profileKey, state: 'current', generation: to });
    }
    requireUnchanged(db, profileKey, to);
    db.prepared<[number, string]>('UPDATE profiles SET current = ? WHERE profile_key = ?').run(to, profileKey);
    const utc = clock.now();
    const data = { from: profile.current, generation: to, archiveSha256 };
    appendEvent(db, { kind: 'profile.rolled-back', actor, subject: profileKey, utc, data });
    const changes = anchorChanges(digests(db, profileKey, profile.current), digests(db, profileKey, to));
    for (const { path, operation, oldSha256, newSha256 } of changes) {
      const change = { path, operation, oldSha256, newSha256, by: 'rollback', from: profile.current, generation: to };
      appendEvent(db, { kind: 'anchor.changed', actor, subject: profileKey, utc, data: change });
    }
    followChange(db, profileKey);
    return getProfile(db, profileKey);
  });
}

/**
 * Takes a profile out of use. Its generations stay on disk and it can be restored; other programs no longer find its pointer.
 * @throws ProblemError not-found; not-allowed-in-state when it is removed already; changed-meanwhile
 */
export function removeProfile({ db, clock, actor }: ActContext, { profileKey, version }: ProfileAt): Profile {
  return db.transaction(() => {
    const profile = getProfile(db, profileKey);
    touchProfile(db, profileKey, version);
    requirePresent(profile);
    const utc = clock.now();
    db.prepared<[string, string]>('UPDATE profiles SET removed_utc = ? WHERE profile_key = ?').run(utc, profileKey);
    const wasActive = activeProfileKey(db) === profileKey;
    if (wasActive) setActive(db, null);
    const data = { profileId: profile.profileId, generation: profile.current, wasActive };
    appendEvent(db, { kind: 'profile.removed', actor, subject: profileKey, utc, data });
    followChange(db, profileKey);
    return getProfile(db, profileKey);
  });
}

/**
 * Brings a removed profile back, with all its generations. It does not become the default by that.
 * @throws ProblemError not-found; not-allowed-in-state when it is not removed
 */
export function restoreProfile({ db, clock, actor }: ActContext, profileKey: string): Profile {
  return db.transaction(() => {
    const profile = getProfile(db, profileKey);
    if (profile.removedUtc === null)
      throw new ProblemError('not-allowed-in-state', { what: profileKey, state: 'present' });
    db.prepared<[string]>('UPDATE profiles SET removed_utc = NULL, version = version + 1 WHERE profile_key = ?').run(
      profileKey,
    );
    const data = { by: 'person', generation: profile.current };
    appendEvent(db, { kind: 'profile.restored', actor, subject: profileKey, utc: clock.now(), data });
    followChange(db, profileKey);
    return getProfile(db, profileKey);
  });
}

function digests(db: DeskDatabase, profileKey: string, n: number): ReadonlyMap<string, string> {
  return new Map(generationFiles(db, profileKey, n).map((file) => [file.path, file.sha256]));
}
