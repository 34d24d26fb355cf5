/** Loaded in front of a utility process: gives it `process.parentPort` over Node's own channel. */
import { EventEmitter } from 'node:events';

class ParentPort extends EventEmitter {
  #waiting: unknown[] | null = [];

  constructor() {
    super();
    process.on('message', (data) => {
      if (this.#waiting) this.#waiting.push(data);
      else this.emit('message', { data, ports: [] });
    });
    // As in Electron: messages queue up until somebody listens.
    this.on('newListener', (event) => {
      if (event !== 'message' || !this.#waiting) return;
      const waiting = this.#waiting;
      this.#waiting = null;
      queueMicrotask(() => {
        for (const data of waiting) this.emit('message', { data, ports: [] });
      });
    });
  }
  postMessage(message: unknown): void {
    process.send?.(message as object);
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
process.on('disconnect', () => process.exit(0));
