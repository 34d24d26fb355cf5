/** One BrowserWindow as a page of Chromium: requests, calls and events go through here. */
import type { CDPSession, Frame, Page, Request, Route } from 'playwright-core';
import type { OpenedPage, StandInBrowser } from './browser.ts';
import { carried, piecesOf } from './carried.ts';
import { type MainCalls, type OpenWindow, STAND_IN_ORIGIN, toChromium } from './messages.ts';
import { BINDING, DELIVER, FILE_TOKEN, FILES, MORE, pageScript } from './page-side.ts';

/** The main process, as far as a window asks it. */
interface Main {
  call<N extends keyof MainCalls>(name: N, args: MainCalls[N]['args']): Promise<MainCalls[N]['answer']>;
}

/** An answer, or its first piece and the number under which the page asks for the next. */
interface Piece {
  readonly value?: string;
  readonly more?: number;
  readonly fault?: string;
}

export class StandInWindow {
  readonly page: Page;
  /** Faults that the page's own scripts did not handle. */
  readonly faults: string[] = [];
  readonly #id: number;
  readonly #opened: OpenedPage;
  readonly #main: Main;
  #cdp: Promise<CDPSession> | null = null;
  /** True while we load ourselves; every other navigation is the page's own wish. */
  #loading = false;
  #closing = false;
  /** What is left of long answers, by number. */
  readonly #pieces = new Map<number, string[]>();
  #lastAnswer = 0;
  /** Events arrive in the order they were sent. */
  readonly #waiting: [channel: string, args: unknown[]][] = [];
  #delivery: Promise<unknown> = Promise.resolve();

  private constructor(id: number, opened: OpenedPage, main: Main) {
    this.#id = id;
    this.#opened = opened;
    this.#main = main;
    this.page = opened.page;
  }

  static async open(id: number, window: OpenWindow, browser: StandInBrowser, main: Main): Promise<StandInWindow> {
    const made = new StandInWindow(id, await browser.open(window), main);
    await made.#connect(window);
    return made;
  }

  async load(url: string): Promise<void> {
    await this.#ours(() => this.page.goto(toChromium(url), { waitUntil: 'domcontentloaded' }));
    await this.#main.call('windowReady', { windowId: this.#id }).catch(() => {});
  }
  async reload(): Promise<void> {
    await this.#ours(() => this.page.goto(this.page.url() || STAND_IN_ORIGIN));
  }
  async close(): Promise<void> {
    this.#closing = true;
    // The browser may have gone first: then there is nothing left to close.
    await this.#opened.close().catch(() => {});
  }
  /** Messages reach the page in their order; those that come while others are on their way travel together. */
  deliver(channel: string, args: unknown[]): Promise<unknown> {
    this.#waiting.push([channel, args]);
    if (this.#waiting.length === 1) this.#delivery = this.#delivery.then(() => this.#deliverWaiting());
    return this.#delivery;
  }
  async #deliverWaiting(): Promise<void> {
    await this.page
      .evaluate(
        async ([symbol, messages]) => {
          const receive = (globalThis as unknown as Record<symbol, ((c: string, a: unknown[]) => void) | undefined>)[
            Symbol.for(symbol)
          ];
          for (const [name, values] of messages) {
            try {
              receive?.(name, values);
            } catch (thrown) {
              reportError(thrown);
            }
            // What a message set going runs before the next one, as if each came by itself.
            await null;
          }
        },
        [DELIVER, this.#waiting.splice(0)] as const,
      )
      .catch(() => {}); // a page that is loading or gone hears nothing, as in Electron
  }
  /** Puts text into the real clipboard, for a person who works in the visible stand-in. */
  async copy(text: string): Promise<void> {
    await this.#opened.context.grantPermissions(['clipboard-write'], { origin: STAND_IN_ORIGIN }).catch(() => {});
    await this.page.evaluate((value) => navigator.clipboard.writeText(value), text).catch(() => {});
  }

  /** Shows Chromium's file chooser; answers the chosen paths, none when it was cancelled. */
  async chooseFiles(): Promise<string[]> {
    const choose = `new Promise((done) => {
      const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
      input.addEventListener('change', () => done([...input.files]));
      input.addEventListener('cancel', () => done([]));
      input.click();
    })`;
    const cdp = await this.#session();
    // The gesture makes the chooser open although the person clicked in our page a moment ago.
    const { result } = await cdp.send('Runtime.evaluate', {
      expression: choose,
      awaitPromise: true,
      userGesture: true,
    });
    if (!result.objectId) return [];
    const { result: members } = await cdp.send('Runtime.getProperties', {
      objectId: result.objectId,
      ownProperties: true,
    });
    const files = members.filter(({ name }) => /^\d+$/.test(name)).flatMap(({ value }) => value?.objectId ?? []);
    return Promise.all(files.map(async (objectId) => (await cdp.send('DOM.getFileInfo', { objectId })).path));
  }
  /** A question with two answers. */
  async confirm(text: string): Promise<boolean> {
    // With a listener Playwright leaves the box to the person.
    const leave = () => {};
    this.page.on('dialog', leave);
    try {
      return await this.page.evaluate((question) => confirm(question), text);
    } finally {
      this.page.off('dialog', leave);
    }
  }

  async #ours(load: () => Promise<unknown>): Promise<void> {
    this.#loading = true;
    try {
      await load();
    } finally {
      this.#loading = false;
    }
  }

  async #connect({ preload }: OpenWindow): Promise<void> {
    const { context, page } = this.#opened;
    await context.route('**/*', (route) => this.#answer(route));
    await context.exposeBinding(BINDING, ({ frame }, channel: string, args: unknown[]) =>
      this.#invoke(frame, channel, args),
    );
    if (preload) await context.addInitScript({ content: pageScript(preload) });
    context.on('page', (other) => void this.#popup(other));
    page.on('pageerror', (fault) => this.faults.push(fault.stack ?? fault.message));
    page.on('crash', () => void this.#main.call('windowCrashed', { windowId: this.#id }).catch(() => {}));
    page.on('close', () => {
      if (this.#closing) return;
      void this.#main.call('windowClosed', { windowId: this.#id }).catch(() => {});
      void this.close();
    });
  }

  async #popup(other: Page): Promise<void> {
    const allowed = await this.#main.call('opensWindow', { windowId: this.#id, url: other.url() }).catch(() => false);
    if (!allowed) await other.close().catch(() => {});
  }

  /** Asks product code about every request of every frame; nothing reaches the network that it does not let out. */
  async #answer(route: Route): Promise<void> {
    const request = route.request();
    const navigation = request.isNavigationRequest();
    const mainFrame = navigation && this.#isMainFrame(request);
    try {
      const response = await this.#main.call('request', {
        windowId: this.#id,
        url: request.url(),
        method: request.method(),
        resourceType: request.resourceType(),
        // Loading the same page again is a reload, which Electron does not ask about.
        navigates: navigation && !this.#loading && request.url() !== this.page.url().split('#')[0],
        mainFrame,
      });
      if (response.kind === 'answer') {
        await route.fulfill({ status: response.status, headers: response.headers, body: Buffer.from(response.body) });
      } else if (response.kind === 'stay') await route.fulfill({ status: 204 });
      else if (response.kind === 'cancel')
        await (mainFrame ? route.fulfill({ status: 204 }) : route.abort('blockedbyclient'));
      else await route.continue();
    } catch {
      await route.abort('failed').catch(() => {}); // the page or the main process has gone
    }
  }

  /** A popup asks before it has a frame: it is not our main frame, whatever it becomes. */
  #isMainFrame(request: Request): boolean {
    try {
      return request.frame() === this.page.mainFrame();
    } catch {
      return false;
    }
  }

  async #invoke(frame: Frame, channel: string, args: unknown[]): Promise<Piece> {
    try {
      if (channel === MORE) return this.#nextPiece(Number(args[0]));
      const value = await this.#main.call('invoke', {
        windowId: this.#id,
        frameUrl: frame.url(),
        topFrame: frame === this.page.mainFrame(),
        channel,
        args: (await this.#withPaths(args)) as unknown[],
      });
      const text = carried(value);
      if (text === undefined) return {};
      this.#lastAnswer += 1;
      this.#pieces.set(this.#lastAnswer, piecesOf(text));
      return this.#nextPiece(this.#lastAnswer);
    } catch (thrown) {
      return { fault: thrown instanceof Error ? thrown.message : String(thrown) };
    }
  }

  #nextPiece(answer: number): Piece {
    const pieces = this.#pieces.get(answer);
    const value = pieces?.shift() ?? '';
    if (pieces && pieces.length > 0) return { value, more: answer };
    this.#pieces.delete(answer);
    return { value };
  }

  /** Puts the path of each dropped file in the place of its token. */
  async #withPaths(value: unknown): Promise<unknown> {
    if (typeof value === 'string')
      return value.startsWith(FILE_TOKEN) ? this.#pathOf(Number(value.slice(FILE_TOKEN.length))) : value;
    if (Array.isArray(value)) return Promise.all(value.map((each) => this.#withPaths(each)));
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
    const members = Object.entries(value).map(async ([key, member]) => [key, await this.#withPaths(member)] as const);
    return Object.fromEntries(await Promise.all(members));
  }

  #session(): Promise<CDPSession> {
    this.#cdp ??= this.#opened.context.newCDPSession(this.page);
    return this.#cdp;
  }

  async #pathOf(at: number): Promise<string> {
    const cdp = await this.#session();
    const expression = `globalThis[Symbol.for(${JSON.stringify(FILES)})]?.[${at}]`;
    const { result } = await cdp.send('Runtime.evaluate', { expression });
    if (!result.objectId) return '';
    const { path } = await cdp.send('DOM.getFileInfo', { objectId: result.objectId });
    return path;
  }
}
