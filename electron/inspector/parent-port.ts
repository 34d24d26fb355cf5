/** The inspector's line to its parent: Node's IPC channel, or the parent port of an Electron utility process. */

export interface ParentPort {
  post(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
}

/** As Electron puts it on `process`; typed here because this process never imports Electron. */
interface UtilityParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', listener: (event: { readonly data: unknown }) => void): void;
}

/** @throws Error when the process was started by hand, without a parent to answer to */
export function parentPort(): ParentPort {
  const { parentPort: port } = process as unknown as { readonly parentPort?: UtilityParentPort };
  if (port) {
    return {
      post: (message) => port.postMessage(message),
      onMessage: (listener) => port.on('message', ({ data }) => listener(data)),
    };
  }
  if (process.send === undefined) throw new Error('the inspector is started by the desk, not by hand');
  const send = process.send.bind(process);
  // Without its parent the process has nothing to live for, whatever it is doing.
  process.on('disconnect', () => process.exit(0));
  return {
    post: (message) => void send(message),
    onMessage: (listener) => process.on('message', listener),
  };
}
