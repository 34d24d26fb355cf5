/**
 * Loaded in front of a utility process: gives it `process.parentPort` over Node's own channel. Plain JavaScript, because every inspector
 * waits for it, and Node needs longer to take the types out of a file than to run this one.
 */
import { EventEmitter } from 'node:events';

class ParentPort extends EventEmitter {
  /** Messages that nobody has listened to yet; null from then on. */
  #waiting = [];

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
  postMessage(message) {
    process.send?.(message);
  }
}

Object.defineProperty(process, 'parentPort', { value: new ParentPort() });
process.on('disconnect', () => process.exit(0));
