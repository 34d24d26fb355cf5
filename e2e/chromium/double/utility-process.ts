/** Double of `utilityProcess`: a child of Node that finds `process.parentPort`, as in Electron. */
import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const PARENT_PORT = fileURLToPath(new URL('./parent-port.mjs', import.meta.url));

type Members = 'kill' | 'postMessage';

class StandInUtilityProcess extends EventEmitter implements Pick<Electron.UtilityProcess, Members> {
  readonly #child: ChildProcess;
  readonly stdout;
  readonly stderr;

  constructor(modulePath: string, args: readonly string[], options: Electron.ForkOptions) {
    super();
    const { env, cwd, stdio } = options;
    const output = stdio === 'pipe' || stdio === 'ignore' ? stdio : 'inherit';
    this.#child = fork(modulePath, [...args], {
      execArgv: [...(options.execArgv ?? []), ...allowed(options.execArgv), '--import', PARENT_PORT],
      serialization: 'advanced',
      ...(env ? { env: env as NodeJS.ProcessEnv } : {}),
      ...(cwd ? { cwd } : {}),
      stdio: ['ignore', output, output, 'ipc'],
    });
    this.stdout = this.#child.stdout;
    this.stderr = this.#child.stderr;
    this.#child.on('spawn', () => this.emit('spawn'));
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code, signal) => this.emit('exit', code ?? (signal ? 1 : 0)));
    this.#child.on('error', () => {});
  }
  get pid(): number | undefined {
    return this.#child.exitCode === null ? this.#child.pid : undefined;
  }
  postMessage(message: unknown): void {
    if (this.#child.connected) this.#child.send(message as object);
  }
  kill(): boolean {
    return this.#child.kill('SIGKILL');
  }
}

/** Under Node's permission model the child must be able to read the file that gives it its port. */
function allowed(execArgv: readonly string[] = []): string[] {
  return execArgv.includes('--permission') ? [`--allow-fs-read=${dirname(PARENT_PORT)}`] : [];
}

export const utilityProcess = {
  fork: (modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}) =>
    new StandInUtilityProcess(modulePath, args, options),
};
