/** A burst of news (an import of many packages) is answered once. */

/** People see nothing of it, and a burst is over by then. */
const GATHER_MS = 80;

/**
 * Calls for the same work, gathered: it begins a moment after the first call, and once more after calls that came while it ran. It
 * never runs twice at a time, so that no answer is overtaken by the next question.
 */
export function gathered(work: () => Promise<unknown>): () => void {
  let wanted = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    try {
      while (wanted) {
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
        wanted = false;
        await work();
      }
    } finally {
      running = false;
    }
  };
  return () => {
    wanted = true;
    if (!running) void run();
  };
}
