/** Lets parts of the screen answer the keys that the screen hears. */
import { createContext, useContext, useEffect } from 'react';

export interface ScreenActs {
  readonly find: () => void;
  readonly filter: () => void;
  readonly nextHunk: () => void;
  readonly previousHunk: () => void;
}

export type ScreenActsRegistry = Map<keyof ScreenActs, () => void>;

export const ScreenActsContext = createContext<ScreenActsRegistry>(new Map());

/** Offers acts for as long as the component is there; the newest offer of an act is the one that is taken. */
export function useScreenActs(acts: Partial<ScreenActs>): void {
  const registry = useContext(ScreenActsContext);
  useEffect(() => {
    const offered = Object.entries(acts) as [keyof ScreenActs, () => void][];
    for (const [name, run] of offered) registry.set(name, run);
    return () => {
      for (const [name, run] of offered) if (registry.get(name) === run) registry.delete(name);
    };
  });
}
