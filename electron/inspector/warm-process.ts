/** One confined process that stays warm between jobs. One that misbehaves is killed; the next job gets a new one. */
import { ProblemError } from '../problem.ts';
import type { Collector } from './collect.ts';
import { prepareAnswers, type RequestMessage, readAnswer, type WithoutJob } from './protocol.ts';
import type { InspectorExit, InspectorPlace, InspectorProcess, SpawnInspector } from './transport.ts';

/** Reading the program and the format packs from a cold disk. */
const START_LIMIT_MS = 60_000;
/** A process serves this many jobs before a fresh one takes over, so that nothing can gather in it. */
const JOBS_PER_PROCESS = 500;

export interface Watch {
  /** Ends the job, and the process with it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/** A process that answered `ready`. */
interface Ready {
  readonly process: InspectorProcess;
  jobs: number;
}

export class WarmProcess {
  readonly #spawn: SpawnInspector;
  readonly #place: InspectorPlace;
  #starting: Promise<Ready> | null = null;
  #running: InspectorProcess | null = null;
  #nextJob = 1;
  #closed = false;

  constructor(spawn: SpawnInspector, place: InspectorPlace) {
    this.#spawn = spawn;
    this.#place = place;
  }

  /** Process id of the warm or working process. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Starts a process ahead of the first job. @throws ProblemError inspector-crashed, inspector-timeout */
  async warm(): Promise<void> {
    await this.#process();
  }

  /** Ends the process; a running job is rejected. The next job starts another. */
  rest(): void {
    this.#drop();
  }

  /** Ends the process for good; a running job is rejected as cancelled. */
  close(): void {
    this.#closed = true;
    this.#drop();
  }

  /**
   * Does one job; nobody may ask for another before it has ended.
   * @param limitMs how long it may take, without the start of the process
   * @throws ProblemError inspector-crashed, inspector-timeout, inspector-memory, cancelled; and what the process says has failed
   */
  async ask<T>(
    request: WithoutJob<RequestMessage>,
    collect: Collector<T>,
    limitMs: number,
    { signal, onProgress }: Watch,
  ): Promise<T> {
    const ready = await unlessAborted(this.#process(), signal);
    const { process } = ready;
    const job = this.#nextJob;
    this.#nextJob += 1;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fail = (problem: ProblemError): void => {
      this.#drop(process);
      reject(problem);
    };

    process.onMessage((message) => {
      const answer = readAnswer(message);
      if (answer === null || answer.type === 'ready' || answer.job !== job) {
        fail(new ProblemError('inspector-crashed', { reason: 'bad-message' }));
      } else if (answer.type === 'progress') onProgress?.(answer.done, answer.total);
      else if (answer.type === 'failed') {
        // A process that failed once is not asked again: what it holds in memory is unknown.
        fail(new ProblemError(answer.code, answer.values));
      } else {
        const collected = collect(answer, (message) => process.post({ ...message, job }));
        if (collected === 'bad') fail(new ProblemError('inspector-crashed', { reason: 'bad-message' }));
        else if (collected !== 'more') resolve(collected.done);
      }
    });
    process.onExit((exit) => fail(exitProblem(exit, this.#closed)));

    const timer = setTimeout(() => fail(new ProblemError('inspector-timeout', { limitMs })), limitMs);
    const cancel = (): void => fail(new ProblemError('cancelled'));
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    else process.post({ ...request, job } satisfies RequestMessage);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      ready.jobs += 1;
      if (ready.jobs >= JOBS_PER_PROCESS) this.#drop(process);
      this.#quiet(process);
    }
  }

  /** Between jobs a process has nothing to say: whatever it says, or its end, makes room for a new one. */
  #quiet(process: InspectorProcess): void {
    process.onMessage(() => this.#drop(process));
    process.onExit(() => this.#drop(process));
  }

  #process(): Promise<Ready> {
    if (this.#closed) return Promise.reject(new ProblemError('cancelled'));
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<Ready> {
    const process = this.#spawn(this.#place);
    // It takes longer to start than this takes, and its answers find everything ready.
    void prepareAnswers();
    this.#running = process;
    const { promise, resolve, reject } = Promise.withResolvers<Ready>();
    const fail = (problem: ProblemError): void => {
      this.#drop(process);
      reject(problem);
    };
    const timer = setTimeout(
      () => fail(new ProblemError('inspector-timeout', { limitMs: START_LIMIT_MS })),
      START_LIMIT_MS,
    );
    process.onExit((exit) => fail(exitProblem(exit, this.#closed)));
    process.onMessage((message) => {
      const answer = readAnswer(message);
      if (answer?.type !== 'ready') fail(new ProblemError('inspector-crashed', { reason: 'bad-message' }));
      else if (process.confinement === 'required' && !answer.confined) {
        fail(new ProblemError('inspector-crashed', { reason: 'not-confined' }));
      } else resolve({ process, jobs: 0 });
    });
    try {
      const ready = await promise;
      this.#quiet(process);
      return ready;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Kills a process and forgets it, if it is still the one in use. */
  #drop(process = this.#running): void {
    if (process === null) return;
    process.kill();
    if (process === this.#running) {
      this.#running = null;
      this.#starting = null;
    }
  }
}

function exitProblem({ code, signal, outOfMemory }: InspectorExit, closed: boolean): ProblemError {
  if (closed) return new ProblemError('cancelled');
  if (outOfMemory) return new ProblemError('inspector-memory');
  return new ProblemError('inspector-crashed', { reason: signal ?? (code === null ? 'not-started' : `exit ${code}`) });
}

/** Waits, but not longer than the person does. @throws ProblemError cancelled */
export async function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return waited;
  const { promise: cancelled, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(new ProblemError('cancelled'));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([waited, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
