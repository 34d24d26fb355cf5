/** What the parts of the double share: the pipe to the host, the options, the windows. */
import type { EventEmitter } from 'node:events';
import { connect, type HostCalls, type MainCalls, type MainOptions } from '../messages.ts';

export const options = JSON.parse(process.env.UAIX_STAND_IN ?? '{"systemLanguage":"en","dark":false}') as MainOptions;

/** An event that can be prevented, as Electron hands it to listeners. */
export class PreventableEvent {
  defaultPrevented = false;
  preventDefault(): void {
    this.defaultPrevented = true;
  }
}

/** Emits a preventable event; answers whether it was prevented. */
export function prevented(target: EventEmitter, name: string, ...args: unknown[]): boolean {
  const event = new PreventableEvent();
  target.emit(name, event, ...args);
  return event.defaultPrevented;
}

type Handlers = { [N in keyof MainCalls]: (args: MainCalls[N]['args']) => unknown };

/** Filled by the parts of the double, each with the calls it answers. */
export const handlers = {} as Handlers;

/** Without a host (unit tests) calls go nowhere and are kept for looking at. */
export const sent: { readonly name: string; readonly args: unknown }[] = [];

// A test runner may have a channel of its own: only the host's environment says that the channel is ours.
const pipe = process.env.UAIX_STAND_IN
  ? connect<MainCalls, HostCalls>(
      {
        send: (message) => process.send?.(message),
        listen: (receive) => process.on('message', (message) => receive(message as never)),
      },
      handlers,
    )
  : null;

export function host<N extends keyof HostCalls>(name: N, args: HostCalls[N]['args']): Promise<HostCalls[N]['answer']> {
  if (pipe) return pipe.call(name, args) as Promise<HostCalls[N]['answer']>;
  sent.push({ name, args });
  return new Promise(() => {});
}
