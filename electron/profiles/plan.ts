/** What a load would do, told before it is done. Reads only. */
import {
  ANCHOR_PATHS,
  type AnchorChange,
  type AnchorOperation,
  type FileChange,
  type LoadPlan,
  type PackageClaims,
  type PolicyEvaluation,
  type Profile,
} from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { filesOf, getSummary } from '../quarantine/packages.ts';
import { profileKeyOf, spareProfileKey } from './identity.ts';
import { findProfile, generationFiles, getGeneration, getProfile, profilesWithId } from './record.ts';
import { wantsWikiRoot } from './wiki.ts';

/** What to do when a profile of the same id comes from another issuer: that is a different source, never a silent update. */
export type SourceChoice = 'same' | 'keep-both' | 'replace';

/** Where a package would go. */
export interface LoadTarget {
  /** The profile that gets a new generation; null when a new profile is made. */
  readonly profile: Profile | null;
  /** Key of that profile, or of the new one. */
  readonly profileKey: string;
  /** A profile of the same id from another issuer, as long as none of this issuer exists. */
  readonly conflict: Profile | null;
}

/** The target for a package's claims. Removed profiles count: loading into one brings it back. */
export function loadTarget(db: DeskDatabase, claims: PackageClaims, choice: SourceChoice = 'same'): LoadTarget {
  const { profileId, issuer } = claims;
  const rows = profilesWithId(db, profileId);
  const own = rows.find((row) => row.issuer === issuer);
  if (own) return { profile: getProfile(db, own.profile_key), profileKey: own.profile_key, conflict: null };
  const other = rows.find((row) => row.removed_utc === null);
  const conflict = other ? getProfile(db, other.profile_key) : null;
  if (conflict && choice === 'replace') return { profile: conflict, profileKey: conflict.profileKey, conflict };
  return { profile: null, profileKey: freeKey(db, profileId, issuer), conflict };
}

function freeKey(db: DeskDatabase, profileId: string, issuer: string): string {
  let key = profileKeyOf(profileId, issuer);
  for (let n = 2; findProfile(db, key) !== null; n += 1) key = spareProfileKey(profileId, issuer, n);
  return key;
}

/** Number of the next generation. A number is never given twice, even when generations were pruned. */
export function nextGeneration(db: DeskDatabase, profileKey: string): number {
  const row = db
    .prepared<[string, string], { n: number | null }>(
      `SELECT MAX(n) AS n FROM (
         SELECT MAX(n) AS n FROM generations WHERE profile_key = ?
         UNION ALL SELECT MAX(json_extract(data, '$.generation')) FROM events WHERE subject = ? AND kind = 'profile.loaded')`,
    )
    .get(profileKey, profileKey);
  return (row?.n ?? 0) + 1;
}

/** Files by path and digest. */
export type DigestsByPath = ReadonlyMap<string, string>;

/** Digests of the package's files. */
export function packageDigests(db: DeskDatabase, archive: string): DigestsByPath {
  return new Map(filesOf(db, archive).map((file) => [file.path, file.sha256]));
}

/** Digests of a profile's current generation; empty for none. */
export function currentDigests(db: DeskDatabase, profile: Profile | null): DigestsByPath {
  if (!profile) return new Map();
  return new Map(generationFiles(db, profile.profileKey, profile.current).map((file) => [file.path, file.sha256]));
}

/** How each file of the package stands to the current generation of its target; what the package lacks is in `removed`. */
export function fileChanges(
  before: DigestsByPath,
  after: DigestsByPath,
): { readonly changes: ReadonlyMap<string, FileChange>; readonly removed: readonly string[] } {
  const changes = new Map<string, FileChange>();
  for (const [path, sha256] of after) {
    const old = before.get(path);
    changes.set(path, old === undefined ? 'added' : old === sha256 ? 'unchanged' : 'changed');
  }
  return { changes, removed: [...before.keys()].filter((path) => !after.has(path)) };
}

/** Changes to the anchors of a loaded profile, in read order (format F6). */
export function anchorChanges(before: DigestsByPath, after: DigestsByPath): readonly AnchorChange[] {
  return ANCHOR_PATHS.flatMap((path) => {
    const [oldSha256, newSha256] = [before.get(path) ?? null, after.get(path) ?? null];
    if (oldSha256 === newSha256) return [];
    const operation: AnchorOperation = oldSha256 === null ? 'add' : newSha256 === null ? 'remove' : 'replace';
    return [{ path, operation, oldSha256, newSha256, authorization: `${operation} ${path}` }];
  });
}

/**
 * Tells what loading would do. With a `sourceConflict`, files and anchors are told against the profile of the other issuer, so that a
 * person sees what `replace` would change; `keep-both` makes a new profile and needs no authorisation.
 * @throws ProblemError not-found; not-allowed-in-state when the manifest of the package was never read
 */
export function planLoad(db: DeskDatabase, archive: string, evaluation: PolicyEvaluation): LoadPlan {
  const { claims, version, state } = getSummary(db, archive);
  if (!claims) throw new ProblemError('not-allowed-in-state', { state, wanted: 'in_review' });
  const { profile, profileKey, conflict } = loadTarget(db, claims);
  const against = profile ?? conflict;
  const before = currentDigests(db, against);
  const after = packageDigests(db, archive);
  const { changes, removed } = fileChanges(before, after);
  const pathsThat = (kind: FileChange) => [...changes].filter(([, change]) => change === kind).map(([path]) => path);
  return {
    archiveSha256: archive,
    version,
    profileId: claims.profileId,
    title: claims.title ?? claims.profileId,
    profileKey: profile?.profileKey ?? null,
    generation: profile ? nextGeneration(db, profile.profileKey) : 1,
    added: pathsThat('added'),
    changed: pathsThat('changed'),
    removed,
    unchanged: pathsThat('unchanged').length,
    anchors: against ? anchorChanges(before, after) : [],
    sourceConflict: conflict && {
      profileKey: conflict.profileKey,
      issuer: conflict.issuer,
      generation: nextGeneration(db, conflict.profileKey),
    },
    downgrade: against ? downgradeOf(db, against, claims.createdUtc) : null,
    evaluation,
    targetKey: profileKey,
    longTermMemory: wantsWikiRoot(claims.scopes),
  };
}

/** Set when the package says that it was made before the one that is loaded now. */
export function downgradeOf(db: DeskDatabase, profile: Profile, createdUtc: string): LoadPlan['downgrade'] {
  const loadedCreatedUtc = getGeneration(db, profile.profileKey, profile.current).packageCreated;
  return Date.parse(createdUtc) < Date.parse(loadedCreatedUtc) ? { loadedCreatedUtc, createdUtc } : null;
}
