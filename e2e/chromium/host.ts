/** The stand-in for Electron: starts the compiled main process on Node, and shows its windows as pages of Chromium. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { type BrowserOptions, StandInBrowser } from './browser.ts';
import type { DialogAnswers } from './dialogs.ts';
import { connect, type HostCalls, type MainCalls, type MainOptions, type MenuEntry } from './messages.ts';
import { StandInWindow } from './window.ts';

const REGISTER = fileURLToPath(new URL('./register.ts', import.meta.url));

export interface HostOptions {
  /** The compiled main process. */
  readonly main: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly browser: BrowserOptions;
  readonly dialogs: DialogAnswers;
  openPath(path: string): Promise<string>;
  /** A program that the main process is started through, with its own arguments: a tracer. */
  readonly through?: readonly [command: string, ...args: string[]];
}

/** One running program. */
export class StandInHost {
  readonly process: ChildProcess;
  /** What product code put into the system's clipboard, newest last. */
  readonly copied: string[] = [];
  /** Folders that product code opened in the file manager. */
  readonly openedPaths: string[] = [];
  menu: readonly MenuEntry[] = [];
  /** Exit code of the main process, once it has ended. */
  readonly ended: Promise<number>;
  /** What main wrote to its terminal; tests look at it when something goes wrong. */
  output = '';
  readonly #faults: string[][] = [];
  readonly #windows = new Map<number, StandInWindow>();
  readonly #browser: StandInBrowser;
  readonly #main;
  readonly #waiting: ((page: Page) => void)[] = [];
  readonly #shown: Page[] = [];
  readonly #options: HostOptions;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#browser = new StandInBrowser(options.browser);
    const mainOptions: MainOptions = {
      systemLanguage: options.browser.locale,
      dark: options.browser.colorScheme === 'dark',
    };
    const [command, ...before] = options.through ?? [];
    this.process = fork(options.main, [...options.args], {
      cwd: options.cwd,
      ...(command ? { execPath: command } : {}),
      // Electron's own first argument is the program's folder: a placeholder keeps the same positions.
      execArgv: [...before, ...(command ? [process.execPath] : []), '--import', REGISTER],
      serialization: 'advanced',
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...options.env, UAIX_STAND_IN: JSON.stringify(mainOptions), NODE_NO_WARNINGS: '1' },
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.output += chunk.toString();
      });
    }
    this.ended = new Promise((done) => {
      this.process.on('exit', (code) => {
        this.#main.end();
        void this.#closeBrowser().then(() => done(code ?? 1));
      });
    });
    this.#main = connect<HostCalls, MainCalls>(
      {
        send: (message) => this.process.connected && this.process.send(message),
        listen: (receive) => this.process.on('message', (message) => receive(message as never)),
      },
      this.#handlers(),
    );
  }

  /** The next window that comes up; windows that came up before are answered first, each once. */
  nextPage(): Promise<Page> {
    const shown = this.#shown.shift();
    if (shown) return Promise.resolve(shown);
    const broken = this.ended.then((code): never => {
      throw new Error(`the main process ended with code ${code} before it showed a window\n${this.output}`);
    });
    return Promise.race([new Promise<Page>((done) => this.#waiting.push(done)), broken]);
  }

  /** Faults of all pages there have been. */
  faults(): readonly string[] {
    return this.#faults.flat();
  }

  /** The window opened first that is still there. */
  frontWindow(): StandInWindow | null {
    return [...this.#windows.values()][0] ?? null;
  }

  clickMenu(id: string): Promise<boolean> {
    return this.#main.call('menuClick', { id });
  }
  /** As macOS does when a file is opened in the Finder. */
  openFile(path: string): Promise<null> {
    return this.#main.call('openFile', { path });
  }
  async quit(): Promise<number> {
    if (this.process.exitCode === null) await this.#main.call('quit', null).catch(() => {});
    return this.ended;
  }

  #show(page: Page): void {
    const next = this.#waiting.shift();
    if (next) next(page);
    else this.#shown.push(page);
  }

  async #closeBrowser(): Promise<void> {
    await Promise.allSettled([...this.#windows.values()].map((window) => window.close()));
    await this.#browser.end().catch(() => {});
  }

  #handlers() {
    const { dialogs, openPath } = this.#options;
    const on = <T>(windowId: number, act: (window: StandInWindow) => Promise<T>) => {
      const window = this.#windows.get(windowId);
      return window ? act(window).then(() => null) : null;
    };
    return {
      openWindow: async ({ windowId, window }: HostCalls['openWindow']['args']) => {
        const opened = await StandInWindow.open(windowId, window, this.#browser, this.#main);
        this.#windows.set(windowId, opened);
        this.#faults.push(opened.faults);
        await opened.load(window.url);
        this.#show(opened.page);
        return null;
      },
      closeWindow: async ({ windowId }: HostCalls['closeWindow']['args']) => {
        const window = this.#windows.get(windowId);
        this.#windows.delete(windowId);
        await window?.close();
        return null;
      },
      reloadWindow: ({ windowId }: HostCalls['reloadWindow']['args']) => on(windowId, (window) => window.reload()),
      focusWindow: ({ windowId }: HostCalls['focusWindow']['args']) =>
        on(windowId, (window) => window.page.bringToFront()),
      send: ({ windowId, channel, args }: HostCalls['send']['args']) =>
        on(windowId, (window) => window.deliver(channel, args)),
      openDialog: async (options: Electron.OpenDialogOptions) => {
        const filePaths = await dialogs.open(options);
        return { canceled: filePaths.length === 0, filePaths };
      },
      saveDialog: async (options: Electron.SaveDialogOptions) => {
        const filePath = await dialogs.save(options);
        return { canceled: filePath === null, filePath: filePath ?? '' };
      },
      messageBox: async (options: Electron.MessageBoxOptions) => ({
        response: await dialogs.message(options),
        checkboxChecked: false,
      }),
      copy: async ({ text }: HostCalls['copy']['args']) => {
        this.copied.push(text);
        await this.frontWindow()?.copy(text);
        return null;
      },
      openPath: ({ path }: HostCalls['openPath']['args']) => {
        this.openedPaths.push(path);
        return openPath(path);
      },
      theme: async ({ source }: HostCalls['theme']['args']) => {
        const scheme = source === 'system' ? this.#options.browser.colorScheme : source;
        await Promise.all(
          [...this.#windows.values()].map((window) => window.page.emulateMedia({ colorScheme: scheme })),
        );
        return null;
      },
      menu: ({ items }: HostCalls['menu']['args']) => {
        this.menu = items;
        return null;
      },
    };
  }
}
