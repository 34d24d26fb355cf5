/** Messages that wait until somebody takes them, in the order they came. One taker at a time. */
export class Mail<T> {
  readonly #waiting: T[] = [];
  #taker: ((message: T) => void) | null = null;

  put(message: T): void {
    const taker = this.#taker;
    this.#taker = null;
    if (taker === null) this.#waiting.push(message);
    else taker(message);
  }

  /** The next message; waits for it when there is none yet. */
  async take(): Promise<T> {
    const [next] = this.#waiting.splice(0, 1);
    if (next !== undefined) return next;
    const { promise, resolve } = Promise.withResolvers<T>();
    this.#taker = resolve;
    return promise;
  }
}
