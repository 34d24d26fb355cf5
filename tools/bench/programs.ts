/** Programs that are run and timed: ours as a person starts them, and the yardsticks beside them. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';

/** What one run took, in milliseconds. CPU is that of all processes of the run; null where the system does not tell. */
export interface Sample {
  readonly wallMs: number;
  readonly cpuMs: number | null;
}

export type Command = readonly [program: string, ...args: string[]];

const INSIDE = join(import.meta.dirname, 'inside');

/** Path of a script that is run in a process of its own. */
export const insideScript = (name: string): string => join(INSIDE, name);

/** True when a program of this name can be started. */
export function isThere(program: string, probe: string): boolean {
  return spawnSync(program, [probe], { stdio: 'ignore' }).error === undefined;
}

/** Python itself, not a launcher in front of it that would add its own start; null when there is none. */
export function findPython(): string | null {
  for (const name of ['python3', 'python']) {
    const ran = spawnSync(name, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });
    if (ran.status === 0 && ran.stdout.trim() !== '') return ran.stdout.trim();
  }
  return null;
}

/** Runs programs one after the other and takes their times. */
export interface Stopwatch {
  /** @throws Error with what the program said when it does not end with one of the codes */
  run(command: Command, codes?: readonly number[]): Promise<Sample>;
  close(): Promise<void>;
}

/** The stopwatch in Python counts CPU time as well; without Python only the wall clock runs. */
export function openStopwatch(python: string | null, folder: string): Stopwatch {
  const errors = join(folder, 'stderr');
  return python === null ? new NodeStopwatch() : new PythonStopwatch(python, errors);
}

class PythonStopwatch implements Stopwatch {
  readonly #errors: string;
  readonly #process: ChildProcess;
  readonly #answers: Interface;
  readonly #lines: AsyncIterator<string>;

  constructor(python: string, errors: string) {
    this.#errors = errors;
    this.#process = spawn(python, ['-u', insideScript('timed.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
    if (this.#process.stdout === null) throw new TypeError('the stopwatch has an output');
    this.#answers = createInterface({ input: this.#process.stdout });
    this.#lines = this.#answers[Symbol.asyncIterator]();
  }

  async run(command: Command, codes: readonly number[] = [0]): Promise<Sample> {
    this.#process.stdin?.write(`${JSON.stringify({ argv: command, errors: this.#errors })}\n`);
    const answer = await this.#lines.next();
    if (answer.done) throw new Error('the stopwatch has ended');
    const { wallMs, cpuMs, exit } = JSON.parse(answer.value) as Sample & { readonly exit: number };
    if (!codes.includes(exit)) throw failed(command, exit, readFileSync(this.#errors, 'utf8'));
    return { wallMs, cpuMs };
  }

  async close(): Promise<void> {
    this.#process.stdin?.end();
    if (this.#process.exitCode === null) await once(this.#process, 'exit');
  }
}

class NodeStopwatch implements Stopwatch {
  async run([program, ...args]: Command, codes: readonly number[] = [0]): Promise<Sample> {
    const start = performance.now();
    const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'] });
    const wallMs = performance.now() - start;
    if (!codes.includes(status ?? -1)) throw failed([program, ...args], status, stderr);
    return { wallMs, cpuMs: null };
  }

  async close(): Promise<void> {}
}

function failed(command: Command, exit: number | null, said: string): Error {
  return new Error(`${command.join(' ')} ended with ${exit}:\n${said.trim()}`);
}

/**
 * Runs a program that measures itself and prints one line of JSON at its end.
 * @throws Error with what it said when it fails
 */
export async function askProgram<T>([program, ...args]: Command): Promise<T> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, said] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [exit] = (await once(child, 'close')) as [number | null];
  if (exit !== 0) throw failed([program, ...args], exit, said);
  return JSON.parse(out.trim().split('\n').at(-1) ?? '') as T;
}
