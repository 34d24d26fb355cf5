/** Names of the channels between window and main process. They are known to the preload script and to the shell, never to the page. */
import type { DeskMethod, ShellMethod } from '../../shared/contract.ts';

/** Everything that main tells a window unasked. */
export const EVENT_CHANNEL = 'uaix:event';

/** Calls of one method. */
export function callChannel(method: DeskMethod | ShellMethod): string {
  return `uaix:${method}`;
}
