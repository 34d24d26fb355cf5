/** The quarantine queue and the review of one package. */
import type { Desk } from '../../shared/contract.ts';
import { changeOf, type ReviewChange, type Touched } from '../../shared/review-change.ts';
import { appendEvent } from '../database/events.ts';
import { acceptClause } from '../policy/acceptance.ts';
import { ProblemError } from '../problem.ts';
import { getSummary, listQueue, setState, touch } from '../quarantine/packages.ts';
import { purgePackage } from '../quarantine/purge.ts';
import type { ActKind } from '../review/acts.ts';
import { acknowledgeFindings, decideFiles, markViewed, undoNewest } from '../review/decide.ts';
import { answering } from './answering.ts';
import { type DeskContext, reviewContext } from './desk-context.ts';
import { gatherPackage, openPackage } from './package-detail.ts';

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

  /** What an act changed, told to everybody who looks at the package. */
  const after = (archive: string, touched: Touched): ReviewChange => {
    const review = changeOf(gatherPackage(context, archive, 'last').detail, touched);
    context.emit('changed', { what: 'package', key: archive, review });
    return review;
  };

  return answering({
    listQueue: (query: Args<'listQueue'>) => listQueue(db, query),
    getPackage({ archive }: Args<'getPackage'>) {
      context.reading.warm();
      return openPackage(context, archive);
    },
    async markViewed({ archive, path, sha256 }: Args<'markViewed'>) {
      await context.quiet();
      markViewed(reviewContext(context), archive, path, sha256);
      return after(archive, { since: getSummary(db, archive).version, paths: [path] });
    },
    async decideFiles(args: Args<'decideFiles'>) {
      await context.quiet();
      const { archive, version: since, paths, manner } = args;
      const changes = manner === 'carried' ? gatherPackage(context, archive, 'last').changes : new Map();
      decideFiles(reviewContext(context), { ...args, changes });
      return after(archive, { since, paths });
    },
    async acknowledgeFindings(args: Args<'acknowledgeFindings'>) {
      await context.quiet();
      acknowledgeFindings(reviewContext(context), args);
      return after(args.archive, { since: args.version, ids: args.ids });
    },
    async acceptOnce(args: Args<'acceptOnce'>) {
      await context.quiet();
      acceptClause(reviewContext(context), args);
      return after(args.archive, { since: args.version });
    },
    async undo({ archive, version }: Args<'undo'>) {
      await context.quiet();
      const withdrawn = undoNewest(reviewContext(context), archive, version);
      const targets = (kind: ActKind) => withdrawn.filter((act) => act.kind === kind).map(({ target }) => target);
      return after(archive, { since: version, paths: targets('decision'), ids: targets('acknowledgement') });
    },
    async rejectPackage({ archive, version, note }: Args<'rejectPackage'>) {
      await context.quiet();
      if (note.trim() === '') throw new ProblemError('note-required');
      db.transaction(() => {
        touch(db, archive, version);
        const utc = db.clock.now();
        setState(db, archive, 'rejected', { note, by: actor, utc });
        appendEvent(db, { kind: 'package.rejected', actor, subject: archive, utc, data: { note } });
      });
      return after(archive, { since: version });
    },
    async reopenPackage({ archive, version }: Args<'reopenPackage'>) {
      await context.quiet();
      db.transaction(() => {
        const { state } = getSummary(db, archive);
        if (state !== 'rejected')
          throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'in_review' });
        touch(db, archive, version);
        setState(db, archive, 'in_review');
        appendEvent(db, { kind: 'package.reopened', actor, subject: archive, utc: db.clock.now(), data: {} });
      });
      return after(archive, { since: version });
    },
    async purgePackage({ archive, version }: Args<'purgePackage'>) {
      await context.quiet();
      await purgePackage(db, archive, version, actor);
      return after(archive, { since: version });
    },
  });
}
