/** Watches the buckets of a desk that stays open: when something settles there, the desk scans. Nothing is taken in by itself. */
import { type FSWatcher, watch } from 'chokidar';

export interface WatchOptions {
  /** Real folders of the buckets. */
  readonly folders: readonly string[];
  /** Called when files came, went or changed and have settled; never twice at once. */
  readonly onSettled: () => Promise<void> | void;
  /** Told of a folder that cannot be watched: scanning on demand still works. */
  readonly onProblem: (thrown: unknown) => void;
  /** A file that kept its size for so long is whole. In milliseconds; 2 s by default. */
  readonly stableFor?: number;
  /** Events closer together than this are one. In milliseconds; 500 by default. */
  readonly gather?: number;
}

const STABLE_FOR = 2_000;
const GATHER = 500;

export interface BucketWatch {
  /** Returns once every folder is watched. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Starts watching. Links are not followed; the buckets' own folders are looked at once more by every scan. */
export function watchBuckets(options: WatchOptions): BucketWatch {
  const { folders, onSettled, onProblem, stableFor = STABLE_FOR, gather = GATHER } = options;
  const watcher: FSWatcher = watch([...folders], {
    followSymlinks: false,
    ignoreInitial: true,
    depth: 10,
    awaitWriteFinish: { stabilityThreshold: stableFor, pollInterval: Math.max(20, Math.trunc(stableFor / 10)) },
  });
  const ready = new Promise<void>((resolve) => watcher.once('ready', resolve));
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let again = false;

  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        await onSettled();
      } catch (thrown) {
        onProblem(thrown);
      }
    } while (again);
    running = null;
  };
  const stir = (): void => {
    if (timer) clearTimeout(timer);
    timer = setTimeout(() => {
      timer = null;
      if (running) again = true;
      else running = run();
    }, gather);
  };
  watcher.on('add', stir).on('change', stir).on('unlink', stir).on('unlinkDir', stir).on('error', onProblem);
  return {
    ready,
    async close() {
      if (timer) clearTimeout(timer);
      again = false;
      await watcher.close();
      await running;
    },
  };
}
