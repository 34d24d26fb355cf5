/** A file layer whose Nth call fails, for N up to the end of an operation: whatever the disk refuses, and whenever. */
import type { Files, OpenFile } from '../files.ts';

export type Errno = 'EIO' | 'ENOSPC' | 'EACCES' | 'EMFILE';
export const ERRNOS: readonly Errno[] = ['EIO', 'ENOSPC', 'EACCES', 'EMFILE'];

/** Where a fault is put, and what came of it. */
export interface Fault {
  /** 1-based number of the call that fails; 0 fails none and only counts. */
  readonly nth: number;
  readonly errno: Errno;
  /** True when every call from the Nth on fails: the disk stays full. */
  readonly lasting: boolean;
  calls: number;
  /** Names of the calls that failed. */
  readonly hit: string[];
}

export function newFault(nth: number, errno: Errno, lasting: boolean): Fault {
  return { nth, errno, lasting, calls: 0, hit: [] };
}

/** The same files, failing as told. A call fails before it does anything, as a system call does. */
export function faultyFiles(files: Files, fault: Fault): Files {
  return failing(files, fault, (name, result) => {
    if (name !== 'open') return result;
    return (result as Promise<OpenFile>).then((file) => failing(file, fault, (_name, value) => value, 'file.'));
  });
}

function failing<T extends object>(
  target: T,
  fault: Fault,
  pass: (name: string, result: unknown) => unknown,
  prefix = '',
): T {
  return new Proxy(target, {
    get(object, name, receiver) {
      const method: unknown = Reflect.get(object, name, receiver);
      if (typeof method !== 'function') return method;
      return (...args: unknown[]): unknown => {
        fault.calls += 1;
        const isHit = fault.nth > 0 && (fault.lasting ? fault.calls >= fault.nth : fault.calls === fault.nth);
        if (isHit) {
          fault.hit.push(`${prefix}${String(name)}`);
          const thrown = Object.assign(new Error(`${fault.errno}: injected`), {
            code: fault.errno,
            path: String(args[0] ?? ''),
          });
          // A close that fails has closed all the same.
          if (name === 'close')
            return Promise.resolve(Reflect.apply(method, object, args)).then(() => Promise.reject(thrown));
          if (isAsynchronous(prefix, String(name))) return Promise.reject(thrown);
          throw thrown;
        }
        return pass(String(name), Reflect.apply(method, object, args));
      };
    },
  });
}

const ASYNCHRONOUS = new Set(['open', 'stat', 'freeBytes', 'removeTree']);

function isAsynchronous(prefix: string, name: string): boolean {
  return prefix !== '' || ASYNCHRONOUS.has(name);
}
