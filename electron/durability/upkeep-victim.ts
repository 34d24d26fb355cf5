/**
 * A process that does one work on a whole data folder and kills itself, with the signal nobody can catch, at its Nth step.
 *
 * node upkeep-victim.ts FOLDER NAME NTH: with 0 it lives, and prints the phases of its steps as JSON.
 */
import fs, { writeSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename } from 'node:path';
import Sqlite from 'better-sqlite3';
import { type Files, type OpenFile, systemFiles } from '../files.ts';
import { UPKEEP, type UpkeepName } from './upkeep.ts';

const [folder = '', name = '', nth = '0'] = process.argv.slice(2);
const steps: string[] = [];

function step(phase: string): void {
  steps.push(phase);
  if (steps.length === Number(nth)) process.kill(process.pid, 'SIGKILL');
}

/** Both sides of an operation are steps: before it, and before what follows it. */
function around<T>(phase: string, work: () => T): T {
  step(phase);
  const result = work();
  if (!(result instanceof Promise)) {
    step(phase);
    return result;
  }
  return result.then((value) => {
    step(phase);
    return value;
  }) as T;
}

function watchedFile(file: OpenFile, phase: string): OpenFile {
  return {
    ...file,
    write: (bytes) => around(phase, () => file.write(bytes)),
    sync: () => around(phase, () => file.sync()),
  };
}

function phaseOfRename(from: string, to: string): string {
  if (to.includes('replaced-')) return 'moving-out';
  return from.includes('restoring-') ? 'moving-in' : 'naming';
}

function watchedFiles(files: Files, opening: string): Files {
  return {
    ...files,
    open: async (path, flags, mode) => watchedFile(await around(opening, () => files.open(path, flags, mode)), opening),
    rename: (from, to) => around(phaseOfRename(from, to), () => files.rename(from, to)),
    replace: (path, bytes) =>
      around(basename(path) === 'events.head' ? 'witnessing' : 'unpacking', () => files.replace(path, bytes)),
    remove: (path) => around('tidying', () => files.remove(path)),
    removeTree: (path) => around('tidying', () => files.removeTree(path)),
    syncFolder: (path) => around('syncing', () => files.syncFolder(path)),
  };
}

/** What works on files without the file layer: SQLite, and the streams of a backup. */
function watchRest(): void {
  const { exec, backup } = Sqlite.prototype;
  Sqlite.prototype.exec = function (this: Sqlite.Database, source) {
    return around('executing', () => exec.call(this, source));
  };
  Sqlite.prototype.backup = function (this: Sqlite.Database, ...args: Parameters<typeof backup>) {
    return around('snapshotting', () => backup.apply(this, args));
  };
  const { createReadStream } = fs;
  fs.createReadStream = ((...args: Parameters<typeof createReadStream>) =>
    around('zipping', () => createReadStream(...args))) as typeof createReadStream;
  syncBuiltinESMExports();
}

watchRest();
const files = watchedFiles(systemFiles, name === 'restore' ? 'unpacking' : 'reading');
await UPKEEP[name as UpkeepName].act(folder, files);
writeSync(1, JSON.stringify(steps));
