/**
 * Loading: an accepted package becomes a new generation of its profile. The folder is built beside the others; one transaction
 * judges everything again, renames the folder into place and records it. Before it the old state holds, after it the new one.
 */
import type { AnchorChange, PackageClaims, PolicyEvaluation, Profile } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { type Rederive, readBlob, readBlobOrRestore } from '../quarantine/blobs.ts';
import { filesOf, getSummary } from '../quarantine/packages.ts';
import type { ActContext } from './act.ts';
import { asideFolder, buildFolder, generationsFolder, removeQuietly } from './build.ts';
import {
  anchorChanges,
  currentDigests,
  type LoadTarget,
  loadTarget,
  nextGeneration,
  packageDigests,
  type SourceChoice,
} from './plan.ts';
import { type GenerationFile, getProfile } from './record.ts';
import { recordLoad } from './record-load.ts';

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
      recordLoad(context, request, now, files);
    });
  } catch (thrown) {
    if (placed) undo(db, placed);
    await removeQuietly(db.files, folder);
    throw thrown;
  }
  return getProfile(db, ready.target.profileKey);
}

/** What was judged and found loadable. */
export interface Judged {
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
