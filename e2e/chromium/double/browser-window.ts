/** Double of BrowserWindow: each is a page of Chromium; what Electron answers at once is kept here. */
import { EventEmitter } from 'node:events';
import { toApp } from '../messages.ts';
import { handlers, host, prevented } from './state.ts';
import { switches } from './switches.ts';
import { StandInWebContents } from './web-contents.ts';

type WindowMembers =
  | 'close'
  | 'focus'
  | 'getNormalBounds'
  | 'isDestroyed'
  | 'isFocused'
  | 'isMaximized'
  | 'isMinimized'
  | 'loadURL'
  | 'maximize'
  | 'restore'
  | 'show';

const windows = new Map<number, BrowserWindow>();
let lastId = 0;
let focused: number | null = null;

export class BrowserWindow extends EventEmitter implements Pick<Electron.BrowserWindow, WindowMembers> {
  readonly id: number;
  readonly webContents: StandInWebContents;
  readonly #options: Electron.BrowserWindowConstructorOptions;
  #destroyed = false;
  #maximized = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    lastId += 1;
    this.id = lastId;
    this.#options = options;
    this.webContents = new StandInWebContents(this.id, options.webPreferences ?? {});
    windows.set(this.id, this);
  }

  static fromWebContents(contents: unknown): BrowserWindow | null {
    return [...windows.values()].find((window) => window.webContents === contents) ?? null;
  }

  async loadURL(url: string): Promise<void> {
    const { width = 800, height = 600, x, y, title = '' } = this.#options;
    this.webContents.url = url;
    focused = this.id;
    const preload = this.#options.webPreferences?.preload ?? null;
    const window = { url, preload, width, height, x: x ?? null, y: y ?? null, title, switches };
    await host('openWindow', { windowId: this.id, window });
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
  isFocused(): boolean {
    return focused === this.id;
  }
  isMinimized(): boolean {
    return false;
  }
  isMaximized(): boolean {
    return this.#maximized;
  }
  maximize(): void {
    this.#maximized = true;
  }
  restore(): void {}
  show(): void {}
  focus(): void {
    focused = this.id;
    void host('focusWindow', { windowId: this.id });
  }
  getNormalBounds(): Electron.Rectangle {
    const { x = 0, y = 0, width = 800, height = 600 } = this.#options;
    return { x, y, width, height };
  }
  close(): void {
    void this.closeAndWait();
  }
  /** @returns false when product code prevented it */
  async closeAndWait(): Promise<boolean> {
    if (this.#destroyed) return true;
    if (prevented(this, 'close')) return false;
    this.gone();
    await host('closeWindow', { windowId: this.id });
    return true;
  }
  /** The page is no longer there. */
  gone(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    windows.delete(this.id);
    if (focused === this.id) focused = [...windows.keys()][0] ?? null;
    this.emit('closed');
  }
}

export function windowOf(windowId: number): BrowserWindow | undefined {
  return windows.get(windowId);
}

export const windowCount = (): number => windows.size;

/** @returns false when product code kept one open */
export async function closeAllWindows(): Promise<boolean> {
  for (const window of [...windows.values()]) {
    if (!(await window.closeAndWait())) return false;
  }
  return true;
}
/** A person closed the page: the window is told as if the close button had been pressed. */
closeAllWindows.forget = (windowId: number): void => {
  const window = windows.get(windowId);
  if (!window) return;
  window.emit('close', { preventDefault() {} });
  window.gone();
};

handlers.windowReady = ({ windowId }) => {
  windowOf(windowId)?.emit('ready-to-show');
  return null;
};
handlers.windowCrashed = ({ windowId }) => {
  windowOf(windowId)?.webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  return null;
};
handlers.opensWindow = ({ windowId, url }) => windowOf(windowId)?.webContents.allowsWindow(toApp(url)) ?? false;
handlers.request = async (request) => {
  const contents = windowOf(request.windowId)?.webContents;
  if (!contents) return { kind: 'cancel' };
  if (request.navigates && contents.preventsNavigation(toApp(request.url), request.mainFrame)) return { kind: 'stay' };
  return contents.session.answer(request);
};
