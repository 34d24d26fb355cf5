/** What a load writes: list file, rows and events, all inside the transaction of the load. */
import type { PackageClaims } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { setState, touch } from '../quarantine/packages.ts';
import type { ActContext } from './act.ts';
import { generationsFolder } from './build.ts';
import { badgeOf, hueOf } from './identity.ts';
import { generationList, writeList } from './list-file.ts';
import type { Judged, LoadRequest } from './load.ts';
import { currentDigests, downgradeOf, fileChanges, type LoadTarget, packageDigests } from './plan.ts';
import { followChange } from './pointer.ts';
import { activeProfileKey, type GenerationFile, setActive } from './record.ts';

/** Records a generation whose folder is in its place. Call inside the transaction of the load. */
export function recordLoad(
  { db, clock, actor }: ActContext,
  request: LoadRequest,
  judged: Judged,
  files: readonly GenerationFile[],
): void {
  const { archive } = request;
  const { claims, target, n, changes, evaluation } = judged;
  const { profileKey, profile } = target;
  const utc = clock.now();
  const before = currentDigests(db, profile);
  const downgrade = profile ? downgradeOf(db, profile, claims.createdUtc) : null;
  const list = writeList(generationList(profileKey, n, archive, claims, files));
  db.files.replace(db.layout.generationList(profileKey, n), list.text);
  db.files.syncFolder(generationsFolder(db.layout, profileKey));

  writeProfile(db, target, claims, n, utc);
  db.prepared<[Record<string, string | number>]>(
    `INSERT INTO generations (profile_key, n, archive_sha256, package_created, loaded_utc, loaded_by, files, policy_sha256, list_sha256)
     VALUES (@profileKey, @n, @archive, @created, @utc, @actor, @files, @policy, @list)`,
  ).run({
    profileKey,
    n,
    archive,
    created: claims.createdUtc,
    utc,
    actor,
    files: files.length,
    policy: evaluation.policySha256,
    list: list.sha256,
  });
  const insertFile = db.prepared<[string, number, string, string, number]>(
    'INSERT INTO generation_files (profile_key, n, path, sha256, size_bytes) VALUES (?, ?, ?, ?, ?)',
  );
  for (const file of files) insertFile.run(profileKey, n, file.path, file.sha256, file.sizeBytes);
  touch(db, archive, request.version);
  setState(db, archive, 'loaded');

  if (!profile) {
    const data = { profileId: claims.profileId, issuer: claims.issuer, title: claims.title ?? claims.profileId };
    appendEvent(db, { kind: 'profile.created', actor, subject: profileKey, utc, data });
  } else if (profile.removedUtc !== null) {
    appendEvent(db, { kind: 'profile.restored', actor, subject: profileKey, utc, data: { by: 'load' } });
  }
  const { changes: all, removed } = fileChanges(before, packageDigests(db, archive));
  const count = (kind: string) => [...all.values()].filter((change) => change === kind).length;
  appendEvent(db, {
    kind: 'profile.loaded',
    actor,
    subject: profileKey,
    utc,
    data: {
      generation: n,
      previous: profile?.current ?? null,
      archiveSha256: archive,
      packageId: claims.packageId,
      issuer: claims.issuer,
      replacedIssuer: profile && profile.issuer !== claims.issuer ? profile.issuer : null,
      policySha256: evaluation.policySha256,
      listSha256: list.sha256,
      added: count('added'),
      changed: count('changed'),
      removed: removed.length,
      unchanged: count('unchanged'),
      downgrade,
    },
  });
  for (const { path, operation, oldSha256, newSha256, authorization } of changes) {
    const data = {
      path,
      operation,
      oldSha256,
      newSha256,
      authorization,
      from: profile?.current ?? null,
      generation: n,
    };
    appendEvent(db, { kind: 'anchor.changed', actor, subject: profileKey, utc, data });
  }
  // The first profile of a desk is its default; after that, only `switch` changes the default.
  if (activeProfileKey(db) === null) setActive(db, profileKey);
  followChange(db, profileKey);
}

function writeProfile(
  db: DeskDatabase,
  { profile, profileKey }: LoadTarget,
  claims: PackageClaims,
  n: number,
  utc: string,
): void {
  const title = claims.title ?? claims.profileId;
  const values = { profileKey, issuer: claims.issuer, title, badge: badgeOf(title, profileKey), n };
  if (profile) {
    db.prepared<[Record<string, string | number>]>(
      `UPDATE profiles SET version = version + 1, issuer = @issuer, title = @title, badge = @badge, current = @n, removed_utc = NULL
       WHERE profile_key = @profileKey`,
    ).run(values);
    return;
  }
  db.prepared<[Record<string, string | number>]>(
    `INSERT INTO profiles (profile_key, profile_id, issuer, title, badge, hue, current, created_utc)
     VALUES (@profileKey, @profileId, @issuer, @title, @badge, @hue, @n, @utc)`,
  ).run({ ...values, profileId: claims.profileId, hue: hueOf(profileKey), utc });
}
