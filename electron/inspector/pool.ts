/** Confined processes that inspect, read and search: one job at a time, a large inspection by several of them. */
import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Limits } from '../../shared/limits.ts';
import type { InspectionReport } from '../../shared/models.ts';
import type { ShownText } from '../inspect/shown-text.ts';
import { ProblemError } from '../problem.ts';
import { collectHits, collectReport, collectText } from './collect.ts';
import { CURRENT_PACK } from './format-packs.ts';
import type { FoundLine, InspectMessage } from './protocol.ts';
import { Sharing, Together } from './sharing.ts';
import { realPath, type SpawnInspector } from './transport.ts';
import { unlessAborted, WarmProcess, type Watch } from './warm-process.ts';

export type { Watch };

type SharedRequest = Omit<InspectMessage, 'job' | 'part'>;

/** Inspection at the limits takes a few hundred MiB (docs/container.md); a process over twice that is not inspecting. */
export const DEFAULT_MEMORY_MIB = 1_024;
/** A package at the limits takes seconds on a slow machine; minutes mean that something loops. */
export const DEFAULT_TIME_LIMIT_MS = 180_000;
/** The longest text that the limits allow is read within a few seconds; nobody waits for a page longer than this. */
export const READ_LIMIT_MS = 30_000;
/** An archive of this size takes long enough that a second process, which first has to start, makes it shorter. */
const SHARED_FROM_BYTES = 4 * 1024 * 1024;
/** Each has the archive in its memory, besides itself. */
const MOST_HELPERS = 3;
/** Helpers wait so long for the next large archive. */
const HELPERS_REST_MS = 10_000;

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
  /** Processes that help with a large archive; as many as there are other processors, at most 3, when not given. */
  readonly helpers?: number;
  /** Size of an archive from which they help, in bytes; 4 MiB when not given. */
  readonly sharedFromBytes?: number;
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

export class InspectorPool {
  readonly #options: InspectorPoolOptions;
  readonly #lead: WarmProcess;
  readonly #helpers: readonly WarmProcess[];
  #turn: Promise<void> = Promise.resolve();
  #helpersRest: NodeJS.Timeout | undefined;
  #isSharing = false;

  constructor(options: InspectorPoolOptions) {
    this.#options = options;
    const { spawn, resources, memoryMiB = DEFAULT_MEMORY_MIB } = options;
    const [readable, writable] = [folders(options.readable), folders(options.writable)];
    const warmProcess = (): WarmProcess => new WarmProcess(spawn, { resources, readable, writable, memoryMiB });
    this.#lead = warmProcess();
    const helpers = options.helpers ?? Math.min(availableParallelism() - 1, MOST_HELPERS);
    this.#helpers = Array.from({ length: helpers }, warmProcess);
  }

  /** Process id of the warm or working process, for messages and tests. */
  get pid(): number | undefined {
    return this.#lead.pid;
  }

  /** Process ids of the helpers that are running. */
  get helperPids(): readonly number[] {
    return this.#helpers.flatMap(({ pid }) => pid ?? []);
  }

  /**
   * Starts a process ahead of the next job, and those that help when its archive is so large. Helpers that do not start are told by
   * nobody: they are not missed.
   * @param archiveBytes size of the archive that comes; 0 while nothing is known of it
   * @throws ProblemError inspector-crashed, inspector-timeout
   */
  async warm(archiveBytes = 0): Promise<void> {
    if (archiveBytes > 0 && this.#isShareable(archiveBytes)) {
      for (const helper of this.#helpers) helper.warm().catch(() => {});
      this.#restHelpersLater();
    }
    await this.#lead.warm();
  }

  /**
   * Inspects one archive; jobs wait for each other in the order they came.
   * @throws ProblemError inspector-crashed, inspector-timeout, inspector-memory, cancelled; and what the disk refused
   */
  inspect(job: InspectionJob, watch: Watch = {}): Promise<InspectionReport> {
    const { fileName, limits, packId = CURRENT_PACK } = job;
    const archivePath = realPath(job.archivePath);
    const stagingFolder = job.stagingFolder === null ? null : realPath(job.stagingFolder);
    const request = { type: 'inspect', archivePath, fileName, stagingFolder, limits, packId } as const;
    const limitMs = this.#options.timeLimitMs ?? DEFAULT_TIME_LIMIT_MS;
    return this.#inTurn(watch.signal, async () => {
      if (this.#isShared(archivePath)) return await this.#inspectTogether(request, limitMs, watch);
      return await this.#lead.ask({ ...request, part: 'whole' }, collectReport(), limitMs, watch);
    });
  }

  /**
   * The text of one file with its secrets masked; null when its bytes are no text.
   * @throws ProblemError damaged when the bytes do not have the digest; inspector-crashed, inspector-timeout, inspector-memory, cancelled
   */
  read({ path, sha256, sizeBytes, marks }: ReadingJob, watch: Watch = {}): Promise<ShownText | null> {
    const request = { type: 'read', path: realPath(path), sha256, marks } as const;
    return this.#inTurn(watch.signal, () => this.#lead.ask(request, collectText(sizeBytes), this.#readLimitMs, watch));
  }

  /** Lines that hold the words, in the order of the files. @throws ProblemError as {@link InspectorPool.read} */
  search(job: SearchJob, watch: Watch = {}): Promise<readonly FoundLine[]> {
    const request = { type: 'search', ...job, folder: realPath(job.folder) } as const;
    const collect = collectHits(job.files.length, job.most);
    return this.#inTurn(watch.signal, () => this.#lead.ask(request, collect, this.#readLimitMs, watch));
  }

  /** Ends the processes; a running job is rejected as cancelled. */
  async close(): Promise<void> {
    clearTimeout(this.#helpersRest);
    for (const process of [this.#lead, ...this.#helpers]) process.close();
    await this.#turn;
  }

  get #readLimitMs(): number {
    return Math.min(READ_LIMIT_MS, this.#options.timeLimitMs ?? READ_LIMIT_MS);
  }

  /** Does a job when all that came before it have ended. */
  async #inTurn<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
    const before = this.#turn;
    const { promise: done, resolve: finish } = Promise.withResolvers<void>();
    this.#turn = done;
    try {
      await unlessAborted(before, signal);
      return await work();
    } finally {
      // A job that was cancelled while it waited must not let the next one overtake the one that runs.
      void before.then(finish);
    }
  }

  /** One that is not there is told by whoever reads it. */
  #isShared(archivePath: string): boolean {
    return this.#isShareable(statSync(archivePath, { throwIfNoEntry: false })?.size ?? 0);
  }

  #isShareable(archiveBytes: number): boolean {
    const { sharedFromBytes = SHARED_FROM_BYTES } = this.#options;
    return this.#helpers.length > 0 && archiveBytes >= sharedFromBytes;
  }

  #restHelpersLater(): void {
    clearTimeout(this.#helpersRest);
    // Those that are at work rest after it.
    const rest = (): void => {
      if (!this.#isSharing) for (const process of this.#helpers) process.rest();
    };
    this.#helpersRest = setTimeout(rest, HELPERS_REST_MS).unref();
  }

  async #inspectTogether(request: SharedRequest, limitMs: number, watch: Watch): Promise<InspectionReport> {
    this.#isSharing = true;
    const sharing = new Sharing();
    const together = new Together(watch);
    const helping = this.#helpers.map(async (process) => {
      const { collect, holds } = sharing.helper();
      try {
        await process.ask({ ...request, part: 'help' }, collect, limitMs, together.watch());
      } catch (thrown) {
        // One that never began is not missed. One that fails with files in hand, or lies, ends the inspection.
        if (holds() || isBadMessage(thrown)) together.fail(thrown);
      }
    });
    try {
      return await this.#lead.ask({ ...request, part: 'lead' }, sharing.lead, limitMs, together.watch());
    } catch (thrown) {
      throw together.failure ?? thrown;
    } finally {
      together.end();
      await Promise.all(helping);
      this.#isSharing = false;
      this.#restHelpersLater();
    }
  }
}

function isBadMessage(thrown: unknown): boolean {
  return thrown instanceof ProblemError && thrown.problem.values.reason === 'bad-message';
}

function folders(given: string | readonly string[] | undefined): readonly string[] {
  if (given === undefined) return [];
  return typeof given === 'string' ? [given] : given;
}
