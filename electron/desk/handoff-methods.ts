/** File handoff: the buckets, the files of the open run, and the messages that prove what became of them. */
import type { Desk } from '../../shared/contract.ts';
import type { HandoffMessageView, HandoffState } from '../../shared/handoff.ts';
import { ANCHOR_PATHS, type EventRecord } from '../../shared/models.ts';
import { listEvents } from '../database/events.ts';
import { carryOut } from '../handoff/act.ts';
import type { HandoffContext } from '../handoff/context.ts';
import { type HandoffWatching, watchDesk } from '../handoff/desk-watch.ts';
import { messageText } from '../handoff/envelope.ts';
import { logRef } from '../handoff/finish.ts';
import type { InspectArchive } from '../handoff/isolated.ts';
import { anchorEvidence } from '../handoff/message.ts';
import { readMessage, viewOf } from '../handoff/messages.ts';
import { packageMessage } from '../handoff/package-message.ts';
import { handoffState, readContent } from '../handoff/state.ts';
import { checkMessage } from '../inspect/spec04/check.ts';
import { ProblemError } from '../problem.ts';
import { activeProfileKey, findProfile, generationFiles } from '../profiles/record.ts';
import { readBlobOrRestore } from '../quarantine/blobs.ts';
import { filesOf, getSummary } from '../quarantine/packages.ts';
import { answering } from './answering.ts';
import type { DeskContext } from './desk-context.ts';
import { gatherPackage } from './package-detail.ts';

type Methods = Pick<
  Desk,
  'handoffState' | 'handoffAct' | 'readHandoffFile' | 'readHandoffMessage' | 'makePackageMessage'
>;
type Args<K extends keyof Methods> = Parameters<Desk[K]>[0];

/** Events of one package that a message names: more is no evidence a person follows. */
const MOST_EVENTS = 1_000;

/**
 * @param inspect the inspector's process; it may read the folder of private copies
 * @param watching the watch of a desk that stays open: it is told when folders are named anew
 */
export function handoffMethods(
  context: DeskContext,
  inspect: InspectArchive,
  watching: HandoffWatching | null = null,
): Methods {
  const { db } = context;
  const handoff = handoffContext(context, inspect);
  return answering({
    handoffState: (): HandoffState => handoffState(db),
    async handoffAct(act: Args<'handoffAct'>): Promise<HandoffState> {
      await carryOut(handoff, act);
      if (act.act === 'set-places') void watching?.refresh();
      context.emit('changed', { what: 'handoff', key: act.act });
      return handoffState(db);
    },
    readHandoffFile: ({ fileId }: Args<'readHandoffFile'>) => readContent(db, fileId),
    readHandoffMessage({ name, archive }: Args<'readHandoffMessage'>) {
      return archive === null ? readMessage(db, name) : messageInPackage(context, archive, name);
    },
    makePackageMessage: ({ archive }: Args<'makePackageMessage'>) => packageView(context, archive),
  });
}

/** Watches the buckets of a desk with a window. What goes wrong is shown by the next scan on demand. */
export function handoffWatching(context: DeskContext, inspect: InspectArchive): HandoffWatching {
  const onScan = (): void => context.emit('changed', { what: 'handoff', key: 'scan' });
  return watchDesk(handoffContext(context, inspect), { onScan, onProblem: onScan });
}

function handoffContext(context: DeskContext, inspect: InspectArchive): HandoffContext {
  const { db, actor, appVersion, intake } = context;
  return {
    db,
    inspect,
    actor,
    appVersion,
    async importPackage(path) {
      const [started] = intake.start([path], actor);
      if (!started) throw new TypeError('an import was asked for and none was started');
      return await intake.wait(started.importId);
    },
    anchors() {
      const key = activeProfileKey(db);
      const profile = key === null ? null : findProfile(db, key);
      const files = profile ? generationFiles(db, profile.profileKey, profile.current) : [];
      const digests = new Map(files.map((file) => [file.path, file.sha256]));
      const set = ANCHOR_PATHS.map((path) => anchorEvidence(path, digests.get(path) ?? null));
      return { set, generation: profile?.current ?? 0 };
    },
  };
}

async function messageInPackage(context: DeskContext, archive: string, path: string): Promise<HandoffMessageView> {
  const { db, rederive } = context;
  const { state } = getSummary(db, archive);
  const file = filesOf(db, archive).find((candidate) => candidate.path === path);
  if (!file) throw new ProblemError('not-found', { what: path });
  if (state === 'purged') throw new ProblemError('not-allowed-in-state', { what: archive, state, to: 'read' });
  const bytes = await readBlobOrRestore(db.layout, archive, file.sha256, rederive, db.files);
  const checked = checkMessage(bytes, { path, nowUtc: db.clock.now() });
  return viewOf(checked, bytes.toString('utf8'), path, 'file');
}

function packageView(context: DeskContext, archive: string): HandoffMessageView {
  const { db, actor, appVersion } = context;
  const { detail } = gatherPackage(context, archive);
  const subjects = [archive, ...(detail.loadedAs ? [detail.loadedAs.profileKey] : [])];
  const message = packageMessage({
    detail,
    events: subjects.flatMap((subject) => eventsAbout(context, subject)).sort((a, b) => a.seq - b.seq),
    createdUtc: db.clock.now(),
    actor,
    appVersion,
    logRef: logRef(db),
  });
  const text = messageText(message);
  const name = `${message.message_id}.json`;
  return viewOf(checkMessage(Buffer.from(text), { path: name }), text, name, 'package');
}

function eventsAbout({ db }: DeskContext, subject: string): readonly EventRecord[] {
  return listEvents(db, { subject, search: '', before: null, limit: MOST_EVENTS });
}
