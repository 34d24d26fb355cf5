/** Carries the contract over IPC: one handler per method, nothing else listens. Electron security checklist, point 17. */
import { BrowserWindow, ipcMain } from 'electron';
import type { Answer } from '../../shared/models.ts';
import { refused } from '../../shared/models.ts';
import { answerCall, METHODS, type Method } from './call.ts';
import { callChannel } from './channels.ts';
import type { Log } from './log.ts';
import type { DeskWindows } from './windows.ts';

/** Does a method for the window that asks. */
export type Act = (method: Method, args: never, window: BrowserWindow) => Promise<Answer<unknown>>;

export function setupIpc(windows: DeskWindows, log: Log, act: Act): void {
  for (const method of METHODS) {
    ipcMain.handle(callChannel(method), (event, args: unknown) => {
      const window = BrowserWindow.fromWebContents(event.sender);
      if (!window || !windows.has(window)) return refused('bad-request', { method, reason: 'sender' });
      return answerCall(
        { method, frame: event.senderFrame, args },
        (checked) => act(method, checked, window),
        log.write,
      );
    });
  }
}
