/** What runs in the page before any script of its own: the compiled preload script with a stand-in for `require('electron')`. */
import { readFileSync } from 'node:fs';
import { BYTES } from './carried.ts';
import { STAND_IN_ORIGIN } from './messages.ts';

/** Name of the binding that the host exposes; the page-side code takes it away before the page's scripts run. */
export const BINDING = '__standInInvoke';
/** Registered symbols under which the host reaches into the page. */
export const DELIVER = 'stand-in deliver';
export const FILES = 'stand-in files';
/** What the page invokes for the next piece of a long answer. No channel of the product has this name. */
export const MORE = 'stand-in more';
/** A dropped file's path is not known at once in Chromium: a token travels instead, and the host puts the path in its place. */
export const FILE_TOKEN = 'stand-in-file:';

/**
 * The shim, as a function whose text goes into the page. It has no access to this module.
 * What Electron keeps apart by a second JavaScript world is kept apart by a closure here: the page can reach neither `ipcRenderer`
 * nor the binding.
 */
function standIn(
  names: { binding: string; deliver: string; files: string; token: string; bytes: string; more: string },
  preload: (require: (name: string) => unknown, module: { exports: unknown }, exports: unknown) => void,
): void {
  const scope = globalThis as unknown as Record<string | symbol, unknown>;
  const invoke = scope[names.binding] as (
    channel: string,
    args: unknown[],
  ) => Promise<{ value?: string; more?: number; fault?: string }>;
  delete scope[names.binding];

  /** The value that `carried` made a string of. */
  const marker = JSON.stringify(names.bytes);
  const uncarried = (text: string): unknown => {
    if (!text.includes(marker)) return JSON.parse(text);
    return JSON.parse(text, (_key, member: unknown) => {
      const bytes = (member as Record<string, unknown> | null)?.[names.bytes];
      return typeof bytes === 'string' ? Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0)) : member;
    });
  };

  const listeners = new Map<string, ((event: unknown, ...args: unknown[]) => void)[]>();
  Object.defineProperty(scope, Symbol.for(names.deliver), {
    value: (channel: string, args: unknown[]) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    },
  });

  // Files made by a script have no path, as in Electron; only the constructor can tell them from dropped ones.
  const scripted = new WeakSet<File>();
  const NativeFile = File;
  class ScriptedFile extends NativeFile {
    constructor(...given: ConstructorParameters<typeof File>) {
      super(...given);
      scripted.add(this);
    }
  }
  Object.defineProperty(ScriptedFile, 'name', { value: 'File' });
  Object.defineProperty(ScriptedFile, Symbol.hasInstance, {
    value: (value: unknown) => NativeFile[Symbol.hasInstance](value),
  });
  scope.File = ScriptedFile;
  const files: File[] = [];
  Object.defineProperty(scope, Symbol.for(names.files), { value: files });

  /** What crosses `contextBridge` is a frozen copy; functions are wrapped, and what they answer is copied too. */
  function bridged(value: unknown): unknown {
    if (typeof value === 'function') {
      return (...args: unknown[]) => {
        const answer = value(...args);
        return answer instanceof Promise ? answer.then(bridged) : bridged(answer);
      };
    }
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof Blob) return value;
    if (Array.isArray(value)) return value.map(bridged);
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, bridged(member)])));
  }

  const electron = {
    contextBridge: {
      exposeInMainWorld: (name: string, api: unknown) =>
        Object.defineProperty(scope, name, { value: bridged(api), enumerable: true }),
    },
    ipcRenderer: {
      invoke: async (channel: string, ...args: unknown[]) => {
        const { value, more, fault } = await invoke(channel, args);
        if (fault !== undefined) throw new Error(`Error invoking remote method '${channel}': ${fault}`);
        if (value === undefined) return undefined;
        const pieces = [value];
        for (let piece = more === undefined ? undefined : await invoke(names.more, [more]); piece; ) {
          pieces.push(piece.value ?? '');
          piece = piece.more === undefined ? undefined : await invoke(names.more, [more]);
        }
        return uncarried(pieces.join(''));
      },
      on: (channel: string, listener: (event: unknown, ...args: unknown[]) => void) => {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
    },
    webUtils: {
      getPathForFile: (file: File) => (scripted.has(file) ? '' : `${names.token}${files.push(file) - 1}`),
    },
  };
  const module = { exports: {} };
  preload(
    (name) => {
      if (name !== 'electron') throw new Error(`a sandboxed preload script cannot require ${name}`);
      return electron;
    },
    module,
    module.exports,
  );
}

/** The script that the host adds to every new document. Only the top frame of our own page gets a bridge. */
export function pageScript(preloadPath: string): string {
  const names = JSON.stringify({
    binding: BINDING,
    deliver: DELIVER,
    files: FILES,
    token: FILE_TOKEN,
    bytes: BYTES,
    more: MORE,
  });
  return `if (globalThis.top === globalThis && location.origin === ${JSON.stringify(STAND_IN_ORIGIN)}) {
(${standIn.toString()})(${names}, function (require, module, exports) {
${readFileSync(preloadPath, 'utf8')}
});
} else { delete globalThis[${JSON.stringify(BINDING)}]; }`;
}
