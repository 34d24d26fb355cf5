/** Ctrl-C, and the system's requests to end, for a command that must put something away first. */

/** As far as a system knows them. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The part of `process` that this needs. */
export interface Signalled {
  readonly pid: number;
  on(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  off(signal: NodeJS.Signals, listener: (signal: NodeJS.Signals) => void): unknown;
  kill(pid: number, signal: NodeJS.Signals): unknown;
}

export class Interruption {
  readonly #program: Signalled;
  readonly #stop = new AbortController();
  #received: NodeJS.Signals | null = null;
  #isAwaited = false;

  constructor(program: Signalled = process) {
    this.#program = program;
  }

  /**
   * From here on a first request to end only aborts the signal: the command puts away what it holds, and ends. A second request ends
   * the program at once.
   */
  hold(): AbortSignal {
    if (!this.#isAwaited) for (const signal of ENDING) this.#program.on(signal, this.#receive);
    this.#isAwaited = true;
    return this.#stop.signal;
  }

  /** To be called when everything is put away. When the program was asked to end it ends here, in the way that its caller expects. */
  end(): void {
    this.#ignore();
    if (this.#received !== null) this.#program.kill(this.#program.pid, this.#received);
  }

  readonly #receive = (signal: NodeJS.Signals): void => {
    this.#received = signal;
    this.#ignore();
    this.#stop.abort();
  };

  #ignore(): void {
    for (const signal of ENDING) this.#program.off(signal, this.#receive);
  }
}
