/** The window as such: it opens, it is confined, nothing gets out of it. */

import { createSocket } from 'node:dgram';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../shared/contract.ts';
import { expect, test } from './fixtures/desk-app.ts';

declare global {
  interface Window {
    readonly uaix: Bridge;
  }
}

/** A server on this machine that counts who comes. Its address is what a hostile page would call. */
async function listener() {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*').end('hello');
  });
  server.on('connection', () => seen.push('connection'));
  const udp = createSocket('udp4').on('message', () => seen.push('datagram'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((done) => udp.bind(port, '127.0.0.1', done));
  const close = () => {
    server.closeAllConnections();
    server.close();
    udp.close();
  };
  return { seen, port, close };
}

/** Every way a page has to reach an address; each answers what it saw. */
async function tryEveryWayOut(page: Page, port: number): Promise<Record<string, string>> {
  return page.evaluate(async (at) => {
    const address = `http://127.0.0.1:${at}/`;
    const outcome: Record<string, string> = {};
    const settled = (name: string, work: Promise<unknown>) =>
      Promise.race([
        work.then(
          () => 'out',
          () => 'blocked',
        ),
        new Promise<string>((done) => setTimeout(done, 2_000, 'silent')),
      ]).then((result) => {
        outcome[name] = result;
      });
    const byElement = (make: () => HTMLElement) =>
      new Promise((done, failed) => {
        const element = make();
        element.addEventListener('load', done);
        element.addEventListener('error', failed);
        document.head.append(element);
      });
    const link = (rel: string) =>
      byElement(() => Object.assign(document.createElement('link'), { rel, href: `${address}${rel}` }));
    await Promise.all([
      settled('fetch', fetch(`${address}fetch`)),
      settled('fetch without cors', fetch(`${address}no-cors`, { mode: 'no-cors' })),
      settled(
        'request',
        new Promise((done, failed) => {
          const request = new XMLHttpRequest();
          request.open('GET', `${address}xhr`);
          request.onload = done;
          request.onerror = failed;
          request.send();
        }),
      ),
      settled(
        'image',
        new Promise((done, failed) => {
          const image = new Image();
          image.onload = done;
          image.onerror = failed;
          image.src = `${address}image.png`;
        }),
      ),
      settled(
        'beacon',
        new Promise<void>((done, failed) => (navigator.sendBeacon(`${address}beacon`, 'x') ? done() : failed())),
      ),
      settled(
        'socket',
        new Promise((done, failed) => {
          const socket = new WebSocket(`ws://127.0.0.1:${at}/socket`);
          socket.onopen = done;
          socket.onerror = failed;
        }),
      ),
      settled(
        'events',
        new Promise((done, failed) => {
          const events = new EventSource(`${address}events`);
          events.onopen = done;
          events.onerror = failed;
        }),
      ),
      settled('stylesheet', link('stylesheet')),
      settled('prefetch', link('prefetch')),
      settled('preconnect', link('preconnect')),
      settled('dns-prefetch', link('dns-prefetch')),
      settled(
        'frame',
        new Promise((_done, failed) => {
          const frame = Object.assign(document.createElement('iframe'), { src: `${address}frame` });
          document.body.append(frame);
          setTimeout(failed, 1_000);
        }),
      ),
      settled(
        'worker',
        new Promise((done, failed) => {
          try {
            const worker = new Worker(`${address}worker.js`);
            worker.onmessage = done;
            worker.onerror = failed;
          } catch (thrown) {
            failed(thrown);
          }
        }),
      ),
      settled('font', new FontFace('outside', `url(${address}font.woff2)`).load()),
      settled('module', import(`${address}module.js`)),
      settled(
        'media',
        new Promise((done, failed) => {
          const sound = new Audio();
          sound.onloadedmetadata = done;
          sound.onerror = failed;
          sound.src = `${address}sound.ogg`;
        }),
      ),
      settled(
        'embedded object',
        new Promise((done, failed) => {
          const object = Object.assign(document.createElement('object'), { data: `${address}object` });
          object.onload = done;
          object.onerror = failed;
          document.body.append(object);
          setTimeout(failed, 1_000);
        }),
      ),
      settled(
        'form',
        new Promise((_done, failed) => {
          const form = Object.assign(document.createElement('form'), { action: `${address}form`, method: 'post' });
          document.body.append(form);
          form.submit();
          setTimeout(failed, 1_000);
        }),
      ),
      settled(
        'ping',
        new Promise((_done, failed) => {
          const link = Object.assign(document.createElement('a'), { href: '#here', ping: `${address}ping` });
          document.body.append(link);
          link.click();
          setTimeout(failed, 1_000);
        }),
      ),
      settled(
        'picture of a style',
        new Promise((_done, failed) => {
          document.body.style.backgroundImage = `url(${address}background.png)`;
          setTimeout(failed, 1_000);
        }),
      ),
      settled(
        'service worker',
        'serviceWorker' in navigator ? navigator.serviceWorker.register(`${address}sw.js`) : Promise.reject(),
      ),
      settled(
        'shared worker',
        new Promise((done, failed) => {
          try {
            const worker = new SharedWorker(`${address}shared.js`);
            worker.port.onmessage = done;
            worker.onerror = failed;
          } catch (thrown) {
            failed(thrown);
          }
        }),
      ),
      settled(
        'transport',
        'WebTransport' in globalThis ? new WebTransport(`https://127.0.0.1:${at}/transport`).ready : Promise.reject(),
      ),
      settled(
        'rtc',
        new Promise((done, failed) => {
          const peer = new RTCPeerConnection({
            iceServers: [
              { urls: `stun:127.0.0.1:${at}` },
              { urls: `turn:127.0.0.1:${at}?transport=tcp`, username: 'a', credential: 'b' },
            ],
          });
          peer.createDataChannel('x');
          peer.onicecandidate = ({ candidate }) => {
            if (candidate?.candidate.includes('srflx') || candidate?.candidate.includes('relay')) done(candidate);
          };
          void peer.createOffer().then((offer) => peer.setLocalDescription(offer));
          setTimeout(failed, 1_500);
        }),
      ),
    ]);
    return outcome;
  }, port);
}

test('the window opens at our page, with the bridge and nothing else of Electron or Node', async ({ launch }) => {
  const { page } = await launch();
  await expect(page).toHaveTitle('UAIX Desktop');
  await expect(page.locator('#root > *').first()).toBeVisible();
  const visible = await page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'electron', 'ipcRenderer'].filter((name) => name in globalThis),
    frozen: Object.isFrozen(window.uaix),
    general: ['invoke', 'send', 'ipcRenderer', 'require'].filter((name) => name in window.uaix),
  }));
  expect(visible).toEqual({ node: [], frozen: true, general: [] });
});

test('what is done ahead of need is done although somebody works in the window from the first moment', async ({
  launch,
}) => {
  const { page } = await launch();
  await page.getByRole('navigation').getByRole('button').first().click();
  // The last of the screens; after them the window tells the desk that it rests.
  const isRead = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/evidence-')));
  await expect.poll(isRead).toBe(true);
});

test('nothing gets out of the window', async ({ launch }) => {
  const { page } = await launch();
  const server = await listener();
  try {
    const outcome = await tryEveryWayOut(page, server.port);
    expect(Object.entries(outcome).filter(([, result]) => result === 'out')).toEqual(
      // A beacon only says that it was queued; the server below tells that it never left.
      outcome.beacon === 'out' ? [['beacon', 'out']] : [],
    );
    expect(Object.keys(outcome)).toHaveLength(24);
    expect(server.seen).toEqual([]);
  } finally {
    server.close();
  }
});

test('the content policy refuses inline script, inline style, evaluation and markup from strings', async ({
  launch,
}) => {
  const { page } = await launch();
  const ran = await page.evaluate(async () => {
    const outcome: Record<string, unknown> = {};
    // The protocol that brought this function here lets it evaluate until its first pause; from then on it is the page's own.
    await new Promise((done) => setTimeout(done, 0));
    const script = document.createElement('script');
    try {
      script.text = 'globalThis.__inline = true';
      document.head.append(script);
    } catch {
      outcome.script = 'refused';
    }
    outcome.inline = '__inline' in globalThis;
    try {
      document.body.insertAdjacentHTML('beforeend', '<b id="injected">x</b>');
      outcome.markup = 'inserted';
    } catch {
      outcome.markup = 'refused';
    }
    for (const [name, run] of Object.entries({
      // biome-ignore lint/security/noGlobalEval: the test shows that it is refused
      eval: () => globalThis.eval('globalThis.__evaluated = true'),
      function: () => new Function('globalThis.__evaluated = true')(),
      timer: () => setTimeout('globalThis.__evaluated = true' as unknown as () => void, 0),
      address: () => Object.assign(location, { href: 'javascript:globalThis.__evaluated = true' }),
      attribute: () => document.body.setAttribute('onclick', 'globalThis.__evaluated = true'),
    })) {
      try {
        run();
      } catch (thrown) {
        outcome[name] = thrown instanceof EvalError || thrown instanceof TypeError ? 'refused' : String(thrown);
      }
    }
    document.body.click();
    await new Promise((done) => setTimeout(done, 50));
    outcome.evaluated = '__evaluated' in globalThis;
    const style = document.createElement('style');
    style.textContent = ':root { --injected: 1 }';
    document.head.append(style);
    outcome.style = getComputedStyle(document.documentElement).getPropertyValue('--injected');
    return outcome;
  });
  expect(ran).toMatchObject({
    inline: false,
    markup: 'refused',
    style: '',
    eval: 'refused',
    function: 'refused',
    timer: 'refused',
    evaluated: false,
  });
});

test('the window stays where it is and opens no other', async ({ launch }) => {
  const { page } = await launch();
  const start = page.url();
  await page.evaluate(() => {
    const link = Object.assign(document.createElement('a'), {
      href: 'https://example.invalid/',
      target: '_blank',
      textContent: 'away',
    });
    document.body.append(link);
    link.click();
    window.open('https://example.invalid/');
    location.href = 'https://example.invalid/';
  });
  await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
  expect(page.url()).toBe(start);
  expect(await page.evaluate(() => typeof window.uaix.appInfo)).toBe('function');
});

test('a call with arguments of another shape is refused and the window stays alive', async ({ launch }) => {
  const { page } = await launch();
  const answers = await page.evaluate(async () => {
    const loose = window.uaix as unknown as Record<
      string,
      (args?: unknown) => Promise<{ ok: boolean; problem?: { code: string } }>
    >;
    const wrong = [
      await loose.getPackage?.({ archive: '../../etc/passwd' }),
      await loose.getPackage?.({ archive: 'a'.repeat(64), extra: true }),
      await loose.importFiles?.({ paths: 'not a list' }),
      await loose.appInfo?.(),
    ];
    const right = await loose.appInfo?.({});
    return [...wrong.map((answer) => answer?.problem?.code), right?.ok];
  });
  expect(answers).toEqual(['bad-request', 'bad-request', 'bad-request', 'bad-request', true]);
});

test('a second window opens beside the first and both hear of changes', async ({ launch }) => {
  const desk = await launch();
  expect(await desk.clickMenu('new-window')).toBe(true);
  const second = await desk.nextWindow();
  await expect(second.locator('#root > *').first()).toBeVisible();

  const themes = Promise.all(
    [desk.page, second].map((page) =>
      page.evaluate(
        () => new Promise((done) => window.uaix.on('changed', ({ what }) => what === 'settings' && done(what))),
      ),
    ),
  );
  await desk.page.evaluate(() => window.uaix.setSettings({ theme: 'dark' }));
  expect(await themes).toEqual(['settings', 'settings']);
  await expect.poll(() => second.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(true);
});

test('the place of the window is remembered, and closing the last window ends the program', async ({ launch }) => {
  const desk = await launch();
  await desk.page.close();
  expect(await desk.ended).toBe(0);
  const state = JSON.parse(readFileSync(join(desk.dataFolder, 'window', 'window-state.json'), 'utf8'));
  expect(state).toMatchObject({ maximized: false });
  expect(state.width).toBeGreaterThanOrEqual(900);
});

test('a file given a second time goes to the desk that is already open, also with a relative name', async ({
  launch,
  scratch,
}) => {
  const desk = await launch();
  writeFileSync(join(scratch, 'note.uaix'), 'not a zip');
  const heard = desk.page.evaluate(
    () => new Promise<string>((done) => window.uaix.on('intake-progress', ({ fileName }) => done(fileName))),
  );
  await expect(launch({ args: ['note.uaix'], cwd: scratch })).rejects.toThrow(/ended with code 0|closed/);
  expect(basename(await heard)).toBe('note.uaix');
});

test('the log tells of the start and holds no path of the given file', async ({ launch, scratch }) => {
  const secret = join(scratch, 'very-private-name.uaix');
  writeFileSync(secret, 'not a zip');
  const desk = await launch({ args: [secret] });
  await expect
    .poll(() =>
      desk.page.evaluate(
        async () => (await window.uaix.listQueue({ states: [], search: '', sort: 'received', offset: 0, limit: 9 })).ok,
      ),
    )
    .toBe(true);
  await desk.close();
  const log = join(desk.dataFolder, 'window', 'logs', 'uaix-desktop.log');
  expect(existsSync(log)).toBe(true);
  const text = readFileSync(log, 'utf8');
  expect(text).toContain('desk-opened');
  expect(text).not.toContain('very-private-name');
});
