/** The only way out of the window: the functions that the preload script put on `window.uaix`. */
import type { Bridge } from '../../shared/contract.ts';

declare global {
  interface Window {
    readonly uaix: Bridge;
  }
}

export function bridge(): Bridge {
  return window.uaix;
}
