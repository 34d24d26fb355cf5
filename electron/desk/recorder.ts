/** The desk's side of the recorder thread: one job at a time, and without a thread the same work in this one. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReviewChange } from '../../shared/review-change.ts';
import type { AdvanceJob, ImportClerk, RecordJob } from '../intake/run.ts';
import { ProblemError } from '../problem.ts';
import type { Recorded } from '../quarantine/record.ts';
import type { RecorderAnswer, RecorderPlace, RecorderRequest, RecorderResult } from './recorder-thread.ts';
import type { RecordRehearsal } from './rehearsal.ts';
import type { ReviewJob } from './review-acts.ts';

export interface RecorderOptions extends RecorderPlace {
  /** Writes in this thread: where no other can be had. */
  readonly here: {
    advance(step: AdvanceJob): boolean;
    record(job: RecordJob): Recorded;
    review(job: ReviewJob): ReviewChange;
  };
  /** Module of the thread; tests put misbehaving ones here. */
  readonly entry?: string;
}

export class Recorder implements ImportClerk {
  readonly #options: RecorderOptions;
  #starting: Promise<Worker | null> | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Starts the thread ahead of the first job. */
  warm(): void {
    void this.#thread();
  }

  /**
   * Settled once nothing is being written. The thread holds the database's write lock then, and whoever wrote in this thread would
   * stand still until it is given back.
   */
  async quiet(): Promise<void> {
    await this.#writing;
  }

  /** Moves an import on. @returns false when it has ended meanwhile @throws ProblemError interrupted when the thread died */
  async advance(step: AdvanceJob): Promise<boolean> {
    return (await this.#inTurn({ advance: step }, () => this.#options.here.advance(step))) as boolean;
  }

  /**
   * Records a finished inspection.
   * @throws ProblemError as `recordImport`; interrupted when the thread died: the record is whole or not there at all
   */
  async record(job: RecordJob): Promise<Recorded> {
    return (await this.#inTurn({ record: job }, () => this.#options.here.record(job))) as Recorded;
  }

  /**
   * Does an act of review.
   * @throws ProblemError as `performAct`; interrupted when the thread died: the act is done as a whole or not at all
   */
  async review(job: ReviewJob): Promise<ReviewChange> {
    return (await this.#inTurn({ review: job }, () => this.#options.here.review(job))) as ReviewChange;
  }

  /** Goes through a record in the thread, on a desk that nobody keeps; does nothing without a thread. @throws ProblemError as `record` */
  async rehearse(rehearse: RecordRehearsal): Promise<void> {
    await this.#inTurn({ rehearse }, () => null);
  }

  /** Ends the thread after the jobs that were asked for. */
  async close(): Promise<void> {
    await this.#writing;
    const thread = await this.#starting;
    this.#starting = null;
    if (!thread) return;
    const ended = new Promise((done) => thread.once('exit', done));
    thread.postMessage(null satisfies RecorderRequest);
    await ended;
  }

  /** Requests go one after the other, in the order they came: an answer does not say what it answers. */
  #inTurn(request: NonNullable<RecorderRequest>, here: () => RecorderResult): Promise<RecorderResult> {
    const result = this.#writing.then(async () => {
      const thread = await this.#thread();
      return thread === null ? here() : await this.#ask(thread, request);
    });
    this.#writing = result.catch(() => {});
    return result;
  }

  async #ask(thread: Worker, request: NonNullable<RecorderRequest>): Promise<RecorderResult> {
    const { promise, resolve, reject } = Promise.withResolvers<RecorderResult>();
    const values = 'review' in request ? { variant: 'act' } : {};
    const died = (): void => reject(new ProblemError('interrupted', values));
    const answered = (answer: RecorderAnswer): void => {
      if (answer.type === 'done') resolve(answer.done);
      else if (answer.type === 'failed') reject(new ProblemError(answer.problem.code, answer.problem.values));
    };
    thread.on('message', answered).once('exit', died);
    try {
      thread.postMessage(request);
      return await promise;
    } finally {
      thread.off('message', answered).off('exit', died);
    }
  }

  #thread(): Promise<Worker | null> {
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<Worker | null> {
    const { dataFolder, resourcesFolder, packId, entry = recorderEntry(import.meta.dirname) } = this.#options;
    const { promise, resolve } = Promise.withResolvers<Worker | null>();
    try {
      // Flags of this process are not meant for it.
      const thread = new Worker(entry, { workerData: { dataFolder, resourcesFolder, packId }, execArgv: [] });
      let ready = false;
      thread.once('message', () => {
        ready = true;
        resolve(thread);
      });
      // Without a listener a fault in the thread would end the program; what it leaves undone is told by `exit`.
      thread.on('error', () => {});
      thread.once('exit', () => {
        resolve(null);
        // One that worked is replaced for the next job; one that never started would not start then either.
        if (ready) this.#starting = null;
      });
      return await promise;
    } catch {
      return null;
    }
  }
}

/** TypeScript source beside this source, or the bundle beside this bundle. */
function recorderEntry(folder: string): string {
  const source = join(folder, 'recorder-thread.ts');
  return existsSync(source) ? source : join(folder, 'recorder.js');
}
