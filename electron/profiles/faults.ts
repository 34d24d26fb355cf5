/** File operations of which one fails, and from then on all of them when the program is to be dead. For tests. */
import { type Files, type OpenFile, systemFiles } from '../files.ts';

export interface FaultyFiles {
  readonly files: Files;
  /** The operation with this number fails (from 0), counted from now. */
  arm(at: number, then: 'dead' | 'once'): void;
  disarm(): void;
  /** Operations since `arm`. */
  readonly done: () => number;
}

export function faultyFiles(): FaultyFiles {
  let at = Number.POSITIVE_INFINITY;
  let then: 'dead' | 'once' = 'once';
  let done = 0;
  const step = (name: string): void => {
    const number = done;
    done += 1;
    if (number === at || (number > at && then === 'dead')) {
      throw Object.assign(new Error(`fault at ${name}`), { code: 'ENOSPC', path: name });
    }
  };
  const faulty = (file: OpenFile): OpenFile => ({
    stat: () => file.stat(),
    read: (buffer) => file.read(buffer),
    async write(bytes) {
      step('write');
      await file.write(bytes);
    },
    async sync() {
      step('sync');
      await file.sync();
    },
    close: () => file.close(),
  });
  const files: Files = {
    ...systemFiles,
    async open(path, flags, mode) {
      step('open');
      return faulty(await systemFiles.open(path, flags, mode));
    },
    async removeTree(path) {
      step('removeTree');
      await systemFiles.removeTree(path);
    },
    readAll(path) {
      step('readAll');
      return systemFiles.readAll(path);
    },
    replace(path, bytes) {
      step('replace');
      systemFiles.replace.call(this, path, bytes);
    },
    makeFolder(path) {
      step('makeFolder');
      systemFiles.makeFolder(path);
    },
    rename(from, to) {
      step('rename');
      systemFiles.rename(from, to);
    },
    syncFolder(path) {
      step('syncFolder');
      systemFiles.syncFolder(path);
    },
    remove(path) {
      step('remove');
      systemFiles.remove(path);
    },
    setMode(path, mode) {
      step('setMode');
      systemFiles.setMode(path, mode);
    },
  };
  return {
    files,
    arm(number, what) {
      at = number;
      then = what;
      done = 0;
    },
    disarm() {
      at = Number.POSITIVE_INFINITY;
    },
    done: () => done,
  };
}
