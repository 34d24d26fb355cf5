/** Double of `ipcMain`: calls of pages arrive through the host. */
import { toApp } from '../messages.ts';
import { windowOf } from './browser-window.ts';
import { handlers } from './state.ts';

type Listener = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;

const listeners = new Map<string, Listener>();

export const ipcMain = {
  handle(channel: string, listener: Listener): void {
    if (listeners.has(channel)) throw new Error(`a second handler for ${channel}`);
    listeners.set(channel, listener);
  },
} satisfies Pick<Electron.IpcMain, 'handle'>;

handlers.invoke = async ({ windowId, frameUrl, topFrame, channel, args }) => {
  const listener = listeners.get(channel);
  const window = windowOf(windowId);
  if (!listener || !window) throw new Error(`no handler registered for '${channel}'`);
  const senderFrame = { url: toApp(frameUrl), parent: topFrame ? null : {}, detached: false };
  return listener({ sender: window.webContents, senderFrame } as unknown as Electron.IpcMainInvokeEvent, ...args);
};
