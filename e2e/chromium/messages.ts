/** What the main process (with the double of `electron`) and the host (which owns Chromium) say to each other, over Node's own pipe. */

/** Where the stand-in serves `app://`: Chromium cannot be taught a scheme from outside, so a name that never resolves stands for it. */
export const STAND_IN_ORIGIN = 'https://desk.uaix.invalid';
export const APP_ORIGIN = 'app://desk';

/** Address inside Chromium → address as product code knows it. */
export function toApp(address: string): string {
  return address.replace(STAND_IN_ORIGIN, APP_ORIGIN);
}

/** Address as product code knows it → address inside Chromium. */
export function toChromium(address: string): string {
  return address.replace(APP_ORIGIN, STAND_IN_ORIGIN);
}

/** Given to the main process when it starts. */
export interface MainOptions {
  readonly systemLanguage: string;
  readonly dark: boolean;
}

export interface OpenWindow {
  readonly url: string;
  readonly preload: string | null;
  readonly width: number;
  readonly height: number;
  readonly x: number | null;
  readonly y: number | null;
  readonly title: string;
  /** Chromium switches that the product appended. */
  readonly switches: readonly string[];
}

/** Main asks, the host answers. */
export interface HostCalls {
  openWindow: { args: { windowId: number; window: OpenWindow }; answer: null };
  closeWindow: { args: { windowId: number }; answer: null };
  reloadWindow: { args: { windowId: number }; answer: null };
  focusWindow: { args: { windowId: number }; answer: null };
  send: { args: { windowId: number; channel: string; args: unknown[] }; answer: null };
  openDialog: { args: Electron.OpenDialogOptions; answer: Electron.OpenDialogReturnValue };
  saveDialog: { args: Electron.SaveDialogOptions; answer: Electron.SaveDialogReturnValue };
  messageBox: { args: Electron.MessageBoxOptions; answer: Electron.MessageBoxReturnValue };
  copy: { args: { text: string }; answer: null };
  openPath: { args: { path: string }; answer: string };
  theme: { args: { source: 'system' | 'light' | 'dark' }; answer: null };
  menu: { args: { items: readonly MenuEntry[] }; answer: null };
}

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly accelerator: string | null;
}

export interface PageRequest {
  readonly windowId: number;
  readonly url: string;
  readonly method: string;
  readonly resourceType: string;
  /** A navigation that the page itself started. */
  readonly navigates: boolean;
  readonly mainFrame: boolean;
}

/** `stay`: the navigation was prevented. `pass`: product code lets it out to the network. */
export type PageResponse =
  | { readonly kind: 'cancel' | 'stay' | 'pass' }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers: Record<string, string>;
      readonly body: Uint8Array;
    };

/** The host asks, main answers. */
export interface MainCalls {
  request: { args: PageRequest; answer: PageResponse };
  invoke: {
    args: { windowId: number; frameUrl: string; topFrame: boolean; channel: string; args: unknown[] };
    answer: unknown;
  };
  opensWindow: { args: { windowId: number; url: string }; answer: boolean };
  windowReady: { args: { windowId: number }; answer: null };
  windowClosed: { args: { windowId: number }; answer: null };
  windowCrashed: { args: { windowId: number }; answer: null };
  menuClick: { args: { id: string }; answer: boolean };
  openFile: { args: { path: string }; answer: null };
  quit: { args: null; answer: null };
}

type Handlers<C> = { readonly [N in keyof C]: (args: C[N] extends { args: infer A } ? A : never) => unknown };

interface Wire {
  readonly id: number;
  readonly name?: string;
  readonly args?: unknown;
  readonly answer?: unknown;
  readonly fault?: string;
}

interface Channel {
  send(message: object): unknown;
  listen(receive: (message: Wire) => void): unknown;
}

/** Calls in both directions over one message channel. */
export function connect<Mine, Theirs>(channel: Channel, handlers: Handlers<Mine>) {
  type Call<N extends keyof Theirs> = Theirs[N] extends { args: infer A; answer: infer R }
    ? { args: A; answer: R }
    : never;
  const open = new Map<number, { done(value: unknown): void; failed(reason: Error): void }>();
  let last = 0;
  let ended = false;
  channel.listen(async (message) => {
    if (message.name === undefined) {
      const call = open.get(message.id);
      open.delete(message.id);
      if (message.fault === undefined) call?.done(message.answer);
      else call?.failed(new Error(message.fault));
      return;
    }
    let reply: Wire;
    try {
      const handle = (handlers as unknown as Record<string, (args: unknown) => unknown>)[message.name];
      if (!handle) throw new Error(`nobody answers ${message.name}`);
      reply = { id: message.id, answer: await handle(message.args) };
    } catch (thrown) {
      reply = { id: message.id, fault: thrown instanceof Error ? thrown.message : String(thrown) };
    }
    try {
      channel.send(reply);
    } catch {
      // the other side has ended: nobody waits for this answer any more
    }
  });
  return {
    call<N extends keyof Theirs & string>(name: N, args: Call<N>['args']): Promise<Call<N>['answer']> {
      if (ended) return Promise.reject(new Error('the other side has ended'));
      last += 1;
      const id = last;
      return new Promise((done, failed) => {
        open.set(id, { done: done as (value: unknown) => void, failed });
        channel.send({ id, name, args });
      });
    },
    /** The other side has gone: whoever waits is told. */
    end(): void {
      ended = true;
      for (const { failed } of open.values()) failed(new Error('the other side has ended'));
      open.clear();
    },
  };
}
