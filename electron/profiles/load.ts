/**
 * Loading: an accepted package becomes a new generation of its profile. The folder is built beside the others; one transaction
 * judges everything again, renames the folder into place and records it. Before it the old state holds, after it the new one.
 */
import type { AnchorChange, PackageClaims, PolicyEvaluation, Profile } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { type Rederive, readBlob, readBlobOrRestore } from '../quarantine/blobs.ts';
import { filesOf, getSummary, setState, touch } from '../quarantine/packages.ts';
import type { ActContext } from './act.ts';
import { asideFolder, buildFolder, generationsFolder, removeQuietly } from './build.ts';
import { badgeOf, hueOf } from './identity.ts';
import { generationList, writeList } from './list-file.ts';
import {
  anchorChanges,
  currentDigests,
  downgradeOf,
  fileChanges,
  type LoadTarget,
  loadTarget,
  nextGeneration,
  packageDigests,
  type SourceChoice,
} from './plan.ts';
import { followChange } from './pointer.ts';
import { activeProfileKey, type GenerationFile, getProfile, setActive } from './record.ts';

export interface LoadRequest {
  readonly archive: string;
  /** Version of the package that the person was looking at. */
  readonly version: number;
  /** Exact words per anchor change, typed by a person: `replace .uai/taboo.uai`. */
  readonly authorizations: readonly string[];
  readonly source: SourceChoice;
  /** Evaluates the local policy of this moment. Called inside the transaction, so that nothing can change between judgement and act. */
  readonly evaluate: (changes: readonly AnchorChange[], authorizations: readonly string[]) => PolicyEvaluation;
  /** Makes lost blobs again from the archive. Without it, a lost blob refuses the load. */
  readonly rederive?: Rederive;
}

/**
 * Loads a package.
 * @throws ProblemError blocked-by-policy (`clauses`), authorization-missing (`words`), source-differs, not-allowed-in-state,
 * changed-meanwhile, damaged, or one of the environment. Whatever is thrown, everything is as it was before.
 */
export async function loadGeneration(context: ActContext, request: LoadRequest): Promise<Profile> {
  const { db } = context;
  const ready = judge(db, request);
  const files = [...ready.files].sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
  const folder = asideFolder(db.layout, ready.target.profileKey, ready.n, 'tmp');
  db.files.makeFolder(generationsFolder(db.layout, ready.target.profileKey));
  await buildFolder(db.files, folder, files, readerOf(db, request));
  let placed: Placed | null = null;
  try {
    db.transaction(() => {
      // Again, under the lock: another window, another program or the policy may have changed since.
      const now = judge(db, request);
      if (now.n !== ready.n || now.target.profileKey !== ready.target.profileKey) {
        throw new ProblemError('changed-meanwhile', { what: now.target.profileKey, expected: ready.n, version: now.n });
      }
      placed = place(db, now.target.profileKey, now.n, folder);
      record(context, request, now, files);
    });
  } catch (thrown) {
    if (placed) undo(db, placed);
    await removeQuietly(db.files, folder);
    throw thrown;
  }
  return getProfile(db, ready.target.profileKey);
}

interface Judged {
  readonly claims: PackageClaims;
  readonly target: LoadTarget;
  readonly n: number;
  readonly files: readonly GenerationFile[];
  readonly changes: readonly AnchorChange[];
  readonly evaluation: PolicyEvaluation;
}

/** Everything that can refuse a load, in the order in which a person can do something about it. */
function judge(db: DeskDatabase, request: LoadRequest): Judged {
  const { archive, version, authorizations, source } = request;
  const { claims, state, version: actual } = getSummary(db, archive);
  if (actual !== version) {
    throw new ProblemError('changed-meanwhile', { what: archive, expected: version, version: actual });
  }
  if (!claims || (state !== 'in_review' && state !== 'loaded')) {
    throw new ProblemError('not-allowed-in-state', { what: archive, state, wanted: 'in_review' });
  }
  const target = loadTarget(db, claims, source);
  const { profile, conflict } = target;
  if (conflict && source === 'same') {
    throw new ProblemError('source-differs', {
      profileId: claims.profileId,
      issuer: claims.issuer,
      loaded: conflict.issuer,
    });
  }
  const loaded = profile?.generations.find((generation) => generation.n === profile.current);
  if (profile && profile.removedUtc === null && loaded?.archiveSha256 === archive) {
    throw new ProblemError('not-allowed-in-state', { what: archive, state, wanted: 'in_review', generation: loaded.n });
  }
  const after = packageDigests(db, archive);
  const changes = profile ? anchorChanges(currentDigests(db, profile), after) : [];
  const evaluation = request.evaluate(changes, authorizations);
  requireAccepted(evaluation, changes, authorizations);
  return {
    claims,
    target,
    n: profile ? nextGeneration(db, profile.profileKey) : 1,
    files: filesOf(db, archive).map(({ path, sha256, sizeBytes }) => ({ path, sha256, sizeBytes })),
    changes,
    evaluation,
  };
}

function requireAccepted(
  evaluation: PolicyEvaluation,
  changes: readonly AnchorChange[],
  authorizations: readonly string[],
): void {
  const clauses = evaluation.clauses.filter((clause) => clause.outcome === 'block');
  const missing = changes.map((c) => c.authorization).filter((words) => !authorizations.includes(words));
  const others = clauses.filter((clause) => clause.reason !== 'anchors.unauthorized');
  if (others.length > 0 || (!evaluation.accepted && missing.length === 0)) {
    throw new ProblemError('blocked-by-policy', {
      number: clauses.length,
      clauses: clauses.map((clause) => clause.id).join(', '),
    });
  }
  // Asked here as well, so that no evaluation of anybody can let an anchor change slip through.
  if (missing.length > 0)
    throw new ProblemError('authorization-missing', { variant: 'anchor', words: missing.join(', ') });
}

function readerOf(db: DeskDatabase, { archive, rederive }: LoadRequest) {
  return (sha256: string) =>
    rederive
      ? readBlobOrRestore(db.layout, archive, sha256, rederive, db.files)
      : readBlob(db.layout, archive, sha256, db.files);
}

interface Placed {
  readonly folder: string;
  readonly target: string;
  readonly list: string;
}

/** Renames the built folder to its number. What lies there without a row is left of a crash, and is put aside. */
function place(db: DeskDatabase, profileKey: string, n: number, folder: string): Placed {
  const { files, layout } = db;
  const target = layout.generation(profileKey, n);
  if (files.look(target) !== null) files.rename(target, asideFolder(layout, profileKey, n, 'orphan'));
  files.rename(folder, target);
  return { folder, target, list: layout.generationList(profileKey, n) };
}

function undo({ files }: DeskDatabase, { folder, target, list }: Placed): void {
  try {
    files.rename(target, folder);
    files.remove(list);
  } catch {
    // A folder without a row: the next load puts it aside, the sweep removes it.
  }
}

function record(
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
