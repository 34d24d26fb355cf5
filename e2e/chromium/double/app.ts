/** Double of `app`, `powerMonitor` and `crashReporter`: life and death of the program. */
import { EventEmitter } from 'node:events';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { closeAllWindows, windowCount } from './browser-window.ts';
import { claimInstance } from './single-instance.ts';
import { handlers, options, prevented } from './state.ts';
import { switches } from './switches.ts';

type AppMembers =
  | 'addRecentDocument'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'exit'
  | 'getPath'
  | 'getPreferredSystemLanguages'
  | 'isPackaged'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setActivationPolicy'
  | 'setAppLogsPath'
  | 'setPath'
  | 'whenReady';

class StandInApp extends EventEmitter {
  readonly isPackaged = false;
  readonly commandLine = {
    appendSwitch(name: string, value?: string): void {
      switches.push(value === undefined ? `--${name}` : `--${name}=${value}`);
    },
  } satisfies Pick<Electron.CommandLine, 'appendSwitch'>;
  readonly #paths = new Map<string, string>();
  readonly #ready = new Promise<void>((done) => {
    // As in Electron: only after the entry module has been evaluated.
    setImmediate(() => {
      this.emit('will-finish-launching');
      this.emit('ready', {}, {});
      done();
    });
  });
  #quitting = false;

  whenReady(): Promise<void> {
    return this.#ready;
  }
  /** Kept for tests: whether every renderer process is sandboxed. */
  sandboxed = false;
  enableSandbox(): void {
    this.sandboxed = true;
  }
  addRecentDocument(): void {}
  disableHardwareAcceleration(): void {}
  setActivationPolicy(): void {}
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  /** Where no path was set: the person's own folder of that name. */
  getPath(name: string): string {
    return this.#paths.get(name) ?? join(homedir(), `${name.charAt(0).toUpperCase()}${name.slice(1)}`);
  }
  setAppLogsPath(path?: string): void {
    if (path) this.#paths.set('logs', path);
  }
  getPreferredSystemLanguages(): string[] {
    return [options.systemLanguage];
  }
  requestSingleInstanceLock(additionalData?: Record<string, unknown>): boolean {
    const folder = this.#paths.get('userData');
    if (!folder) return true;
    return claimInstance(folder, { argv: process.argv, workingDirectory: process.cwd(), additionalData }, (second) => {
      this.emit('second-instance', {}, second.argv, second.workingDirectory, second.additionalData);
    });
  }
  exit(code = 0): void {
    process.exit(code);
  }
  quit(): void {
    if (this.#quitting || prevented(this, 'before-quit')) return;
    this.#quitting = true;
    void closeAllWindows().then((closed) => {
      this.#quitting = false;
      if (!closed || prevented(this, 'will-quit')) return;
      this.emit('quit', {}, 0);
      process.exit(0);
    });
  }
}

export const app = new StandInApp() satisfies Pick<Electron.App, AppMembers>;
export const powerMonitor = new EventEmitter();
/** Kept for tests: how crash dumps are dealt with. */
export const crashReports: Electron.CrashReporterStartOptions[] = [];
export const crashReporter = {
  start(given: Electron.CrashReporterStartOptions): void {
    crashReports.push(given);
  },
} satisfies Pick<Electron.CrashReporter, 'start'>;

handlers.openFile = ({ path }) => {
  app.emit('open-file', { preventDefault() {} }, path);
  return null;
};
handlers.quit = () => {
  app.quit();
  return null;
};
handlers.windowClosed = ({ windowId }) => {
  closeAllWindows.forget(windowId);
  if (windowCount() === 0) app.emit('window-all-closed');
  return null;
};

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => app.quit());
// The host has gone, and Chromium with it: there is nobody to show anything to.
process.on('disconnect', () => process.exit(0));
