/** Counts the changes that the desk told, so that a screen can ask again when one concerns it. */
import { create } from 'zustand';
import type { DeskEvents } from '../../shared/contract.ts';

type What = DeskEvents['changed']['what'];

const useChangeCounts = create<Readonly<Record<What, number>>>(() => ({
  package: 0,
  profile: 0,
  policy: 0,
  settings: 0,
  handoff: 0,
}));

export function tellChange(what: What): void {
  useChangeCounts.setState((counts) => ({ [what]: counts[what] + 1 }));
}

/** Grows whenever something of these kinds changed. */
export function useChanges(...kinds: readonly What[]): number {
  return useChangeCounts((counts) => kinds.reduce((sum, kind) => sum + counts[kind], 0));
}
