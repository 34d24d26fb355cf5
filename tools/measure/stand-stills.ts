/** Reads how long the measured main process stood still, as `loop-watch.ts` noted it. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface LoopLog {
  /** For the environment of the program. */
  readonly env: Readonly<Record<string, string>>;
  /** In words: the longest stand-still that ended since then, and how many were above 50 ms. */
  since(start: number): Promise<string>;
}

const TOLD_MS = 50;
/** The last notes are written after the work that they are about. */
const SETTLE_MS = 200;

/** @param file where the notes are written */
export function loopLog(file: string): LoopLog {
  return {
    env: { UAIX_LOOP_LOG: file, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loop-watch.ts')}` },
    async since(start) {
      await new Promise((done) => setTimeout(done, SETTLE_MS));
      const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
      const notes = lines.map((line) => line.split(' ').map(Number)).filter(([at = 0]) => at >= start);
      const stood = notes.map(([, length = 0]) => length);
      const worked = notes.map(([, , computed = 0]) => computed);
      const long = worked.filter((length) => length > TOLD_MS).length;
      const [still, busy] = [stood, worked].map((each) => Math.max(0, ...each).toFixed(0));
      return `main process stood still at most ${still} ms, computing at most ${busy} ms of it (${long} times above ${TOLD_MS} ms)`;
    },
  };
}
