/** The one way in, whatever the door: drop, dialog, file association, second instance, command line. */
import { hasEnded, type ImportProgress, type Problem } from '../../shared/models.ts';
import { appendEvent } from '../database/events.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { beat, insertImport, progressOf, readImport, shownImports } from '../quarantine/imports-table.ts';
import { getSummary } from '../quarantine/packages.ts';
import { recordEnd, recordFailure } from '../quarantine/record.ts';
import { type ImportContext, runImport } from './run.ts';
import { nameOf, newWork, type Work } from './work.ts';

export interface IntakeOptions extends ImportContext {
  /** Told at every change of stage and at most every 50 ms within a stage. */
  readonly onProgress?: (progress: ImportProgress) => void;
  /** In milliseconds; 5 s by default. */
  readonly heartbeat?: number;
}

/** A sign of life now and then; the sweep waits for many of them. In milliseconds. */
const HEARTBEAT = 5_000;
/** More often than this nobody sees. In milliseconds. */
const PROGRESS_PAUSE = 50;
/** Ended imports that are remembered with their last progress. */
const REMEMBERED = 1_000;

export class Intake {
  readonly #options: IntakeOptions;
  readonly #works = new Map<string, Work>();
  readonly #queue: Work[] = [];
  readonly #listeners = new Set<(progress: ImportProgress) => void>();
  #running: Promise<void> | null = null;
  #heart: NodeJS.Timeout | null = null;
  #closing = false;

  constructor(options: IntakeOptions) {
    this.#options = options;
    if (options.onProgress) this.#listeners.add(options.onProgress);
  }

  /** Adds a listener of progress. @returns a function that takes it away again */
  subscribe(listener: (progress: ImportProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Takes files in, one after the other, in this order. The rows are there when this returns; the work goes on by itself.
   * @throws when the rows cannot be written: then nothing was started
   */
  start(paths: readonly string[], actor: string): ImportProgress[] {
    if (this.#closing) throw new ProblemError('interrupted', {});
    const works = paths.map((path) => newWork(nameOf(path), actor, { kind: 'file', path }));
    const { db } = this.#options;
    db.transaction(() => {
      for (const work of works) insertImport(db, work.importId, work.fileName, null);
    });
    return this.#enqueue(works);
  }

  /**
   * Inspects the private copy of a package again: after a failed import, or under the rules of today.
   * @throws ProblemError not-found; not-allowed-in-state for a package that is loaded, rejected or purged
   */
  retry(archiveSha256: string, actor = 'desk'): ImportProgress {
    if (this.#closing) throw new ProblemError('interrupted', {});
    const { db } = this.#options;
    const work = db.transaction(() => {
      const { state, fileName } = getSummary(db, archiveSha256);
      if (state !== 'failed' && state !== 'no_op' && state !== 'in_review') {
        throw new ProblemError('not-allowed-in-state', { what: archiveSha256, state, to: 'retry' });
      }
      const made = newWork(fileName, actor, { kind: 'again', archiveSha256 });
      insertImport(db, made.importId, fileName, archiveSha256);
      appendEvent(db, {
        kind: 'package.retried',
        actor,
        subject: archiveSha256,
        data: { state, importId: made.importId },
        utc: db.clock.now(),
      });
      return made;
    });
    const [progress] = this.#enqueue([work]);
    return progress ?? work.progress;
  }

  /** @returns false when there is nothing to cancel: it has ended, is being recorded, or belongs to another process */
  cancel(importId: string): boolean {
    const work = this.#works.get(importId);
    if (!work || hasEnded(work.progress) || work.advance.stage === 'recording') return false;
    work.abort.abort();
    const waiting = this.#queue.indexOf(work);
    if (waiting >= 0) {
      this.#queue.splice(waiting, 1);
      void this.#endBroken(work, new ProblemError('cancelled', {}));
    }
    return true;
  }

  /** Imports that run (of every process on this data folder), those of this process that ended, and failed ones of late. */
  list(): ImportProgress[] {
    const shown = new Map<string, ImportProgress>();
    for (const row of shownImports(this.#options.db)) shown.set(row.import_id, progressOf(row));
    for (const work of this.#works.values()) {
      // Failed ones are shown as long as the table says so: not after the file came in.
      if (work.progress.stage !== 'failed' || shown.has(work.importId)) shown.set(work.importId, work.progress);
    }
    return [...shown.values()];
  }

  /**
   * Waits for the end of an import.
   * @throws ProblemError not-found for an id that was never given out
   */
  async wait(importId: string): Promise<ImportProgress> {
    const work = this.#works.get(importId);
    if (work) return await work.ended.promise;
    const row = readImport(this.#options.db, importId);
    if (!row) throw new ProblemError('not-found', { what: importId });
    return progressOf(row);
  }

  /** Breaks off what runs: it ends as `interrupted`, and what was copied whole can be tried again at the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const work of this.#queue.splice(0)) void this.#endBroken(work, new ProblemError('interrupted', {}));
    for (const work of this.#works.values()) if (!hasEnded(work.progress)) work.abort.abort();
    await Promise.all([...this.#works.values()].map((work) => work.ended.promise));
    await this.#running;
  }

  #enqueue(works: readonly Work[]): ImportProgress[] {
    for (const work of works) {
      this.#works.set(work.importId, work);
      this.#queue.push(work);
      this.#tell(work);
    }
    const started = works.map((work) => work.progress);
    this.#running ??= this.#runAll();
    return started;
  }

  async #runAll(): Promise<void> {
    // After `start` has returned: its caller sees `waiting` first.
    await Promise.resolve();
    this.#heart = setInterval(() => this.#beat(), this.#options.heartbeat ?? HEARTBEAT);
    this.#heart.unref();
    try {
      for (let work = this.#queue.shift(); work; work = this.#queue.shift()) await this.#run(work);
    } finally {
      clearInterval(this.#heart);
      this.#running = null;
    }
  }

  async #run(work: Work): Promise<void> {
    try {
      const recorded = await runImport(this.#options, {
        ...work,
        signal: work.abort.signal,
        report: (done, total) => this.#advance(work, done, total),
      });
      for (const path of recorded.leftovers) await this.#removeQuietly(path);
      this.#end(work, {
        stage: 'done',
        archiveSha256: work.advance.archiveSha256,
        known: recorded.known,
        problem: null,
      });
    } catch (thrown) {
      await this.#endBroken(work, thrown);
    }
  }

  /** Ends an import that broke off. Whatever happens here, the import ends: a row that cannot be written is left to the sweep. */
  async #endBroken(work: Work, thrown: unknown): Promise<void> {
    const problem = this.#problemOf(work, thrown);
    const stage = problem.code === 'cancelled' ? 'cancelled' : 'failed';
    const { db } = this.#options;
    const { importId, fileName, actor, advance } = work;
    const archiveSha256 = advance.archiveSha256 ?? (work.task.kind === 'again' ? work.task.archiveSha256 : null);
    const { sizeBytes } = advance;
    let ending = problem;
    let leftovers: readonly string[] = [db.layout.stagingOf(importId)];
    try {
      if (stage === 'failed' && archiveSha256 !== null) {
        const facts = { importId, archiveSha256, fileName, actor, clock: db.clock };
        leftovers = recordFailure(db, { ...facts, sizeBytes, problem }).leftovers;
      } else {
        recordEnd(db, importId, stage, stage === 'failed' ? problem : null);
      }
    } catch (again) {
      // The row stays open under this process; the next start finds it, and the copy when it is whole.
      leftovers = archiveSha256 === null ? leftovers : [];
      ending =
        problem.code === 'cancelled'
          ? problem
          : { ...problem, values: { ...problem.values, also: problemOf(again).code } };
    }
    for (const path of leftovers) await this.#removeQuietly(path);
    this.#end(work, { stage, archiveSha256, known: false, problem: stage === 'failed' ? ending : null });
  }

  /** Whoever was told to stop has stopped for that reason, whatever it threw. */
  #problemOf(work: Work, thrown: unknown): Problem {
    if (work.abort.signal.aborted && this.#closing) return { code: 'interrupted', values: {} };
    if (work.abort.signal.aborted) return { code: 'cancelled', values: {} };
    return problemOf(thrown);
  }

  #advance(work: Work, done: number, total: number): void {
    const { stage, archiveSha256 } = work.advance;
    const isNewStage = stage !== work.progress.stage;
    work.progress = { ...work.progress, stage, done, total, archiveSha256 };
    if (isNewStage || performance.now() - work.toldAt >= PROGRESS_PAUSE) this.#tell(work);
  }

  #end(work: Work, end: Pick<ImportProgress, 'stage' | 'archiveSha256' | 'known' | 'problem'>): void {
    work.progress = { ...work.progress, ...end };
    this.#tell(work);
    work.ended.resolve(work.progress);
    for (const [importId, { progress }] of this.#works) {
      if (this.#works.size <= REMEMBERED) break;
      if (hasEnded(progress)) this.#works.delete(importId);
    }
  }

  #tell(work: Work): void {
    work.toldAt = performance.now();
    for (const listener of this.#listeners) {
      try {
        listener(work.progress);
      } catch (thrown) {
        // Whoever only watches must not break an import off.
        process.emitWarning(thrown instanceof Error ? thrown : String(thrown));
      }
    }
  }

  #beat(): void {
    try {
      const open = [...this.#works.values()].filter(({ progress }) => !hasEnded(progress));
      beat(
        this.#options.db,
        open.map(({ importId }) => importId),
      );
    } catch {
      // Locked for a moment or closed: the next beat comes soon, and a live process is known by its identity besides.
    }
  }

  /** What cannot be removed now is removed by the sweep. */
  async #removeQuietly(path: string): Promise<void> {
    try {
      await this.#options.db.files.removeTree(path);
    } catch {
      // See above.
    }
  }
}
