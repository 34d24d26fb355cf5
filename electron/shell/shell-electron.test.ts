/** The parts that talk to Electron, against its typed double. */
import { describe, expect, it, vi } from 'vitest';

vi.mock('electron', () => import('../../e2e/chromium/electron.ts'));

const { app, Session, Menu } = await import('../../e2e/chromium/electron.ts');
const { switches } = await import('../../e2e/chromium/double/switches.ts');
const { closeNetwork, confineEveryPage, hardenEverySession, mayLoad } = await import('./session-security.ts');
const { answerAppRequest } = await import('./app-protocol.ts');
const { FileInbox, setupFileOpening } = await import('./file-opening.ts');
const { StandInWebContents } = await import('../../e2e/chromium/double/web-contents.ts');
const { showMenu } = await import('./menu.ts');
const { textsOf } = await import('./texts.ts');
const { sent } = await import('../../e2e/chromium/double/state.ts');

describe('sessions', () => {
  hardenEverySession();
  const session = Session.fromPartition('one-of-a-test');

  it.each([
    ['https://example.invalid/', 'cancel'],
    ['http://127.0.0.1/', 'cancel'],
    ['ws://127.0.0.1/', 'cancel'],
    ['file:///etc/passwd', 'cancel'],
    ['data:text/html,x', 'cancel'],
    ['app://desk.evil/x', 'cancel'],
    ['blob:https://example.invalid/1', 'cancel'],
    ['chrome://settings/', 'cancel'],
    ['app://desk/index.html', 'pass'],
    ['blob:app://desk/0-1', 'pass'],
    ['devtools://devtools/bundled/x.js', 'pass'],
  ])('%s: %s', async (url, kind) => {
    const request = { windowId: 1, url, method: 'GET', resourceType: 'other', navigates: false, mainFrame: false };
    expect((await session.answer(request)).kind).toBe(kind);
    expect(mayLoad(url)).toBe(kind === 'pass');
  });

  it('denies every permission, device and capture', () => {
    const { request, check, device, displayMedia } = session.permissions as Record<
      string,
      (...args: unknown[]) => unknown
    >;
    const granted: unknown[] = [];
    for (const permission of [
      'media',
      'geolocation',
      'notifications',
      'clipboard-read',
      'usb',
      'local-network-access',
    ]) {
      request?.(null, permission, (answer: unknown) => granted.push(answer), {});
      granted.push(check?.(null, permission, '', {}));
    }
    granted.push(device?.({}));
    displayMedia?.({}, (streams: unknown) => granted.push(streams ?? false));
    expect(granted).toEqual(Array(14).fill(false));
  });

  it('prevents downloads', () => {
    const event = { preventDefault: vi.fn() };
    session.emit('will-download', event, {});
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });

  it('closes the ways of Chromium itself', () => {
    closeNetwork();
    expect(switches).toContain('--host-resolver-rules=MAP * ~NOTFOUND');
    expect(switches).toContain('--webrtc-ip-handling-policy=disable_non_proxied_udp');
    expect(switches).toContain('--proxy-server=http://127.0.0.1:9');
  });
});

describe('pages', () => {
  confineEveryPage();
  const contents = new StandInWebContents(1, {});

  it('go nowhere, open nothing, embed nothing', () => {
    expect(contents.preventsNavigation('https://example.invalid/', true)).toBe(true);
    expect(contents.preventsNavigation('app://desk/index.html', false)).toBe(true);
    expect(contents.allowsWindow('https://example.invalid/')).toBe(false);
    const event = { preventDefault: vi.fn() };
    contents.emit('will-attach-webview', event, {}, {});
    expect(event.preventDefault).toHaveBeenCalledOnce();
  });
});

describe('the app protocol', () => {
  const page = new TextEncoder().encode('<meta nonce="__STYLE_NONCE__">');
  const files = new Map([['/index.html', { body: page, type: 'text/html; charset=utf-8' }]]);
  const ask = (url: string, method = 'GET') => answerAppRequest(files, { url, method });

  it('answers a listed file with its type and the content policy', async () => {
    const answer = ask('app://desk/index.html');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self' 'nonce-[A-Za-z0-9+/]{22}=='; /);
    expect(policy).not.toMatch(/unsafe|\*|https?:|data:/);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    expect(await answer.text()).toBe(`<meta nonce="${nonce}">`);
  });

  it('gives every load a nonce of its own', () => {
    const policies = new Set([1, 2, 3].map(() => ask('app://desk/index.html').headers.get('content-security-policy')));
    expect(policies.size).toBe(3);
  });

  it.each([
    ['app://desk/%2e%2e/secret', 'GET', 404],
    ['app://other/index.html', 'GET', 404],
    ['app://desk/index.html', 'POST', 405],
    ['app://desk/index.html', 'HEAD', 405],
  ])('answers %s %s with %i and no body', async (url, method, status) => {
    const answer = ask(url, method);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('files from the system', () => {
  it('wait for the desk, keep their order, and then go on at once', () => {
    const inbox = new FileInbox();
    setupFileOpening(inbox, ['/first.uaix']);
    const event = { preventDefault: vi.fn() };
    app.emit('open-file', event, '/from-finder.uaix');
    const taken: (readonly string[])[] = [];
    inbox.handTo((files) => taken.push(files));
    app.emit('open-file', event, '/later.uaix');
    inbox.put([]);
    expect(taken).toEqual([['/first.uaix', '/from-finder.uaix'], ['/later.uaix']]);
    expect(event.preventDefault).toHaveBeenCalledTimes(2);
  });
});

describe('the menu', () => {
  it('sends commands to the window and speaks the language of the desk', () => {
    const actions = { command: vi.fn(), newWindow: vi.fn(), openDataFolder: vi.fn(), openLogFolder: vi.fn() };
    showMenu(textsOf('zh-CN'), actions);
    expect(Menu.click('open-files')).toBe(true);
    expect(Menu.click('open-logs')).toBe(true);
    expect(actions.command.mock.calls).toEqual([['open-files']]);
    expect(actions.openLogFolder).toHaveBeenCalledOnce();
    const handedOver = sent.filter(({ name }) => name === 'menu');
    expect(handedOver).toHaveLength(1);
    expect(JSON.stringify(handedOver)).toContain('{"id":"show-queue","label":"队列","accelerator":"CmdOrCtrl+1"}');
  });
});
