/** The windows of the desk: how they are made, which profile each shows, and what happens when one stops. */
import { BrowserWindow, nativeTheme, screen } from 'electron';
import type { DeskEvents, ShellEvents } from '../../shared/contract.ts';
import { START_PAGE } from './app-files.ts';
import { EVENT_CHANNEL } from './channels.ts';
import type { AppPaths } from './paths.ts';
import { deskSession } from './session-security.ts';
import { MINIMUM, readWindowState, writeWindowState } from './window-state.ts';

type Events = DeskEvents & ShellEvents;

/** Ground colours of the two themes, so that a new window does not flash (renderer tokens, `--ground`). */
const GROUND = { light: '#ffffff', dark: '#16191c' } as const;
/** A second window stands a little beside the first. */
const CASCADE = 28;
/** Two stops within this time mean that loading again does not help. */
const STOPS_APART_MS = 30_000;

export class DeskWindows {
  readonly #paths: AppPaths;
  readonly #profiles = new Map<BrowserWindow, string | null>();
  readonly #onStoppedTwice: (window: BrowserWindow) => void;

  /** @param onStoppedTwice called when a window's process ended twice in a row */
  constructor(paths: AppPaths, onStoppedTwice: (window: BrowserWindow) => void) {
    this.#paths = paths;
    this.#onStoppedTwice = onStoppedTwice;
  }

  get all(): readonly BrowserWindow[] {
    return [...this.#profiles.keys()];
  }

  /** The window that has the focus, else the one opened first. */
  get front(): BrowserWindow | null {
    return this.all.find((window) => window.isFocused()) ?? this.all[0] ?? null;
  }

  has(window: BrowserWindow): boolean {
    return this.#profiles.has(window);
  }

  profileOf(window: BrowserWindow): string | null {
    return this.#profiles.get(window) ?? null;
  }

  setProfile(window: BrowserWindow, profileKey: string | null): void {
    if (this.#profiles.has(window)) this.#profiles.set(window, profileKey);
  }

  showingProfile(profileKey: string): BrowserWindow | null {
    return this.all.find((window) => this.#profiles.get(window) === profileKey) ?? null;
  }

  send<E extends keyof Events>(window: BrowserWindow, event: E, data: Events[E]): void {
    if (!window.isDestroyed()) window.webContents.send(EVENT_CHANNEL, event, data);
  }

  sendToAll<E extends keyof Events>(event: E, data: Events[E]): void {
    for (const window of this.all) this.send(window, event, data);
  }

  bringToFront(window: BrowserWindow): void {
    if (window.isMinimized()) window.restore();
    window.show();
    window.focus();
  }

  /** @param profileKey profile that the window shows; null lets the window choose */
  open(profileKey: string | null): BrowserWindow {
    const areas = screen.getAllDisplays().map((display) => display.workArea);
    const state = readWindowState(this.#paths.window, areas);
    const step = this.all.length * CASCADE;
    const window = new BrowserWindow({
      width: state.width,
      height: state.height,
      ...(state.x === undefined || state.y === undefined ? {} : { x: state.x + step, y: state.y + step }),
      minWidth: MINIMUM.width,
      minHeight: MINIMUM.height,
      title: 'UAIX Desktop',
      show: false,
      backgroundColor: nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light,
      webPreferences: {
        preload: this.#paths.preload,
        session: deskSession(),
        sandbox: true,
        contextIsolation: true,
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
        webSecurity: true,
        allowRunningInsecureContent: false,
        experimentalFeatures: false,
        enableWebSQL: false,
        plugins: false,
        webviewTag: false,
        spellcheck: false,
        navigateOnDragDrop: false,
        safeDialogs: true,
        autoplayPolicy: 'document-user-activation-required',
      },
    });
    this.#profiles.set(window, profileKey);
    window.once('ready-to-show', () => {
      if (state.maximized) window.maximize();
      window.show();
    });
    window.on('close', () => writeWindowState(this.#paths.window, stateOf(window)));
    window.on('closed', () => this.#profiles.delete(window));
    this.#recover(window);
    void window.loadURL(START_PAGE);
    return window;
  }

  /** A stopped window is loaded again once; the desk itself lives outside it and has lost nothing. */
  #recover(window: BrowserWindow): void {
    let lastStop = Number.NEGATIVE_INFINITY;
    window.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit' || window.isDestroyed()) return;
      const now = performance.now();
      const again = now - lastStop < STOPS_APART_MS;
      lastStop = now;
      if (again) this.#onStoppedTwice(window);
      else window.webContents.reload();
    });
  }
}

function stateOf(window: BrowserWindow) {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}
