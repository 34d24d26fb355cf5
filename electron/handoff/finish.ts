/** Ends a run: the final scan, the message, and proof that the message passes before anything is recorded. */
import { join } from 'node:path';
import { verdictOf } from '../../shared/findings.ts';
import type {
  HandoffFile,
  HandoffMessage,
  HandoffMessageView,
  HandoffRun,
  HandoffScan,
  ScanPhase,
} from '../../shared/handoff.ts';
import { appendEvent, listEvents } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';
import { checkMessage } from '../inspect/spec04/check.ts';
import { ProblemError } from '../problem.ts';
import { digestBytes } from '../quarantine/digest.ts';
import { findSummary } from '../quarantine/packages.ts';
import type { HandoffContext } from './context.ts';
import { messageText } from './envelope.ts';
import { runMessage } from './message.ts';
import { keepMessage, viewOf } from './messages.ts';
import type { FinishedFile } from './outcome.ts';
import { readPlaces, readyEvidence } from './places.ts';
import { latestScan, requireRun, runFiles, scansOf } from './rows.ts';
import { finalScan, record } from './scan.ts';

/**
 * Finishes the open run and answers its message.
 * @throws ProblemError handoff-refused (no-run, undecided, not-preserved, no-places, vanished, replaced); changed-meanwhile when
 * another program worked on the run while its last scan was made; or one of the environment: then the run stays open
 */
export async function finish(context: HandoffContext): Promise<HandoffMessageView> {
  const { db, actor } = context;
  const run = requireRun(db);
  const files = runFiles(db, run.handoffId);
  refuseUnfinished(files);
  const { folder } = readyEvidence(db);
  const final = await finalScan(context, run);
  const message = messageOf(context, run, files, final);
  const text = messageText(message);
  const name = `${message.message_id}.json`;
  const checked = checkMessage(Buffer.from(text), { path: name });
  if (verdictOf(checked.findings) === 'no_op') {
    const rules = checked.findings.map(({ rule, pointer }) => `${rule} ${pointer ?? ''}`).join('; ');
    throw new ProblemError('unexpected', { message: `the message would not pass: ${rules}` });
  }
  db.files.makeFolder(join(folder, run.handoffId));
  db.files.syncFolder(folder);
  db.files.replace(join(folder, run.handoffId, 'message.json'), text);
  db.transaction(() => {
    if (requireRun(db).handoffId !== run.handoffId || !sameVersions(files, runFiles(db, run.handoffId))) {
      throw new ProblemError('changed-meanwhile', { what: run.handoffId });
    }
    record(context, run, final);
    const utc = db.clock.now();
    const complete = message.body.intakeComplete;
    db.prepared<[string, number, string, string]>(
      'UPDATE handoffs SET finished_utc = ?, complete = ?, message_id = ? WHERE handoff_id = ?',
    ).run(utc, complete ? 1 : 0, message.message_id, run.handoffId);
    keepMessage(db, message, text, 'finished');
    const data = { act: 'finished', messageId: message.message_id, sha256: digestBytes(text), complete };
    appendEvent(db, { kind: 'handoff.recorded', actor, subject: run.handoffId, data, utc });
  });
  return viewOf(checked, text, name, 'finished');
}

function refuseUnfinished(files: readonly HandoffFile[]): void {
  for (const { path, decision, preservedUtc } of files) {
    if (decision === null) throw new ProblemError('handoff-refused', { variant: 'undecided', what: path });
    if (preservedUtc === null && decision.outcome !== 'kept-active-with-reason') {
      throw new ProblemError('handoff-refused', { variant: 'not-preserved', what: path });
    }
  }
}

function sameVersions(a: readonly HandoffFile[], b: readonly HandoffFile[]): boolean {
  const key = (files: readonly HandoffFile[]): string =>
    files.map(({ fileId, version }) => `${fileId}:${version}`).join(' ');
  return key(a) === key(b);
}

function messageOf(
  context: HandoffContext,
  run: HandoffRun,
  files: readonly HandoffFile[],
  final: HandoffScan,
): HandoffMessage {
  const { db, actor, appVersion } = context;
  const latest = latestScan(db, run.handoffId);
  const seen = (latest?.entries ?? []).filter(({ status }) => status === 'pending').map(({ path }) => path);
  return runMessage({
    id: run.handoffId,
    createdUtc: db.clock.now(),
    actor,
    appVersion,
    logRef: logRef(db),
    lineage: [],
    buckets: readPlaces(db).buckets.map(({ label }) => label),
    livePaths: [...new Set([...files.map(({ path }) => path), ...seen])].sort(),
    phase: phaseOf(scansOf(db, run.handoffId)),
    files: files.map((file) => finishedFile(db, file, final)),
    final,
    anchors: context.anchors(),
  });
}

function finishedFile(db: DeskDatabase, file: HandoffFile, final: HandoffScan): FinishedFile {
  const { decision } = file;
  if (decision === null) throw new ProblemError('handoff-refused', { variant: 'undecided', what: file.path });
  // In a bucket that could not be looked at a file remains, unless this desk removed it.
  const unseen = final.missing.includes(file.bucket) && file.removedUtc === null;
  const remains = unseen || final.entries.some(({ path, status }) => path === file.path && status !== 'placeholder');
  const packageState = file.archiveSha256 === null ? null : (findSummary(db, file.archiveSha256)?.state ?? null);
  const target = file.preservedAs === null ? null : `evidence/${file.preservedAs}`;
  return { file: { ...file, decision }, remains, packageState, target };
}

/** Scans of several phases are one phase together: `startup-and-loop`. */
function phaseOf(scans: readonly HandoffScan[]): ScanPhase {
  const phases = new Set(scans.map(({ phase }) => phase).filter((phase) => phase !== 'final'));
  if (phases.has('startup') && phases.has('loop')) return 'startup-and-loop';
  const [newest] = [...phases];
  return newest ?? 'prompt-coupled';
}

/** The newest event: number and hash, by which the log can be held against the message. */
export function logRef(db: DeskDatabase): string {
  const [newest] = listEvents(db, { subject: null, search: '', before: null, limit: 1 });
  return newest ? `event ${newest.seq} ${newest.hash}` : 'event 0';
}
