/**
 * Acts of review, from what a window asks to what changed by it. The same function runs in the main process and in the recorder thread:
 * one transaction, one event, one answer, wherever it runs.
 */
import type { Desk } from '../../shared/contract.ts';
import { changeOf, type ReviewChange, type Touched } from '../../shared/review-change.ts';
import { appendEvent } from '../database/events.ts';
import { acceptClause } from '../policy/acceptance.ts';
import { ProblemError } from '../problem.ts';
import { getSummary, setState, touch } from '../quarantine/packages.ts';
import type { ActKind } from '../review/acts.ts';
import { acknowledgeFindings, decideFiles, markViewed, undoNewest } from '../review/decide.ts';
import { type ActingPlace, reviewContext } from './desk-context.ts';
import { type DiskLook, gatherPackage } from './package-detail.ts';

type Acts = Pick<
  Desk,
  'markViewed' | 'decideFiles' | 'acknowledgeFindings' | 'acceptOnce' | 'undo' | 'rejectPackage' | 'reopenPackage'
>;
type Args<K extends keyof Acts> = Parameters<Desk[K]>[0];

/** One act, as plain data. */
export type ReviewAct = { [K in keyof Acts]: { readonly name: K; readonly args: Args<K> } }[keyof Acts];

/** An act for the recorder thread. */
export interface ReviewJob {
  readonly act: ReviewAct;
  /** `ada (window)`: user of this machine and the door. */
  readonly actor: string;
  readonly look: DiskLook;
}

/**
 * Does one act and says what it changed.
 * @param look what is known of damaged files
 * @throws ProblemError not-found, not-allowed-in-state, changed-meanwhile, policy-broken, note-required, bad-request, nothing-to-undo;
 * nothing was changed then
 */
export function performAct(place: ActingPlace, act: ReviewAct, look: DiskLook = 'last'): ReviewChange {
  const touched = actOn(place, act, look);
  return changeOf(gatherPackage(place, act.args.archive, look).detail, touched);
}

function actOn(place: ActingPlace, { name, args }: ReviewAct, look: DiskLook): Touched {
  const { archive } = args;
  const { db } = place;
  switch (name) {
    case 'markViewed':
      markViewed(reviewContext(place), archive, args.path, args.sha256);
      return { since: getSummary(db, archive).version, paths: [args.path] };
    case 'decideFiles': {
      const changes = args.manner === 'carried' ? gatherPackage(place, archive, look).changes : new Map();
      decideFiles(reviewContext(place), { ...args, changes });
      return { since: args.version, paths: args.paths };
    }
    case 'acknowledgeFindings':
      acknowledgeFindings(reviewContext(place), args);
      return { since: args.version, ids: args.ids };
    case 'acceptOnce':
      acceptClause(reviewContext(place), args);
      return { since: args.version };
    case 'undo': {
      const withdrawn = undoNewest(reviewContext(place), archive, args.version);
      const targets = (kind: ActKind) => withdrawn.filter((each) => each.kind === kind).map(({ target }) => target);
      return { since: args.version, paths: targets('decision'), ids: targets('acknowledgement') };
    }
    case 'rejectPackage':
      rejectPackage(place, args);
      return { since: args.version };
    case 'reopenPackage':
      reopenPackage(place, args);
      return { since: args.version };
  }
}

function rejectPackage({ db, actor }: ActingPlace, { archive, version, note }: Args<'rejectPackage'>): void {
  if (note.trim() === '') throw new ProblemError('note-required');
  db.transaction(() => {
    touch(db, archive, version);
    const utc = db.clock.now();
    setState(db, archive, 'rejected', { note, by: actor, utc });
    appendEvent(db, { kind: 'package.rejected', actor, subject: archive, utc, data: { note } });
  });
}

function reopenPackage({ db, actor }: ActingPlace, { archive, version }: Args<'reopenPackage'>): void {
  db.transaction(() => {
    const { state } = getSummary(db, archive);
    if (state !== 'rejected') throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'in_review' });
    touch(db, archive, version);
    setState(db, archive, 'in_review');
    appendEvent(db, { kind: 'package.reopened', actor, subject: archive, utc: db.clock.now(), data: {} });
  });
}
