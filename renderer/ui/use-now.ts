import { useSyncExternalStore } from 'react';

/** Half the smallest step that relative times show. */
const TICK_MS = 30_000;
let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const tell of listeners) tell();
  }, TICK_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** The present in milliseconds, renewed twice a minute by one timer for the whole window. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
