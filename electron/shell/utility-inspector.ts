/** Starts the inspector as a utility process of Electron: the transport of the desk's window. */
import { dirname, join } from 'node:path';
import { utilityProcess } from 'electron';
import {
  confiningFlags,
  type InspectorExit,
  type InspectorProcess,
  inspectorArgument,
  inspectorEnvironment,
  realPlace,
  type SpawnInspector,
} from '../inspector/transport.ts';

/**
 * A utility process lives in Chromium's process model and needs no fuse that would let the program run as plain Node. The flags of the
 * permission model are passed on; whether the host honours them is what the process reports.
 */
export const spawnUtilityInspector: SpawnInspector = (given) => {
  const place = realPlace(given);
  const entry = join(import.meta.dirname, 'inspector.js');
  const child = utilityProcess.fork(entry, [inspectorArgument(place)], {
    execArgv: [...confiningFlags(place, [import.meta.dirname, join(dirname(place.resources), 'package.json')])],
    env: inspectorEnvironment(),
    stdio: 'ignore',
    serviceName: 'UAIX inspector',
  });
  let listener: (message: unknown) => void = () => {};
  let onExit: (exit: InspectorExit) => void = () => {};
  let exit: InspectorExit | null = null;
  let fatal = false;
  child.on('message', (message: unknown) => listener(message));
  child.on('error', () => {
    // Electron emits this for one reason only: V8 could not go on, which in practice is a full heap.
    fatal = true;
  });
  child.once('exit', (code) => {
    exit = { code, signal: null, outOfMemory: fatal };
    onExit(exit);
  });
  return {
    get pid() {
      return child.pid;
    },
    confinement: 'reported',
    post: (message) => child.postMessage(message),
    onMessage: (given) => {
      listener = given;
    },
    onExit: (given) => {
      onExit = given;
      if (exit !== null) given(exit);
    },
    kill: () => void child.kill(),
  } satisfies InspectorProcess;
};
