/**
 * The recorder thread of a victim: the real one, after its file layer was taught to tell the phase.
 */
import { parentPort, workerData } from 'node:worker_threads';
import type { RecorderPlace } from '../desk/recorder-thread.ts';
import { systemFiles } from '../files.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { FATE_OF_THREAD, type FateOfThread, marker } from './mark.ts';
import type { Phase } from './phases.ts';
import { randomFrom } from './random.ts';

const { mark, die, seed } = JSON.parse(process.env[FATE_OF_THREAD] ?? '') as FateOfThread;
const enter: (phase: Phase) => void = marker({ mark, die, random: randomFrom(seed) });
const { eventsHead } = new DataLayout((workerData as RecorderPlace).dataFolder);
const { rename, replace } = systemFiles;

Object.assign(systemFiles, {
  /** Into its place, in the middle of a transaction. */
  rename(from: string, to: string) {
    enter('thread-placing');
    rename(from, to);
    enter('thread-placing');
  },
  /** The witness: right after a commit. */
  replace(path: string, bytes: Buffer | string) {
    if (path === eventsHead) enter('thread-witnessing');
    replace.call({ ...systemFiles, rename }, path, bytes);
    if (path === eventsHead) enter('thread-witnessing');
  },
});
enter('thread-opening');
// Listens before the real thread does: a job is in its hands then, and nothing of it is written yet.
parentPort?.on('message', () => enter('thread-taking'));
await import('../desk/recorder-thread.ts');
enter('thread-opening');
