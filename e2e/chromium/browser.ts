/** Opens pages of the system's Chromium, hidden for tests or as windows of their own for a person. Talks over a pipe; no port is opened. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { OpenWindow } from './messages.ts';

export interface BrowserOptions {
  readonly executable: string;
  readonly headless: boolean;
  /** BCP 47, for `navigator.language` and number formats. */
  readonly locale: string;
  readonly colorScheme: 'light' | 'dark';
  /** `no-preference` unless a test asks otherwise. */
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** Where hidden windows open. Without it the program has a browser of its own, which ends with it. */
  readonly shared?: SharedBrowsers;
}

/**
 * Browsers that the hidden windows of several programs are shown in, one for each set of switches. Every window has a profile of its
 * own in them, which is gone when the window is.
 */
export class SharedBrowsers {
  readonly #running = new Map<string, Promise<Browser>>();

  /** Starts the browser for these switches, unless it runs already. */
  take(options: BrowserOptions, switches: readonly string[]): Promise<Browser> {
    const key = JSON.stringify([options.executable, switches]);
    const running = this.#running.get(key);
    if (running) return running;
    const started = chromium.launch(launchOptions(options, switches));
    this.#running.set(key, started);
    // One that broke down, or never came up, is replaced by the next.
    const forget = () => void this.#running.delete(key);
    started.then((browser) => browser.on('disconnected', forget), forget);
    return started;
  }

  async end(): Promise<void> {
    await Promise.all([...this.#running.values()].map(async (browser) => (await browser).close()));
  }
}

export interface OpenedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** A window of its own needs a first address; this one loads nothing. */
const EMPTY = 'data:text/html,<title>UAIX Desktop</title>';

/**
 * The pages of an address bar that nobody sees cost the browser a second of work at every start. The rest is what Playwright turns off:
 * of several such switches Chromium takes the last.
 */
const FEATURES_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

function launchOptions({ executable, headless }: BrowserOptions, switches: readonly string[]) {
  const root = process.getuid?.() === 0;
  return {
    executablePath: executable,
    headless,
    chromiumSandbox: !root && process.platform === 'linux' && !process.env.CI,
    args: [
      ...switches,
      `--disable-features=${FEATURES_OFF.join(',')}`,
      '--hide-crash-restore-bubble',
      '--no-first-run',
      ...(root ? ['--test-type'] : []),
    ],
    // Our process decides what a signal means.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  };
}

export class StandInBrowser {
  readonly #options: BrowserOptions;
  #browser: Promise<Browser> | null = null;

  constructor(options: BrowserOptions) {
    this.#options = options;
  }

  open(window: OpenWindow): Promise<OpenedPage> {
    return this.#options.headless ? this.#openHidden(window) : this.#openVisible(window);
  }

  async #openHidden({ width, height, switches }: OpenWindow): Promise<OpenedPage> {
    const { locale, colorScheme, reducedMotion = 'no-preference' } = this.#options;
    const context = await (await this.#hidden(switches)).newContext({
      viewport: { width, height },
      locale,
      colorScheme,
      reducedMotion,
    });
    return { context, page: await context.newPage(), close: () => context.close() };
  }

  #hidden(switches: readonly string[]): Promise<Browser> {
    const { shared } = this.#options;
    if (shared) return shared.take(this.#options, switches);
    this.#browser ??= chromium.launch(launchOptions(this.#options, switches));
    return this.#browser;
  }

  async #openVisible({ width, height, x, y, switches }: OpenWindow): Promise<OpenedPage> {
    const profile = mkdtempSync(join(tmpdir(), 'uaix-stand-in-'));
    const place = [
      `--window-size=${width},${height}`,
      ...(x === null || y === null ? [] : [`--window-position=${x},${y}`]),
    ];
    const options = launchOptions(this.#options, [...switches, `--app=${EMPTY}`, ...place]);
    const context = await chromium.launchPersistentContext(profile, {
      ...options,
      ignoreDefaultArgs: ['--enable-automation'],
      viewport: null,
      locale: this.#options.locale,
      colorScheme: this.#options.colorScheme,
    });
    const page = context.pages()[0] ?? (await context.waitForEvent('page'));
    const close = async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    };
    return { context, page, close };
  }

  async end(): Promise<void> {
    await (await this.#browser)?.close();
  }
}
