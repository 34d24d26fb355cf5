/** Evidence: the event log, whether its chain holds, and reports. */
import type { Desk } from '../../shared/contract.ts';
import { resolveLanguage } from '../../shared/languages.ts';
import type { EventRecord, Profile } from '../../shared/models.ts';
import { listEvents, verifyChain } from '../database/events.ts';
import { makeReport } from '../evidence/report.ts';
import type { ReportInput } from '../evidence/report-data.ts';
import { findProfile } from '../profiles/record.ts';
import { answering } from './answering.ts';
import { type DeskContext, policyOrFault } from './desk-context.ts';
import { gatherPackage } from './package-detail.ts';
import { readSettings } from './settings-methods.ts';

type Methods = Pick<Desk, 'listEvents' | 'verifyEvents' | 'makeReport'>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

/** Events read at once. */
const PAGE = 1_000;

export function evidenceMethods(context: DeskContext): Methods {
  const { db } = context;
  return answering({
    listEvents: (query: Args<'listEvents'>) => listEvents(db, query),
    verifyEvents: () => verifyChain(db),
    makeReport({ archive, format }: Args<'makeReport'>) {
      const { language } = readSettings(db);
      return makeReport(reportInput(context, archive), format, resolveLanguage(language, context.systemLanguage));
    },
  });
}

function reportInput(context: DeskContext, archive: string): ReportInput {
  const { db } = context;
  const { detail } = gatherPackage(context, archive);
  const policy = policyOrFault(context);
  const profile: Profile | null = detail.loadedAs && findProfile(db, detail.loadedAs.profileKey);
  const subjects = [archive, ...(profile ? [profile.profileKey] : [])];
  return {
    detail,
    events: subjects.flatMap((subject) => eventsAbout(context, subject)).sort((a, b) => a.seq - b.seq),
    chain: verifyChain(db),
    policy: 'policy' in policy ? policy : null,
    profile,
    appVersion: context.appVersion,
    madeUtc: db.clock.now(),
  };
}

/** All events about one package or profile, newest first. */
function eventsAbout({ db }: DeskContext, subject: string): readonly EventRecord[] {
  const events: EventRecord[] = [];
  for (let before: number | null = null; ; ) {
    const page: readonly EventRecord[] = listEvents(db, { subject, search: '', before, limit: PAGE });
    events.push(...page);
    const last = page.at(-1);
    if (!last || page.length < PAGE) return events;
    before = last.seq;
  }
}
