/** Isolated profiles: planned, loaded, switched, rolled back, put away. */
import type { Desk, PackageFile } from '../../shared/contract.ts';
import type { LoadPlan, PolicyEvaluation, Profile } from '../../shared/models.ts';
import { evaluate } from '../policy/evaluate.ts';
import type { ActContext } from '../profiles/act.ts';
import { removeProfile, restoreProfile, rollbackProfile, switchProfile } from '../profiles/change.ts';
import { readContext } from '../profiles/context.ts';
import { loadGeneration } from '../profiles/load.ts';
import { updateMirror } from '../profiles/mirror.ts';
import { planLoad } from '../profiles/plan.ts';
import { getProfile, listProfiles, requirePresent } from '../profiles/record.ts';
import { pinGeneration } from '../profiles/retire.ts';
import { readAhead } from '../quarantine/inspected.ts';
import { answering } from './answering.ts';
import { type DeskContext, policyInForce } from './desk-context.ts';
import { localProfiles } from './local-profiles.ts';
import { gatherPackage } from './package-detail.ts';
import { profileFacts } from './profile-places.ts';

type Methods = Pick<
  Desk,
  | 'planLoad'
  | 'loadPackage'
  | 'listProfiles'
  | 'switchProfile'
  | 'rollbackProfile'
  | 'removeProfile'
  | 'restoreProfile'
  | 'pinGeneration'
  | 'exportGeneration'
  | 'readContext'
  | 'profileFacts'
  | 'refreshMirror'
>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

export function profileMethods(context: DeskContext): Methods {
  const { db, actor } = context;
  const act: ActContext = { db, clock: db.clock, actor };

  const told = (profile: Profile): Profile => {
    context.emit('changed', { what: 'profile', key: profile.profileKey });
    return profile;
  };

  return answering({
    async planLoad({ archive }: Args<'planLoad'>): Promise<LoadPlan> {
      policyInForce(context);
      await readAhead(db, archive);
      return planLoad(db, archive, gatherPackage(context, archive).detail.evaluation);
    },
    async loadPackage({ archive, version, authorizations, source }: Args<'loadPackage'>) {
      await readAhead(db, archive);
      const profile = await loadGeneration(act, {
        archive,
        version,
        authorizations,
        source,
        rederive: context.rederive,
        evaluate: (anchorChanges, given) => evaluateNow(context, archive, { anchorChanges, authorizations: given }),
      });
      context.emit('changed', { what: 'package', key: archive });
      return told(profile);
    },
    listProfiles: ({ removed }: Args<'listProfiles'>) => listProfiles(db, { removed }),
    switchProfile: ({ profileKey }: Args<'switchProfile'>) => told(switchProfile(act, profileKey)),
    rollbackProfile: (args: Args<'rollbackProfile'>) => told(rollbackProfile(act, args)),
    removeProfile: (args: Args<'removeProfile'>) => told(removeProfile(act, args)),
    restoreProfile: ({ profileKey }: Args<'restoreProfile'>) => told(restoreProfile(act, profileKey)),
    pinGeneration: (args: Args<'pinGeneration'>) => told(pinGeneration(act, args)),
    async exportGeneration({ profileKey, generation }: Args<'exportGeneration'>): Promise<PackageFile> {
      const { name, archive } = await localProfiles(context).export(profileKey, generation);
      return { name, bytes: archive };
    },
    profileFacts: ({ profileKey }: Args<'profileFacts'>) => profileFacts(db, profileKey),
    refreshMirror({ profileKey }: Args<'refreshMirror'>) {
      requirePresent(getProfile(db, profileKey));
      updateMirror(db, profileKey);
      context.emit('changed', { what: 'profile', key: profileKey });
      return profileFacts(db, profileKey);
    },
    readContext: ({ profileKey, generation }: Args<'readContext'>) => readContext(db, profileKey, generation),
  });
}

/** The policy of this moment, with the words that a person typed. @throws ProblemError policy-broken */
function evaluateNow(
  context: DeskContext,
  archive: string,
  typed: Pick<NonNullable<ReturnType<typeof gatherPackage>['input']>, 'anchorChanges' | 'authorizations'>,
): PolicyEvaluation {
  policyInForce(context);
  const { detail, input } = gatherPackage(context, archive);
  return input === null ? detail.evaluation : evaluate({ ...input, ...typed });
}
