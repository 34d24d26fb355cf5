/**
 * Electron's twenty points, asked of the live objects through the typed double: what a window really gets, what a session really answers.
 * `docs/security.md` names the test of each point; `tools/security-doc.test.ts` keeps that table true.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ARGUMENT_SCHEMAS } from '../../shared/contract.ts';

vi.mock('electron', () => import('../../e2e/chromium/electron.ts'));

const { app, Session } = await import('../../e2e/chromium/electron.ts');
const { crashReports } = await import('../../e2e/chromium/double/app.ts');
const { privileged } = await import('../../e2e/chromium/double/session.ts');
const { StandInWebContents } = await import('../../e2e/chromium/double/web-contents.ts');
const { registerAppScheme } = await import('./app-protocol.ts');
const { setupFaults } = await import('./faults.ts');
const { closeNetwork, confineEveryPage, hardenEverySession } = await import('./session-security.ts');
const { DeskWindows } = await import('./windows.ts');

const ROOT = join(import.meta.dirname, '../..');
const PATHS = { data: '/d', window: '/d/window', logs: '/d/l', resources: '/r', renderer: '/r/w', preload: '/r/p.cjs' };

/** Product sources that may name Electron: the only code with any of its powers. */
const SHELL = ['electron/main.ts', 'electron/preload.ts', ...namesIn('electron/shell')];

function namesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `${folder}/${name}`);
}

function source(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** Every source of the program, tests left out. */
function productSources(): string[] {
  return ['electron', 'renderer', 'shared'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name) && entry.name !== 'testing.ts')
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
}

registerAppScheme();
closeNetwork();
hardenEverySession();
confineEveryPage();
const window = new DeskWindows(PATHS, () => {}).open(null) as unknown as { readonly webContents: unknown };
const contents = window.webContents as InstanceType<typeof StandInWebContents>;

describe('a window of the desk', () => {
  it('has exactly these preferences', () => {
    const { session, ...preferences } = contents.preferences;
    expect(preferences).toEqual({
      preload: '/r/p.cjs',
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
    });
    expect(session).toBe(Session.fromPartition('desk'));
  });

  it('names no Blink feature', () => {
    expect(Object.keys(contents.preferences).filter((name) => /blink/i.test(name))).toEqual([]);
    expect(SHELL.filter((file) => /blink-?features/i.test(source(file)))).toEqual([]);
  });

  it('is at our own page, which comes from the program', () => {
    expect(contents.url).toBe('app://desk/index.html');
  });

  it('leaves WebRTC no way past the proxy that leads nowhere', () => {
    expect(contents.webRtcPolicy).toBe('disable_non_proxied_udp');
  });
});

describe('every session', () => {
  // The session of the windows, one that somebody else makes, and the default one.
  it.each(['desk', 'persist:other', ''])('"%s" answers no to everything', async (partition) => {
    const session = Session.fromPartition(partition);
    const { request, check, device, displayMedia } = session.permissions as Record<
      string,
      (...a: unknown[]) => unknown
    >;
    const answers: unknown[] = [check?.(null, 'media', 'app://desk', {}), device?.({ deviceType: 'usb' })];
    request?.(null, 'clipboard-read', (answer: unknown) => answers.push(answer), {});
    displayMedia?.({}, (streams: unknown) => answers.push(streams));
    expect(answers).toEqual([false, false, false, null]);
    expect(session.spellChecker).toBe(false);
    const asked = { windowId: 1, method: 'GET', resourceType: 'script', navigates: false, mainFrame: false };
    expect(await session.answer({ ...asked, url: 'https://example.invalid/x.js' })).toEqual({ kind: 'cancel' });
  });
});

describe('every page', () => {
  it('that is not ours is confined too', () => {
    const stranger = new StandInWebContents(77, {});
    expect(stranger.preventsNavigation('file:///etc/passwd', true)).toBe(true);
    expect(stranger.preventsNavigation('https://example.invalid/', false)).toBe(true);
    expect(stranger.allowsWindow('app://desk/index.html')).toBe(false);
    const events = ['will-redirect', 'will-attach-webview'].map((name) => {
      const event = { preventDefault: vi.fn() };
      stranger.emit(name, event);
      return event.preventDefault.mock.calls.length;
    });
    expect(events).toEqual([1, 1]);
  });
});

describe('the scheme of the app', () => {
  it('is standard and secure, and neither skips the content policy nor runs service workers', () => {
    expect(privileged).toEqual([
      { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
    ]);
  });
});

describe('faults', () => {
  it('keep their dumps on this machine and say nothing of the message', () => {
    const lines: unknown[][] = [];
    const before = process.listeners('uncaughtException');
    setupFaults({ path: '/l', write: (...line) => lines.push(line) });
    expect(crashReports).toEqual([{ uploadToServer: false }]);
    const [ours] = process.listeners('uncaughtException').filter((each) => !before.includes(each));
    ours?.(new TypeError('the package says: foreign text'), 'uncaughtException');
    for (const name of ['uncaughtException', 'unhandledRejection'] as const) {
      for (const each of process.listeners(name as 'uncaughtException')) {
        if (!before.includes(each)) process.removeListener(name, each);
      }
    }
    expect(lines).toHaveLength(1);
    expect(lines[0]?.slice(0, 2)).toEqual(['fault', 'uncaught-exception']);
    expect(JSON.stringify(lines)).not.toContain('foreign text');
  });
});

describe('the sources', () => {
  it('name Electron in the shell only', () => {
    const named = productSources().filter((file) => /from 'electron'|require\('electron'\)/.test(source(file)));
    expect(named.filter((file) => !SHELL.includes(file))).toEqual([]);
    expect(named).toContain('electron/shell/windows.ts');
  });

  it.each([
    ['opens an address outside', /openExternal/],
    [
      'talks to the network',
      /from 'node:(net|http|https|http2|tls|dgram|dns)[/']|\bfetch\(|XMLHttpRequest|WebSocket\(/,
    ],
    [
      'switches a protection off',
      /no-sandbox|disable-web-security|ignore-certificate-errors|certificate-error|setCertificateVerifyProc/,
    ],
    ['puts markup into a page', /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write/],
    [
      'updates itself or talks to a service',
      /autoUpdater|electron-updater|setFeedURL|desktopCapturer|inAppPurchase|pushNotifications/,
    ],
    [
      'uses the remote module or embeds a page',
      /@electron\/remote|enableRemoteModule|BrowserView|WebContentsView|<webview|<iframe/,
    ],
  ])('nowhere %s', (_what, pattern) => {
    expect(productSources().filter((file) => pattern.test(withoutComments(source(file))))).toEqual([]);
  });

  it('nowhere evaluates text', () => {
    // The scanner looks for these words in packages; that it calls none of them is shown on the bundles (e2e/bundles.spec.ts).
    const files = productSources().filter((file) => !file.startsWith('electron/inspect/scan/'));
    const pattern = /\beval\(|new Function\(|executeJavaScript|runInThisContext|insertCSS/;
    expect(files.filter((file) => pattern.test(withoutComments(source(file))))).toEqual([]);
  });

  it('start the sandbox for every process before Electron is ready', () => {
    const main = source('electron/main.ts');
    expect(main.indexOf('app.enableSandbox()')).toBeGreaterThan(0);
    expect(main.indexOf('app.enableSandbox()')).toBeLessThan(main.indexOf('app.whenReady()'));
    for (const call of ['registerAppScheme()', 'closeNetwork()', 'hardenEverySession()', 'confineEveryPage()']) {
      expect(main.indexOf(`\n${call};`), call).toBeGreaterThan(0);
      expect(main.indexOf(`\n${call};`), call).toBeLessThan(main.indexOf('app.whenReady()'));
    }
    app.enableSandbox();
    expect(app.sandboxed).toBe(true);
  });

  it('give the page one named function a method and nothing of Electron', () => {
    const preload = source('electron/preload.ts');
    expect(preload.match(/exposeInMainWorld\(/g)).toHaveLength(1);
    const listed = /const METHODS[^{]+{([^}]+)}/.exec(preload)?.[1]?.match(/\w+(?=: true)/g);
    expect(listed?.sort()).toEqual(Object.keys(ARGUMENT_SCHEMAS).sort());
  });
});

/** Words of comments are no code; strings stay, so that a pattern in one is still found. */
function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}
