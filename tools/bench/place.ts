/** What every measurement is given: inputs, folders, programs, and how often. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { type Input, type InputName, provideInput, type Size } from './inputs.ts';
import { type Command, findPython, insideScript, isThere, openStopwatch, type Stopwatch } from './programs.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The programs that are measured and compared with; null for what this machine does not have. */
export interface Programs {
  readonly node: string;
  readonly python: string | null;
  readonly unzip: boolean;
  readonly sevenZip: string | null;
}

export class Place {
  readonly runs: number;
  readonly size: Size;
  readonly programs: Programs;
  readonly stopwatch: Stopwatch;
  readonly say: (line: string) => void;
  readonly #inputs: string;
  readonly #work: string;

  /** @param folder where everything is written; inputs may lie elsewhere, to be kept */
  constructor(options: {
    readonly folder: string;
    readonly inputs: string;
    readonly runs: number;
    readonly size: Size;
    readonly say: (line: string) => void;
  }) {
    this.runs = options.runs;
    this.size = options.size;
    this.say = options.say;
    this.#inputs = options.inputs;
    this.#work = join(options.folder, 'work');
    mkdirSync(this.#work, { recursive: true });
    this.programs = {
      node: process.execPath,
      python: findPython(),
      unzip: isThere('unzip', '-v') && isThere('sha256sum', '--version'),
      sevenZip: ['7z', '7zz', '7za'].find((name) => isThere(name, 'i')) ?? null,
    };
    this.stopwatch = openStopwatch(this.programs.python, this.#work);
  }

  input(name: InputName, edition = 1): Promise<Input> {
    return provideInput(this.#inputs, name, this.size, edition);
  }

  /** A folder of its own for one run, on the same disk as everything else. */
  freshFolder(): string {
    return mkdtempSync(join(this.#work, 'run-'));
  }

  /** A folder for the time of one piece of work. */
  async inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = this.freshFolder();
    try {
      return await work(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /**
   * The same for work that makes thousands of files. They are emptied after it, and removed with everything at the end: where many files
   * were removed a moment ago, ext4 takes twenty times as long to make new ones, and whoever comes next would pay for it.
   */
  async inFolderOfMany<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = this.freshFolder();
    try {
      return await work(folder);
    } finally {
      emptyFiles(folder);
    }
  }

  /** Our command line as a person starts it: the built program. */
  uaix(...args: readonly string[]): Command {
    return [this.programs.node, join(ROOT, 'dist', 'electron', 'cli.js'), ...args];
  }

  /** A script of `inside/`, with its question. */
  inside(name: string, question: unknown): Command {
    return [this.programs.node, insideScript(name), JSON.stringify(question)];
  }
}

/** Gives the space of all files below a folder back, also what has not been written to the disk yet. */
function emptyFiles(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // Those of a generation are read-only.
    chmodSync(path, 0o600);
    truncateSync(path);
  }
}
