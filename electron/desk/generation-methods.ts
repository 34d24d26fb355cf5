/** Generations of one profile beside each other, and the old ones that a person gives up. */
import type { Desk, FileDifference, PrunePlan } from '../../shared/contract.ts';
import type { Profile } from '../../shared/models.ts';
import { ProblemError } from '../problem.ts';
import type { ActContext } from '../profiles/act.ts';
import { compareGenerations } from '../profiles/compare.ts';
import { generationFiles, getProfile } from '../profiles/record.ts';
import { prunable, pruneGenerations } from '../profiles/retire.ts';
import { fileChanged, type LocatedFile, locateFile } from '../profiles/verify.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';

type Methods = Pick<Desk, 'compareGenerations' | 'diffGenerations' | 'planPrune' | 'pruneGenerations'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

export function generationMethods(context: DeskContext): Methods {
  const { db, actor } = context;
  const act: ActContext = { db, clock: db.clock, actor };
  return answering({
    compareGenerations: ({ profileKey, before, after }: Args<'compareGenerations'>) =>
      compareGenerations(db, profileKey, before, after),
    async diffGenerations({ profileKey, before, after, path }: Args<'diffGenerations'>): Promise<FileDifference> {
      const { title } = getProfile(db, profileKey);
      const was = locateFile(db, profileKey, before, path);
      const is = locateFile(db, profileKey, after, path);
      if (was === null && is === null) throw new ProblemError('not-found', { what: path });
      return {
        path,
        before: was && (await textOf(context, profileKey, before, was)),
        after: is && (await textOf(context, profileKey, after, is)),
        beforeLabel: `${title} ${before}`,
        afterLabel: `${title} ${after}`,
        identical: was !== null && was.sha256 === is?.sha256,
      };
    },
    planPrune({ profileKey, keep }: Args<'planPrune'>): PrunePlan {
      const numbers = prunable(getProfile(db, profileKey), keep);
      const sizeOf = (n: number) =>
        generationFiles(db, profileKey, n).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      return { generations: numbers.map((n) => ({ n, sizeBytes: sizeOf(n) })) };
    },
    async pruneGenerations(args: Args<'pruneGenerations'>): Promise<Profile> {
      const profile = await pruneGenerations(act, args);
      context.emit('changed', { what: 'profile', key: profile.profileKey });
      return profile;
    },
  });
}

/** The text of a file of a generation, read in the process for texts; null when it is none. @throws ProblemError generation-changed */
async function textOf(
  { reading }: DeskContext,
  profileKey: string,
  n: number,
  file: LocatedFile,
): Promise<string | null> {
  try {
    return await reading.comparedAt(file.place, file);
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || thrown.problem.code !== 'damaged') throw thrown;
    throw fileChanged(profileKey, n, file.path, thrown.problem.values.found === 'missing' ? 'missing' : 'changed');
  }
}
