/** One warm inspector process, one job at a time. A process that misbehaves is killed; the next job gets a new one. */
import type { Limits } from '../../shared/limits.ts';
import type { InspectionReport } from '../../shared/models.ts';
import type { ShownText } from '../inspect/shown-text.ts';
import { ProblemError } from '../problem.ts';
import { type Collector, collectHits, collectReport, collectText } from './collect.ts';
import { CURRENT_PACK } from './format-packs.ts';
import { type FoundLine, prepareAnswers, type RequestMessage, readAnswer } from './protocol.ts';
import { type InspectorExit, type InspectorProcess, realPath, type SpawnInspector } from './transport.ts';

/** Inspection at the limits takes a few hundred MiB (docs/container.md); a process over twice that is not inspecting. */
export const DEFAULT_MEMORY_MIB = 1_024;
/** A package at the limits takes seconds on a slow machine; minutes mean that something loops. */
export const DEFAULT_TIME_LIMIT_MS = 180_000;
/** The longest text that the limits allow is read within a few seconds; nobody waits for a page longer than this. */
export const READ_LIMIT_MS = 30_000;
/** Reading the program and the format packs from a cold disk. */
const START_LIMIT_MS = 60_000;
/** A process serves this many jobs before a fresh one takes over, so that nothing can gather in it. */
const JOBS_PER_PROCESS = 500;

export interface InspectorPoolOptions {
  readonly spawn: SpawnInspector;
  /** Folder of the program's resources. */
  readonly resources: string;
  /** Folders with private copies of archives: staging and quarantine of the data folder. */
  readonly readable?: string | readonly string[];
  /** Folders that hold the staging folders of jobs. */
  readonly writable?: string | readonly string[];
  readonly memoryMiB?: number;
  /** For an inspection; a reading has {@link READ_LIMIT_MS} unless this is less. */
  readonly timeLimitMs?: number;
}

export interface InspectionJob {
  /** The private copy; never the path that a person gave. */
  readonly archivePath: string;
  readonly fileName: string;
  /** Where files are unpacked; null keeps nothing. */
  readonly stagingFolder: string | null;
  readonly limits: Limits;
  readonly packId?: string;
}

export interface ReadingJob {
  readonly path: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly marks: boolean;
}

export interface SearchJob {
  /** Folder of a package's files, which are named by their digests. */
  readonly folder: string;
  /** Digests of the files. */
  readonly files: readonly string[];
  readonly words: string;
  readonly most: number;
}

export interface InspectionWatch {
  /** Ends the job, and the process with it. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

type WithoutJob<M> = M extends unknown ? Omit<M, 'job'> : never;

/** A process that answered `ready`. */
interface Warm {
  readonly process: InspectorProcess;
  jobs: number;
}

export class InspectorPool {
  readonly #options: InspectorPoolOptions;
  #starting: Promise<Warm> | null = null;
  #running: InspectorProcess | null = null;
  #turn: Promise<void> = Promise.resolve();
  #nextJob = 1;
  #closed = false;

  constructor(options: InspectorPoolOptions) {
    this.#options = options;
  }

  /** Process id of the warm or working process, for messages and tests. */
  get pid(): number | undefined {
    return this.#running?.pid;
  }

  /** Starts a process ahead of the first job. @throws ProblemError inspector-crashed, inspector-timeout */
  async warm(): Promise<void> {
    await this.#process();
  }

  /**
   * Inspects one archive; jobs wait for each other in the order they came.
   * @throws ProblemError inspector-crashed, inspector-timeout, inspector-memory, cancelled; and what the disk refused
   */
  inspect(job: InspectionJob, watch: InspectionWatch = {}): Promise<InspectionReport> {
    const { fileName, limits, packId = CURRENT_PACK } = job;
    const archivePath = realPath(job.archivePath);
    const stagingFolder = job.stagingFolder === null ? null : realPath(job.stagingFolder);
    const request = { type: 'inspect', archivePath, fileName, stagingFolder, limits, packId } as const;
    return this.#ask(request, collectReport(), this.#options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS, watch);
  }

  /**
   * The text of one file with its secrets masked; null when its bytes are no text.
   * @throws ProblemError damaged when the bytes do not have the digest; inspector-crashed, inspector-timeout, inspector-memory, cancelled
   */
  read({ path, sha256, sizeBytes, marks }: ReadingJob, watch: InspectionWatch = {}): Promise<ShownText | null> {
    const request = { type: 'read', path: realPath(path), sha256, marks } as const;
    return this.#ask(request, collectText(sizeBytes), this.#readLimitMs, watch);
  }

  /** Lines that hold the words, in the order of the files. @throws ProblemError as {@link InspectorPool.read} */
  search(job: SearchJob, watch: InspectionWatch = {}): Promise<readonly FoundLine[]> {
    const request = { type: 'search', ...job, folder: realPath(job.folder) } as const;
    return this.#ask(request, collectHits(job.files.length, job.most), this.#readLimitMs, watch);
  }

  /** Ends the process; a running job is rejected as cancelled. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#drop();
    await this.#turn;
  }

  get #readLimitMs(): number {
    return Math.min(READ_LIMIT_MS, this.#options.timeLimitMs ?? READ_LIMIT_MS);
  }

  /** Asks the process when it is this job's turn. */
  async #ask<T>(
    request: WithoutJob<RequestMessage>,
    collect: Collector<T>,
    limitMs: number,
    watch: InspectionWatch,
  ): Promise<T> {
    const before = this.#turn;
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    this.#turn = done;
    try {
      await turnOrCancel(before, watch.signal);
      return await this.#run(request, collect, limitMs, watch);
    } finally {
      // A job that was cancelled while it waited must not let the next one overtake the one that runs.
      void before.then(finish);
    }
  }

  async #run<T>(
    request: WithoutJob<RequestMessage>,
    collect: Collector<T>,
    limitMs: number,
    { signal, onProgress }: InspectionWatch,
  ): Promise<T> {
    const warm = await turnOrCancel(this.#process(), signal);
    const { process } = warm;
    const number = this.#nextJob;
    this.#nextJob += 1;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const fail = (problem: ProblemError): void => {
      this.#drop(process);
      reject(problem);
    };

    process.onMessage((message) => {
      const answer = readAnswer(message);
      if (answer === null || answer.type === 'ready' || answer.job !== number) {
        fail(new ProblemError('inspector-crashed', { reason: 'bad-message' }));
      } else if (answer.type === 'progress') onProgress?.(answer.done, answer.total);
      else if (answer.type === 'failed') {
        // A process that failed once is not asked again: what it holds in memory is unknown.
        fail(new ProblemError(answer.code, answer.values));
      } else {
        const collected = collect(answer);
        if (collected === 'bad') fail(new ProblemError('inspector-crashed', { reason: 'bad-message' }));
        else if (collected !== 'more') resolve(collected.done);
      }
    });
    process.onExit((exit) => fail(exitProblem(exit, this.#closed)));

    const timer = setTimeout(() => fail(new ProblemError('inspector-timeout', { limitMs })), limitMs);
    const cancel = (): void => fail(new ProblemError('cancelled'));
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted) cancel();
    else process.post({ ...request, job: number } satisfies RequestMessage);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cancel);
      warm.jobs += 1;
      if (warm.jobs >= JOBS_PER_PROCESS) this.#drop(process);
      this.#rest(process);
    }
  }

  /** Between jobs a process has nothing to say: whatever it says, or its end, makes room for a new one. */
  #rest(process: InspectorProcess): void {
    process.onMessage(() => this.#drop(process));
    process.onExit(() => this.#drop(process));
  }

  #process(): Promise<Warm> {
    if (this.#closed) return Promise.reject(new ProblemError('cancelled'));
    this.#starting ??= this.#start();
    return this.#starting;
  }

  async #start(): Promise<Warm> {
    const { spawn, resources, memoryMiB = DEFAULT_MEMORY_MIB } = this.#options;
    const [readable, writable] = [folders(this.#options.readable), folders(this.#options.writable)];
    const process = spawn({ resources, readable, writable, memoryMiB });
    // It takes longer to start than this takes, and its answers find everything ready.
    void prepareAnswers();
    this.#running = process;
    const { promise, resolve, reject } = Promise.withResolvers<Warm>();
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
      const warm = await promise;
      this.#rest(process);
      return warm;
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

/** Waits, but not longer than the person does. */
async function turnOrCancel<T>(turn: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return turn;
  const { promise: cancelled, reject } = Promise.withResolvers<never>();
  const cancel = (): void => reject(new ProblemError('cancelled'));
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel, { once: true });
  try {
    return await Promise.race([turn, cancelled]);
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

function folders(given: string | readonly string[] | undefined): readonly string[] {
  if (given === undefined) return [];
  return typeof given === 'string' ? [given] : given;
}
