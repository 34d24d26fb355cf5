/** The quarantine queue and the review of one package. */
import type { Desk } from '../../shared/contract.ts';
import type { PackageDetail } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { acceptClause } from '../policy/acceptance.ts';
import { ProblemError } from '../problem.ts';
import { getSummary, listQueue, setState, touch } from '../quarantine/packages.ts';
import { purgePackage } from '../quarantine/purge.ts';
import { acknowledgeFindings, decideFiles, markViewed, undoNewest } from '../review/decide.ts';
import { answering } from './answering.ts';
import { type DeskContext, reviewContext } from './desk-context.ts';
import { gatherPackage } from './package-detail.ts';

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

export function reviewMethods(context: DeskContext): Methods {
  const { db, actor } = context;

  /** The package as it is after an act, told to everybody who looks at it. */
  const after = (archive: string): PackageDetail => {
    context.emit('changed', { what: 'package', key: archive });
    return gatherPackage(context, archive).detail;
  };

  return answering({
    listQueue: (query: Args<'listQueue'>) => listQueue(db, query),
    getPackage: ({ archive }: Args<'getPackage'>) => gatherPackage(context, archive).detail,
    markViewed({ archive, path, sha256 }: Args<'markViewed'>) {
      markViewed(reviewContext(context), archive, path, sha256);
      return after(archive);
    },
    decideFiles(args: Args<'decideFiles'>) {
      const { changes } = gatherPackage(context, args.archive);
      decideFiles(reviewContext(context), { ...args, changes });
      return after(args.archive);
    },
    acknowledgeFindings(args: Args<'acknowledgeFindings'>) {
      acknowledgeFindings(reviewContext(context), args);
      return after(args.archive);
    },
    acceptOnce(args: Args<'acceptOnce'>) {
      acceptClause(reviewContext(context), args);
      return after(args.archive);
    },
    undo({ archive, version }: Args<'undo'>) {
      undoNewest(reviewContext(context), archive, version);
      return after(archive);
    },
    rejectPackage({ archive, version, note }: Args<'rejectPackage'>) {
      if (note.trim() === '') throw new ProblemError('note-required');
      db.transaction(() => {
        touch(db, archive, version);
        const utc = db.clock.now();
        setState(db, archive, 'rejected', { note, by: actor, utc });
        appendEvent(db, { kind: 'package.rejected', actor, subject: archive, utc, data: { note } });
      });
      return after(archive);
    },
    reopenPackage({ archive, version }: Args<'reopenPackage'>) {
      db.transaction(() => {
        const { state } = getSummary(db, archive);
        if (state !== 'rejected')
          throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'in_review' });
        touch(db, archive, version);
        setState(db, archive, 'in_review');
        appendEvent(db, { kind: 'package.reopened', actor, subject: archive, utc: db.clock.now(), data: {} });
      });
      return after(archive);
    },
    async purgePackage({ archive, version }: Args<'purgePackage'>) {
      await purgePackage(db, archive, version, actor);
      return after(archive);
    },
  });
}
