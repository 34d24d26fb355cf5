/** The quarantine queue and the review of one package. */
import type { Desk } from '../../shared/contract.ts';
import { changeOf, type ReviewChange } from '../../shared/review-change.ts';
import { ProblemError } from '../problem.ts';
import { getSummary, listQueue } from '../quarantine/packages.ts';
import { purgePackage } from '../quarantine/purge.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';
import { gatherPackage, lastLook, openPackage } from './package-detail.ts';
import { performAct, type ReviewAct } from './review-acts.ts';

type Methods = Pick<
  Desk,
  | 'listQueue'
  | 'getPackage'
  | 'markViewed'
  | 'decideFiles'
  | 'acknowledgeFindings'
  | 'acceptOnce'
  | 'undo'
  | 'rejectPackage'
  | 'reopenPackage'
  | 'purgePackage'
>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

/** Files and findings of a package with which an act takes more than a moment: it goes to the recorder thread, where there is one. */
export const LARGE_PACKAGE = 500;

export function reviewMethods(context: DeskContext): Methods {
  const { db, actor } = context;

  const act = async (asked: ReviewAct): Promise<ReviewChange> => {
    const { archive } = asked.args;
    const review = isLarge(context, archive) ? await performApart(context, asked) : await performHere(context, asked);
    context.emit('changed', { what: 'package', key: archive, review });
    return review;
  };

  return answering({
    listQueue: (query: Args<'listQueue'>) => listQueue(db, query),
    getPackage({ archive }: Args<'getPackage'>) {
      context.reading.warm();
      return openPackage(context, archive);
    },
    markViewed: (args: Args<'markViewed'>) => act({ name: 'markViewed', args }),
    decideFiles: (args: Args<'decideFiles'>) => act({ name: 'decideFiles', args }),
    acknowledgeFindings: (args: Args<'acknowledgeFindings'>) => act({ name: 'acknowledgeFindings', args }),
    acceptOnce: (args: Args<'acceptOnce'>) => act({ name: 'acceptOnce', args }),
    undo: (args: Args<'undo'>) => act({ name: 'undo', args }),
    rejectPackage: (args: Args<'rejectPackage'>) => act({ name: 'rejectPackage', args }),
    reopenPackage: (args: Args<'reopenPackage'>) => act({ name: 'reopenPackage', args }),
    async purgePackage({ archive, version: since }: Args<'purgePackage'>) {
      await context.quiet();
      await purgePackage(db, archive, since, actor);
      const review = changeOf(gatherPackage(context, archive, 'last').detail, { since });
      context.emit('changed', { what: 'package', key: archive, review });
      return review;
    },
  });
}

function isLarge({ db }: DeskContext, archive: string): boolean {
  const { filesTotal, counts } = getSummary(db, archive);
  return filesTotal + counts['no-op'] + counts.review + counts.note > LARGE_PACKAGE;
}

async function performHere(context: DeskContext, act: ReviewAct): Promise<ReviewChange> {
  await context.quiet();
  return performAct(context, act);
}

/** Whoever acts waits as long as before; the window does not. */
async function performApart(context: DeskContext, act: ReviewAct): Promise<ReviewChange> {
  const { actor, recorder, db } = context;
  if (recorder === null) return performHere(context, act);
  const { archive } = act.args;
  try {
    return await recorder.review({ act, actor, look: lastLook(db, archive) ?? 'last' });
  } catch (thrown) {
    // The act was done as a whole or not at all, and nobody can tell which: everybody looks again.
    const unknown = thrown instanceof ProblemError && thrown.problem.code === 'interrupted';
    if (unknown) context.emit('changed', { what: 'package', key: archive });
    throw thrown;
  }
}
