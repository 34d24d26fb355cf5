/** What the command line does with profiles besides the contract: packages out of them, places on this machine, old generations. */
import type { Profile } from '../../shared/models.ts';
import type { Text } from '../../shared/text.ts';
import { inspectArchive } from '../inspect/inspect.ts';
import { type DeriveRequest, deriveProfile } from '../profiles/derive.ts';
import { type Exported, exportName, exportProfile, type Lint } from '../profiles/export.ts';
import { type MirrorState, mirrorOf, removeMirror, setMirror } from '../profiles/mirror.ts';
import { getProfile } from '../profiles/record.ts';
import { pinGeneration, prunable, pruneGenerations } from '../profiles/retire.ts';
import { varianceReport } from '../profiles/variance.ts';
import { setWikiRoot, type WikiRoot, wikiRootOf } from '../profiles/wiki.ts';
import { type DeskContext, policyInForce } from './desk-context.ts';

export interface LocalProfiles {
  /** A generation as a package that the importer takes. `null` is the current one. */
  export(profileKey: string, generation: number | null): Promise<Exported & { readonly name: string }>;
  /** A derivative of a persona as a package, with provenance and diff note; the source stays as it is (format F7). */
  derive(request: Omit<DeriveRequest, 'utc'>, text: Text): Promise<{ readonly archive: Buffer }>;
  pin(profileKey: string, generation: number, pinned: boolean): Profile;
  /** Generations that a prune may take, when so many of the newest stay. */
  prunable(profileKey: string, keep: number): readonly number[];
  prune(profileKey: string, generations: readonly number[]): Promise<Profile>;
  mirror(profileKey: string): MirrorState | null;
  /** `null` ends the mirror. */
  setMirror(profileKey: string, folder: string | null): MirrorState | null;
  wiki(profileKey: string): WikiRoot | null;
  setWiki(profileKey: string, folder: string | null, share: boolean): WikiRoot | null;
  /** The variance-report template, filled with what this client knows, as Markdown. */
  variance(profileKey: string, generation: number | null, text: Text): string;
}

export function localProfiles(context: DeskContext): LocalProfiles {
  const { db, actor } = context;
  const act = { db, clock: db.clock, actor };
  const numberOf = (profileKey: string, generation: number | null): number =>
    generation ?? getProfile(db, profileKey).current;
  const told = (profile: Profile): Profile => {
    context.emit('changed', { what: 'profile', key: profile.profileKey });
    return profile;
  };
  return {
    async export(profileKey, generation) {
      const n = numberOf(profileKey, generation);
      return { ...(await exportProfile(db, profileKey, n, lintWith(context))), name: exportName(profileKey, n) };
    },
    derive: (request, text) => deriveProfile(db, { ...request, utc: db.clock.now() }, context.pack(), text),
    pin: (profileKey, generation, pinned) =>
      told(pinGeneration(act, { profileKey, version: getProfile(db, profileKey).version, generation, pinned })),
    prunable: (profileKey, keep) => prunable(getProfile(db, profileKey), keep),
    async prune(profileKey, generations) {
      const { version } = getProfile(db, profileKey);
      return told(await pruneGenerations(act, { profileKey, version, generations }));
    },
    mirror: (profileKey) => mirrorOf(db, profileKey),
    setMirror(profileKey, folder) {
      if (folder !== null) return setMirror(act, profileKey, folder);
      removeMirror(act, profileKey);
      return null;
    },
    wiki: (profileKey) => wikiRootOf(db, profileKey),
    setWiki: (profileKey, folder, share) => setWikiRoot(act, profileKey, folder, share),
    variance: (profileKey, generation, text) =>
      varianceReport(db, profileKey, numberOf(profileKey, generation), context.appVersion, text),
  };
}

/** The importer's own inspection: an export is what it would take. */
function lintWith(context: DeskContext): Lint {
  return async (archive, fileName) => {
    const { limits } = policyInForce(context).policy;
    const report = await inspectArchive(archive, { fileName, limits, pack: context.pack() });
    return { verdict: report.verdict, files: new Map(report.files.map((file) => [file.path, file.sha256])) };
  };
}
