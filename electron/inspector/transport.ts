/** How the pool reaches an inspector process: one interface, a transport for Node and one for Electron. */
import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';

/** What a process may see and use; fixed when it starts, because it stays warm over many jobs. */
export interface InspectorPlace {
  /** Folder of the program's resources; format packs lie in its `format/`. */
  readonly resources: string;
  /** Folders in which private copies of archives lie. */
  readonly readable: readonly string[];
  /** Folders in which staging folders lie. */
  readonly writable: readonly string[];
  /** Resident memory at which the process gives up, in MiB; half of it is the limit of the JavaScript heap. */
  readonly memoryMiB: number;
}

export interface InspectorExit {
  readonly code: number | null;
  readonly signal: string | null;
  /** True when the engine ended the process because its heap was full. */
  readonly outOfMemory: boolean;
}

/** One running inspector process. */
export interface InspectorProcess {
  /** For tests and messages; undefined when the process did not start. */
  readonly pid: number | undefined;
  /** `required`: a process that reports itself unconfined is not used. `reported`: the host cannot promise it. */
  readonly confinement: 'required' | 'reported';
  post(message: unknown): void;
  /** Replaces the listener; messages are plain data of unknown shape. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, also when the process could not be started. */
  onExit(listener: (exit: InspectorExit) => void): void;
  /** Ends the process at once; quiet when it has ended. */
  kill(): void;
}

/** Starts a process. Must not throw: a process that cannot start calls its exit listener. */
export type SpawnInspector = (place: InspectorPlace) => InspectorProcess;

/** The one argument of the process: what `inspector-main.ts` needs before its first message. */
export interface InspectorArgument {
  readonly resources: string;
  readonly memoryMiB: number;
}

/** Share of the memory limit that the JavaScript heap may take; the rest is for the bytes of archive and files. */
const HEAP_SHARE = 0.5;

/**
 * Node's flags that confine the process: it may read archives, its own code and resources, and write below the staging roots.
 * @param code files and folders of the program itself
 */
export function confiningFlags(place: InspectorPlace, code: readonly string[]): readonly string[] {
  const readable = [...code, ...folders([place.resources, ...place.readable, ...place.writable])];
  return [
    '--permission',
    ...[...new Set(readable)].map((path) => `--allow-fs-read=${path}`),
    ...folders([...new Set(place.writable)]).map((path) => `--allow-fs-write=${path}`),
    ...heapFlags(place),
  ];
}

/** A path without the wildcard means the folder's content only if the folder is there when the process starts. */
function folders(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => [path, `${path}${sep}*`]);
}

/** For short-lived objects, in MiB. V8's own measure, made for servers, takes half as much memory again and is no faster here. */
const YOUNG_SPACE_MIB = 4;

/** Limits the heap, and lets the process collect garbage by itself: see `memory.ts`. */
export function heapFlags({ memoryMiB }: InspectorPlace): readonly string[] {
  const old = `--max-old-space-size=${Math.floor(memoryMiB * HEAP_SHARE)}`;
  return [old, `--max-semi-space-size=${YOUNG_SPACE_MIB}`, '--expose-gc'];
}

export function inspectorArgument({ resources, memoryMiB }: InspectorPlace): string {
  return JSON.stringify({ resources, memoryMiB } satisfies InspectorArgument);
}

/** Permissions are compared with real paths, so links (as `/tmp` on macOS) are resolved before a process is started. */
export function realPlace(place: InspectorPlace): InspectorPlace {
  return {
    ...place,
    resources: realPath(place.resources),
    readable: place.readable.map(realPath),
    writable: place.writable.map(realPath),
  };
}

/** The path without links. What is not there yet will be made below something that is. */
export function realPath(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const above = dirname(path);
  return above === path ? path : join(realPath(above), basename(path));
}

/** Neither secrets of the environment nor NODE_OPTIONS reach the process; Windows cannot start one without its root. */
export function inspectorEnvironment(): Record<string, string> {
  return process.env.SystemRoot ? { SystemRoot: process.env.SystemRoot } : {};
}
