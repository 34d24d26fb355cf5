/** One inspection by several processes: hands out batches, gathers what helpers judged, and lets the lead conclude. */
import type { InspectionReport } from '../../shared/models.ts';
import { type Collector, collectReport, MOST_ROWS, type Reply } from './collect.ts';
import type { FollowingMessage, InspectorMessage, JudgedMessage, WithoutJob } from './protocol.ts';
import type { Watch } from './warm-process.ts';

type Answer<T extends InspectorMessage['type']> = Extract<InspectorMessage, { readonly type: T }>;

/** A helper's side. */
export interface Helping {
  readonly collect: Collector<null>;
  /** True while it has a batch in hand. */
  readonly holds: () => boolean;
}

/**
 * What the desk knows while processes share an archive. They are asked for nothing: each asks for a batch when it has none, so that
 * all are busy until the last batch is done, however late they come.
 */
export class Sharing {
  readonly #report = collectReport();
  readonly #judged: WithoutJob<JudgedMessage>[] = [];
  #rows = 0;
  #opened: Pick<Answer<'next'>, 'archiveSha256' | 'batches'> | null = null;
  #handedOut = 0;
  #held = 0;
  /** The lead has nothing left to judge and waits for the helpers. */
  #waiting: Reply | null = null;
  #concluded = false;

  /** For the process that makes the report. It asks for no batch when the archive cannot be divided. */
  readonly lead: Collector<InspectionReport> = (answer, reply) => {
    if (answer.type === 'next') {
      if (this.#concluded || !this.#agrees(answer)) return 'bad';
      const batch = this.#nextBatch(answer);
      reply({ type: 'batch', batch });
      if (batch === null) this.#waiting = reply;
      this.#conclude();
      return 'more';
    }
    const collected = this.#report(answer);
    if (typeof collected === 'string') return collected;
    const { archiveSha256 } = collected.done;
    return this.#opened === null || this.#opened.archiveSha256 === archiveSha256 ? collected : 'bad';
  };

  helper(): Helping {
    let holds = false;
    const collect: Collector<null> = (answer, reply) => {
      if (answer.type === 'helped') return holds ? 'bad' : { done: null };
      if (answer.type === 'judged') return holds && this.#keep(answer) ? 'more' : 'bad';
      if (answer.type !== 'next' || !this.#agrees(answer)) return 'bad';
      if (holds) this.#held -= 1;
      const batch = this.#nextBatch(answer);
      holds = batch !== null;
      if (holds) this.#held += 1;
      reply({ type: 'batch', batch });
      this.#conclude();
      return 'more';
    };
    return { collect, holds: () => holds };
  }

  /** Whoever opens the archive first says what it is; one that sees something else ends the inspection. */
  #agrees({ archiveSha256, batches }: Answer<'next'>): boolean {
    this.#opened ??= { archiveSha256, batches };
    return this.#opened.archiveSha256 === archiveSha256 && this.#opened.batches === batches;
  }

  #nextBatch({ batches }: Answer<'next'>): number | null {
    if (this.#handedOut >= batches) return null;
    this.#handedOut += 1;
    return this.#handedOut - 1;
  }

  #keep({ files, unreadable, findings }: JudgedMessage): boolean {
    this.#judged.push({ type: 'judged', files, unreadable, findings });
    this.#rows += files.length + unreadable.length + findings.length;
    return this.#rows <= MOST_ROWS;
  }

  #conclude(): void {
    if (this.#waiting === null || this.#held > 0) return;
    const messages: readonly WithoutJob<FollowingMessage>[] = [...this.#judged, { type: 'conclude' }];
    for (const message of messages) this.#waiting(message);
    this.#waiting = null;
    this.#concluded = true;
  }
}

/** Several processes at one job: they are cancelled together, fail together, and are watched as one. */
export class Together {
  readonly #watch: Watch;
  readonly #stop = new AbortController();
  readonly #done = new Map<symbol, number>();
  #failure: unknown = null;

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Why the job failed, when it was one of the others that failed first. */
  get failure(): unknown {
    return this.#failure;
  }

  fail(thrown: unknown): void {
    if (this.#stop.signal.aborted) return;
    this.#failure = thrown;
    this.end();
  }

  /** Ends all that are not done. */
  end(): void {
    this.#stop.abort();
  }

  /** For one of the processes; their progress is added up. */
  watch(): Watch {
    const { signal, onProgress } = this.#watch;
    const process = Symbol('process');
    return {
      signal: signal === undefined ? this.#stop.signal : AbortSignal.any([signal, this.#stop.signal]),
      onProgress: (done, total) => {
        this.#done.set(process, done);
        const sum = [...this.#done.values()].reduce((a, b) => a + b, 0);
        onProgress?.(Math.min(sum, total), total);
      },
    };
  }
}
