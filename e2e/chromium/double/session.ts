/** Double of sessions and protocols: product code's own decisions about requests, kept for the host to ask. */
import { EventEmitter } from 'node:events';
import { type PageRequest, type PageResponse, toApp } from '../messages.ts';
import { app } from './app.ts';

type BeforeRequest = (
  details: { url: string; method: string; resourceType: string },
  answer: (response: Electron.CallbackResponse) => void,
) => void;
type Handler = (request: Request) => Response | Promise<Response>;

type SessionMembers =
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setPermissionRequestHandler'
  | 'setSpellCheckerEnabled';

/** Chromium under Playwright grants no permission by itself; the handlers are kept so that tests can ask them. */
export class StandInSession extends EventEmitter implements Pick<Electron.Session, SessionMembers> {
  static #all = new Map<string, StandInSession>();
  readonly permissions: Record<string, unknown> = {};
  readonly #schemes = new Map<string, Handler>();
  #beforeRequest: BeforeRequest | null = null;

  static fromPartition(partition: string, _options?: Electron.FromPartitionOptions): StandInSession {
    const known = StandInSession.#all.get(partition);
    if (known) return known;
    const made = new StandInSession();
    StandInSession.#all.set(partition, made);
    app.emit('session-created', made);
    return made;
  }

  readonly protocol = {
    handle: (scheme: string, handler: Handler): void => {
      this.#schemes.set(scheme, handler);
    },
  };
  readonly webRequest = {
    onBeforeRequest: (listener: BeforeRequest | null): void => {
      this.#beforeRequest = listener;
    },
  };
  setPermissionRequestHandler(handler: unknown): void {
    this.permissions.request = handler;
  }
  setPermissionCheckHandler(handler: unknown): void {
    this.permissions.check = handler;
  }
  setDevicePermissionHandler(handler: unknown): void {
    this.permissions.device = handler;
  }
  setDisplayMediaRequestHandler(handler: unknown): void {
    this.permissions.displayMedia = handler;
  }
  spellChecker = true;
  setSpellCheckerEnabled(enable: boolean): void {
    this.spellChecker = enable;
  }

  /** What becomes of a request of a page of this session. */
  async answer(request: PageRequest): Promise<PageResponse> {
    const url = toApp(request.url);
    const { cancel } = await new Promise<Electron.CallbackResponse>((decide) => {
      if (this.#beforeRequest)
        this.#beforeRequest({ url, method: request.method, resourceType: request.resourceType }, decide);
      else decide({});
    });
    if (cancel) return { kind: 'cancel' };
    const handler = this.#schemes.get(new URL(url).protocol.slice(0, -1));
    if (!handler) return { kind: 'pass' };
    // `Request` refuses some methods and normalises addresses; the handler gets what Chromium asked for.
    const response = await handler({ url, method: request.method } as Request);
    return {
      kind: 'answer',
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: new Uint8Array(await response.arrayBuffer()),
    };
  }
}

export const session = { fromPartition: StandInSession.fromPartition };
/** Kept for tests: the schemes and what Chromium lets them do. */
export const privileged: Electron.CustomScheme[] = [];
export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]): void {
    privileged.push(...schemes);
  },
} satisfies Pick<Electron.Protocol, 'registerSchemesAsPrivileged'>;
