/** A process's part in an inspection: all of it, its lead, or help. */
import { type JudgedFiles, judgeAll, type OpenInspection } from '../inspect/inspect.ts';
import { judgedPieces, reportPieces } from './pieces.ts';
import type { FollowingMessage, InspectMessage, InspectorMessage } from './protocol.ts';

/** What the process hears and says while it does one job. */
export interface Conversation {
  /** The desk's next message of this job. */
  heard(): Promise<FollowingMessage>;
  say(message: InspectorMessage): void;
}

/** @returns the message that ends the job */
export async function takePart(
  { job, part }: InspectMessage,
  inspection: OpenInspection,
  conversation: Conversation,
): Promise<InspectorMessage> {
  const divided = part !== 'whole' && inspection.batches > 1;
  if (part === 'help') {
    if (divided)
      await handedOut(job, inspection, conversation, (judged) => judgedPieces(job, judged, conversation.say));
    return { type: 'helped', job };
  }
  if (!divided) return reportPieces(job, await inspection.conclude(await judgeAll(inspection)), conversation.say);
  const all: JudgedFiles[] = [];
  await handedOut(job, inspection, conversation, (judged) => all.push(judged));
  all.push(...(await fromHelpers(conversation)));
  return reportPieces(job, await inspection.conclude(all), conversation.say);
}

/** Judges batches until none is left. */
async function handedOut(
  job: number,
  { archiveSha256, batches, judge }: OpenInspection,
  { heard, say }: Conversation,
  keep: (judged: JudgedFiles) => void,
): Promise<void> {
  for (;;) {
    say({ type: 'next', job, archiveSha256, batches });
    const message = await heard();
    if (message.type !== 'batch') throw new Error(`${message.type} instead of a batch`);
    if (message.batch === null) return;
    keep(await judge(message.batch));
  }
}

async function fromHelpers({ heard }: Conversation): Promise<JudgedFiles[]> {
  const judged: JudgedFiles[] = [];
  for (;;) {
    const message = await heard();
    if (message.type === 'conclude') return judged;
    if (message.type !== 'judged') throw new Error(`${message.type} instead of what helpers judged`);
    judged.push(message);
  }
}
