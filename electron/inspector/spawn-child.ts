/** Starts the inspector as a child process of Node, confined by Node's permission model. */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  confiningFlags,
  type InspectorExit,
  type InspectorPlace,
  type InspectorProcess,
  inspectorArgument,
  inspectorEnvironment,
  realPlace,
  type SpawnInspector,
} from './transport.ts';

/** The end of what a dying process wrote is enough to tell a full heap from another crash. */
const KEPT_OUTPUT = 8_192;
const HEAP_MESSAGE = /heap out of memory|Allocation failed|OOM error/;

/** Starts the inspector beside this file: the source in development and tests, the bundle in the built program. */
export const spawnChildInspector: SpawnInspector = (place) =>
  childInspector(place, inspectorEntry(import.meta.dirname));

/** The module that the process runs: TypeScript source beside this source, or the bundle beside this bundle. */
export function inspectorEntry(folder: string): string {
  const source = join(folder, 'inspector-main.ts');
  return existsSync(source) ? source : join(folder, 'inspector.js');
}

/** @param entry module the process runs; tests put misbehaving ones here */
export function childInspector(place: InspectorPlace, entry: string): InspectorProcess {
  const real = realPlace(place);
  const child = fork(entry, [inspectorArgument(real)], {
    execArgv: [...confiningFlags(real, codeOf(entry))],
    env: inspectorEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'json',
  });
  return watched(child);
}

function watched(child: ChildProcess): InspectorProcess {
  let output = '';
  let ended = false;
  let listener: (message: unknown) => void = () => {};
  let onExit: (exit: InspectorExit) => void = () => {};
  let exit: InspectorExit | null = null;
  const end = (code: number | null, signal: string | null): void => {
    if (ended) return;
    ended = true;
    exit = { code, signal, outOfMemory: HEAP_MESSAGE.test(output) };
    onExit(exit);
  };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  });
  child.on('message', (message: unknown) => listener(message));
  // `close` comes after the last output; `error` alone when the process could not be started.
  child.on('close', (code, signal) => end(code, signal));
  child.on('error', () => {
    if (child.pid === undefined) end(null, null);
  });
  return {
    pid: child.pid,
    confinement: 'required',
    post: (message) => {
      // The callback takes the fault of a channel that closed meanwhile; the exit tells the rest.
      if (child.connected) child.send(message as object, () => {});
    },
    onMessage: (given) => {
      listener = given;
    },
    onExit: (given) => {
      onExit = given;
      if (exit !== null) given(exit);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** The code that the process must read to run: its bundle, or in development the sources and packages. */
function codeOf(entry: string): readonly string[] {
  const folder = dirname(entry);
  if (!entry.endsWith('.ts')) return [folder, ...packageFiles(folder)];
  const program = dirname(dirname(folder));
  const parts = ['electron', 'shared', 'node_modules'].map((name) => join(program, name));
  return [...parts, folder, ...packageFiles(folder)];
}

/** Node looks for `package.json` from the module's folder upwards, to learn that `.js` is an ES module. */
function packageFiles(folder: string): readonly string[] {
  const files: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    files.push(join(at, 'package.json'));
    if (existsSync(join(at, 'package.json')) || at === dirname(at)) return files;
  }
}
