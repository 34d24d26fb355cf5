/**
 * Loaded into the main process that is measured (`node --import`): notes every time for which it stood still. A line is the moment of
 * the end (milliseconds since 1970), the length, and how much of it the thread itself computed, in the file that `UAIX_LOOP_LOG` names.
 * On a machine that does other work besides, only the last number is about this program.
 */
import { appendFile } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const log = process.env.UAIX_LOOP_LOG;
const EVERY_MS = 2;
/** Shorter ones nobody notices; they would only fill the file. */
const NOTED_MS = 10;
const MICROSECONDS = 1_000;

function computedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS;
}

if (log !== undefined && isMainThread) {
  let last = performance.now();
  let computed = computedMs();
  setInterval(() => {
    const [now, computedNow] = [performance.now(), computedMs()];
    const stood = now - last - EVERY_MS;
    const worked = computedNow - computed;
    [last, computed] = [now, computedNow];
    if (stood < NOTED_MS) return;
    appendFile(log, `${Date.now()} ${stood.toFixed(1)} ${worked.toFixed(1)}\n`, () => {});
  }, EVERY_MS).unref();
}
