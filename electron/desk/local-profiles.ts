/** What the doors of the desk do with profiles besides the contract: packages out of them, places on this machine, old generations. */
import type { Finding } from '../../shared/findings.ts';
import type {
  InspectionReport,
  MirrorState,
  PlaceOffer,
  Problem,
  Profile,
  ProfileFacts,
  ProfilePlace,
} from '../../shared/models.ts';
import type { Text } from '../../shared/text.ts';
import { PackRefused } from '../packer/refusal.ts';
import { ProblemError } from '../problem.ts';
import { type DeriveRequest, deriveProfile } from '../profiles/derive.ts';
import { type Exported, exportName, exportProfile, type Lint } from '../profiles/export.ts';
import { mirrorOf, removeMirror, setMirror } from '../profiles/mirror.ts';
import { getProfile } from '../profiles/record.ts';
import { pinGeneration, prunable, pruneGenerations } from '../profiles/retire.ts';
import { varianceReport } from '../profiles/variance.ts';
import { defaultWikiRoot, setWikiRoot, type WikiRoot, wikiRootOf } from '../profiles/wiki.ts';
import { type DeskContext, policyInForce } from './desk-context.ts';
import { offerPlace, profileFacts, setPlace } from './profile-places.ts';

export interface LocalProfiles {
  /** A generation as a package that the importer takes. `null` is the current one. */
  export(profileKey: string, generation: number | null): Promise<Exported & { readonly name: string }>;
  /**
   * A derivative of a persona as a package, with provenance and diff note; the source stays as it is (format F7).
   * @throws ProblemError as `deriveProfile`; bad-request (`not-packed`) for one that no importer would take
   */
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
  /** The wiki folder that is proposed for a profile, below the person's documents folder. Nothing is made. */
  suggestWiki(documents: string, profileKey: string): PlaceOffer;
  /** What stands against a folder as a place of a profile, which need not exist yet. Reads only. */
  offerPlace(profileKey: string, what: ProfilePlace, folder: string): PlaceOffer;
  /** Takes a folder as a place of a profile and makes it where it is missing. `share` lets a wiki folder be shared. */
  setPlace(profileKey: string, what: ProfilePlace, folder: string, share: boolean): ProfileFacts;
  /** Takes a place back; what is in a wiki folder, and what a person changed in a mirror, stays. */
  endPlace(profileKey: string, what: ProfilePlace): ProfileFacts;
  facts(profileKey: string): ProfileFacts;
  /** The variance-report template, filled with what this client knows, as Markdown. */
  variance(profileKey: string, generation: number | null, text: Text): string;
}

/** The first reason of a refusal as values of a problem: whoever shows it says it in the words of its rule. */
function refusedFor({ rule, detail }: Finding): Problem['values'] {
  const { variant, ...values } = detail;
  const plain = Object.entries(values).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return { ...Object.fromEntries(plain), rule, ...(typeof variant === 'string' ? { ruleVariant: variant } : {}) };
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
    async derive(request, text) {
      try {
        const packed = await deriveProfile(db, { ...request, utc: db.clock.now() }, context.pack(), text);
        const { verdict, findings } = await inspectWith(context, packed.archive, 'derivative.uaix');
        if (verdict === 'no_op') throw new PackRefused(findings.filter(({ severity }) => severity === 'no-op'));
        return packed;
      } catch (thrown) {
        const first = thrown instanceof PackRefused ? thrown.findings[0] : undefined;
        if (!first) throw thrown;
        throw new ProblemError('bad-request', { ...refusedFor(first), variant: 'not-packed' }, thrown);
      }
    },
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
    suggestWiki: (documents, profileKey) => offerPlace(db, profileKey, 'wiki', defaultWikiRoot(documents, profileKey)),
    offerPlace: (profileKey, what, folder) => offerPlace(db, profileKey, what, folder),
    setPlace(profileKey, what, folder, share) {
      setPlace(act, profileKey, what, folder, share);
      context.emit('changed', { what: 'profile', key: profileKey });
      return profileFacts(db, profileKey);
    },
    endPlace(profileKey, what) {
      getProfile(db, profileKey);
      if (what === 'mirror') removeMirror(act, profileKey);
      else setWikiRoot(act, profileKey, null);
      context.emit('changed', { what: 'profile', key: profileKey });
      return profileFacts(db, profileKey);
    },
    facts: (profileKey) => profileFacts(db, profileKey),
    variance: (profileKey, generation, text) =>
      varianceReport(db, profileKey, numberOf(profileKey, generation), context.appVersion, text),
  };
}

async function inspectWith(context: DeskContext, archive: Buffer, fileName: string): Promise<InspectionReport> {
  const { limits } = policyInForce(context).policy;
  // Heavier than the rest of the desk together, and seldom needed in this process.
  const { inspectArchive } = await import('../inspect/inspect.ts');
  return inspectArchive(archive, { fileName, limits, pack: context.pack() });
}

/** The importer's own inspection: an export is what it would take. */
function lintWith(context: DeskContext): Lint {
  return async (archive, fileName) => {
    const report = await inspectWith(context, archive, fileName);
    return { verdict: report.verdict, files: new Map(report.files.map((file) => [file.path, file.sha256])) };
  };
}
