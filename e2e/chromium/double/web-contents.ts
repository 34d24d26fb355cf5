/** Double of WebContents: messages to the page, and product code's guards. */
import { EventEmitter } from 'node:events';
import { app } from './app.ts';
import { StandInSession } from './session.ts';
import { host, PreventableEvent } from './state.ts';

type ContentsMembers = 'reload' | 'send' | 'setWebRTCIPHandlingPolicy' | 'setWindowOpenHandler';

export class StandInWebContents extends EventEmitter implements Pick<Electron.WebContents, ContentsMembers> {
  readonly preferences: Electron.WebPreferences;
  readonly session: StandInSession;
  url = '';
  readonly #windowId: number;
  #opens: Parameters<Electron.WebContents['setWindowOpenHandler']>[0] | null = null;

  constructor(windowId: number, preferences: Electron.WebPreferences) {
    super();
    this.#windowId = windowId;
    this.preferences = preferences;
    this.session = (preferences.session as StandInSession | undefined) ?? StandInSession.fromPartition('');
    app.emit('web-contents-created', {}, this);
  }

  send(channel: string, ...args: unknown[]): void {
    void host('send', { windowId: this.#windowId, channel, args }).catch(() => {});
  }
  reload(): void {
    void host('reloadWindow', { windowId: this.#windowId });
  }
  webRtcPolicy = 'default';
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.webRtcPolicy = policy;
  }
  setWindowOpenHandler(handler: Parameters<Electron.WebContents['setWindowOpenHandler']>[0]): void {
    this.#opens = handler;
  }

  allowsWindow(url: string): boolean {
    const answer = this.#opens?.({ url } as Electron.HandlerDetails);
    return answer ? answer.action === 'allow' : true;
  }
  /** Tells product code that a page wants to go somewhere; true when it says no. */
  preventsNavigation(url: string, isMainFrame: boolean): boolean {
    const event = Object.assign(new PreventableEvent(), { url, isMainFrame, isSameDocument: false });
    if (isMainFrame) this.emit('will-navigate', event, url);
    this.emit('will-frame-navigate', event);
    return event.defaultPrevented;
  }
}
