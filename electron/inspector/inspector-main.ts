/**
 * The inspector process. It waits for one job at a time: an archive to inspect, a text to read, words to look for. It runs under Node's
 * permission model; what it may read and write was decided when it was started.
 */
import { readFileSync } from 'node:fs';
import type { Problem } from '../../shared/models.ts';
import type { FormatPack } from '../inspect/format/pack.ts';
import { openInspection } from '../inspect/inspect.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { readFormatPacks } from './format-packs.ts';
import { Mail } from './mail.ts';
import { memoryGuard } from './memory.ts';
import { parentPort } from './parent-port.ts';
import {
  type FollowingMessage,
  type InspectMessage,
  type InspectorMessage,
  isFollowing,
  type RequestMessage,
  readRequest,
} from './protocol.ts';
import { readShown, searchFiles } from './reading.ts';
import { stagingSink } from './staging.ts';
import { takePart } from './taking-part.ts';
import type { InspectorArgument } from './transport.ts';

/** A package of thousands of files would flood the desk with progress; people see a hundredth. */
const PROGRESS_STEPS = 100;

const parent = parentPort();
const send = (message: InspectorMessage): void => parent.post(message);

const { resources, memoryMiB } = JSON.parse(process.argv.at(-1) ?? '') as InspectorArgument;
const packs = readFormatPacks(resources);
/** The job that is being done. */
let current: { readonly job: number; readonly mail: Mail<FollowingMessage> } | null = null;

parent.onMessage((message) => {
  const request = readRequest(message);
  // The desk sends one job at a time, and only to its process what goes on with it; anything else is no desk.
  if (request === null) process.exit(2);
  if (isFollowing(request)) {
    if (current?.job !== request.job) process.exit(2);
    current.mail.put(request);
    return;
  }
  if (current !== null) process.exit(2);
  const mail = new Mail<FollowingMessage>();
  current = { job: request.job, mail };
  void run(request, mail).then((answer) => {
    current = null;
    send(answer);
  });
});

send({ type: 'ready', confined: isConfined() });

async function run(request: RequestMessage, mail: Mail<FollowingMessage>): Promise<InspectorMessage> {
  const { job } = request;
  try {
    if (request.type === 'read') return await readShown(request, send);
    if (request.type === 'search') return await searchFiles(request);
    return await inspect(request, mail);
  } catch (thrown) {
    return { type: 'failed', job, ...failureOf(thrown) };
  }
}

async function inspect(request: InspectMessage, mail: Mail<FollowingMessage>): Promise<InspectorMessage> {
  const inspection = await openInspection(readFileSync(request.archivePath), {
    fileName: request.fileName,
    limits: request.limits,
    pack: packOf(request.packId),
    ...(request.stagingFolder === null ? {} : { sink: stagingSink(request.stagingFolder) }),
    onProgress: progressOf(request.job),
  });
  return await takePart(request, inspection, { heard: () => mail.take(), say: send });
}

/** What the disk or the permission model refused keeps its name; a fault of the inspection itself is a crash to everybody else. */
function failureOf(thrown: unknown): Problem {
  const { code } = thrown as { readonly code?: unknown };
  if (code === 'ERR_ACCESS_DENIED') return { code: 'permission-denied', values: {} };
  const problem = problemOf(thrown);
  const ours = problem.code === 'unexpected' || (typeof code === 'string' && code.startsWith('ERR_'));
  return ours ? { code: 'inspector-crashed', values: { reason: String((thrown as Error).message) } } : problem;
}

function packOf(id: string): FormatPack {
  const pack = packs.get(id);
  if (pack === undefined) throw new ProblemError('not-found', { what: 'format pack', id });
  return pack;
}

/** Looks after the memory at every file, and reports a step at most every hundredth. */
function progressOf(job: number): (done: number, total: number) => void {
  const checkMemory = memoryGuard(memoryMiB);
  let reported = -1;
  return (done, total) => {
    checkMemory();
    const step = total === 0 ? PROGRESS_STEPS : Math.floor((done * PROGRESS_STEPS) / total);
    if (step === reported) return;
    reported = step;
    send({ type: 'progress', job, done, total });
  };
}

/** True when the permission model is in force: then not even this file's neighbours outside the program can be read. */
function isConfined(): boolean {
  return (
    process.permission !== undefined && !process.permission.has('fs.write', '/') && !process.permission.has('child')
  );
}
