/** How long the main process is not there for its windows while it takes packages in: a timer that should go every few milliseconds. */
import { answer, question } from './answer.ts';
import { takeIn, warmDesk } from './desk.ts';

/** In milliseconds. */
const TICK = 5;

const { dataFolder, paths } = question<{ readonly dataFolder: string; readonly paths: readonly string[] }>();
const opened = await warmDesk(dataFolder);
let longest = { wallMs: 0, cpuMs: 0 };
let [last, cpu] = [performance.now(), process.threadCpuUsage()];
const timer = setInterval(() => {
  const now = performance.now();
  const { user, system } = process.threadCpuUsage(cpu);
  // What is beyond the pause of the timer; the thread's own CPU time tells work from waiting for the disk or for a turn.
  if (now - last - TICK > longest.wallMs) longest = { wallMs: now - last - TICK, cpuMs: (user + system) / 1_000 };
  [last, cpu] = [now, process.threadCpuUsage()];
}, TICK);
try {
  await takeIn(opened, paths);
  clearInterval(timer);
  answer(longest);
} finally {
  clearInterval(timer);
  await opened.close();
}
