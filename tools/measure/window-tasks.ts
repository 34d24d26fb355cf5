/**
 * How long the window's main thread computes at a stretch, from Chromium's own trace. Unlike the frames that a page can time, this does
 * not grow when the machine does other work besides.
 */
import type { CDPSession, Page } from '@playwright/test';

interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds that the thread itself took. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

export interface WindowTasks {
  /** Ends the tracing. Answers, in words, the longest task and all of them together. */
  told(): Promise<string>;
}

const MICROSECONDS = 1_000;

/** Begins to trace the page. */
export async function watchTasks(page: Page): Promise<WindowTasks> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'] },
  });
  return {
    async told() {
      await ended(session);
      const tasks = tasksOf(events);
      const [longest, all] = [Math.max(0, ...tasks), tasks.reduce((sum, length) => sum + length, 0)];
      return `window computes at most ${longest.toFixed(0)} ms at a stretch, ${all.toFixed(0)} ms in all`;
    },
  };
}

async function ended(session: CDPSession): Promise<void> {
  const complete = new Promise<void>((done) => session.once('Tracing.tracingComplete', () => done()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
}

/** Milliseconds of each task of the threads that run pages. */
function tasksOf(events: readonly TraceEvent[]): number[] {
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  );
  return events
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && pages.has(threadOf(event)))
    .map(({ tdur = 0 }) => tdur / MICROSECONDS);
}
