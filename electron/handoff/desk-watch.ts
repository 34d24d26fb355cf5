/** A desk that stays open keeps an eye on its buckets: a scan at the start, and one whenever something has settled there. */
import type { HandoffContext } from './context.ts';
import { readPlaces } from './places.ts';
import { endAnnounced } from './remove.ts';
import { scan } from './scan.ts';
import { type BucketWatch, watchBuckets } from './watch.ts';

export interface HandoffWatching {
  /** Call when the folders were named anew. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface WatchingOptions {
  /** Told after every scan that was made by itself. */
  readonly onScan: () => void;
  /** Told what went wrong; the desk goes on, and scanning on demand still works. */
  readonly onProblem: (thrown: unknown) => void;
  /** As `WatchOptions` of watch.ts, for tests. */
  readonly stableFor?: number;
  readonly gather?: number;
}

/** Begins at once; does nothing while no folders are named. */
export function watchDesk(context: HandoffContext, options: WatchingOptions): HandoffWatching {
  const { onScan, onProblem, ...timing } = options;
  let watch: BucketWatch | null = null;
  let isClosed = false;
  let turn: Promise<void> = Promise.resolve();

  const look = async (phase: 'startup' | 'loop'): Promise<void> => {
    await endAnnounced(context);
    await scan(context, phase);
    onScan();
  };
  const restart = async (): Promise<void> => {
    await watch?.close();
    watch = null;
    const folders = readPlaces(context.db).buckets.filter(({ state }) => state === 'ready');
    if (isClosed || folders.length === 0) return;
    watch = watchBuckets({
      folders: folders.map(({ folder }) => folder),
      onSettled: () => look('loop'),
      onProblem,
      ...timing,
    });
    await watch.ready;
    await look('startup');
  };
  const refresh = (): Promise<void> => {
    turn = turn.then(restart).catch(onProblem);
    return turn;
  };
  void refresh();
  return {
    refresh,
    async close() {
      isClosed = true;
      await turn;
      await watch?.close();
    },
  };
}
