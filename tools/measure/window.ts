/** The measurements themselves, each on a desk of its own. Times are of the page's clock, from the click to the frame that shows it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type DeskApp, launchDesk } from '../../e2e/fixtures/desk-app.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { fillQueue, longText, manyFiles, packageWith, REMARK } from './data.ts';
import { type LoopLog, loopLog } from './stand-stills.ts';
import { watchTasks } from './window-tasks.ts';

type Say = (line: string) => void;

/** Inspecting 5 000 files or 32 MiB on a loaded machine. */
const IMPORT_MS = 300_000;
const ROUNDS = 5;

const MEASUREMENTS: Readonly<Record<string, (say: Say, folder: string) => Promise<void>>> = {
  queue: measureQueues,
  files: measurePackages,
  long: measureLongText,
  imports: measureImports,
};

/** @param wanted names of measurements; all when empty */
export async function measureWindow(say: Say, wanted: readonly string[]): Promise<void> {
  for (const [name, measure] of Object.entries(MEASUREMENTS)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const folder = mkdtempSync(join(tmpdir(), 'uaix-measure-'));
    try {
      await measure(say, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

async function onDesk(dataFolder: string, work: (desk: DeskApp, main: LoopLog) => Promise<void>): Promise<void> {
  const main = loopLog(`${dataFolder}-loop.log`);
  const desk = await launchDesk({ dataFolder, env: main.env });
  try {
    desk.page.setDefaultTimeout(IMPORT_MS);
    await work(desk, main);
  } finally {
    await desk.close();
  }
}

const rail = (page: Page, name: string | RegExp) => page.getByRole('navigation').getByRole('button', { name });

/** Milliseconds from a click on `click` until `shown` is drawn, and the longest frame between. Both are CSS selectors. */
function timeOf(page: Page, click: string, shown: string): Promise<{ readonly ms: number; readonly longest: number }> {
  return page.evaluate(
    async ([target, wanted]) => {
      // The text lives in a shadow root, where the document's own query does not look.
      const find = (selector: string): HTMLElement | null =>
        document.querySelector<HTMLElement>(selector) ??
        [...document.querySelectorAll('*')]
          .map((each) => each.shadowRoot?.querySelector<HTMLElement>(selector) ?? null)
          .find((each) => each !== null) ??
        null;
      const element = find(target);
      if (!element) throw new Error(`${target} is not there`);
      const start = performance.now();
      let [last, longest] = [start, 0];
      element.click();
      for (;;) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (find(wanted)) break;
      }
      // The frame that draws it is not over before the next one begins.
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - last);
      return { ms: performance.now() - start, longest };
    },
    [click, shown] as const,
  );
}

/** Scrolls a list from top to end in `steps`, a step a frame, and stays there. Answers the longest frame in milliseconds. */
function scrollThrough(page: Page, selector: string, steps: number): Promise<number> {
  return page.evaluate(
    async ([where, count]) => {
      const first =
        document.querySelector(where) ??
        [...document.querySelectorAll('*')]
          .map((each) => each.shadowRoot?.querySelector(where) ?? null)
          .find((each) => each !== null);
      let list = first?.parentElement ?? null;
      while (list && list.scrollHeight <= list.clientHeight + 1) list = list.parentElement;
      if (!list) throw new Error(`${where} does not scroll`);
      let [last, longest] = [performance.now(), 0];
      for (let step = 1; step <= count; step += 1) {
        list.scrollTop = (list.scrollHeight * step) / count;
        await new Promise(requestAnimationFrame);
        longest = Math.max(longest, performance.now() - last);
        last = performance.now();
      }
      return longest;
    },
    [selector, steps] as const,
  );
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

function told(values: readonly number[]): string {
  return `median ${median(values).toFixed(0)} ms, most ${Math.max(...values).toFixed(0)} ms`;
}

async function measureQueues(say: Say, folder: string): Promise<void> {
  for (const packages of [10, 10_000]) {
    const data = join(folder, String(packages));
    await fillQueue(data, packages);
    const started = performance.now();
    await onDesk(data, async ({ page }) => {
      await page.getByRole('row').first().waitFor();
      say(`queue of ${packages}: started and shown in ${(performance.now() - started).toFixed(0)} ms`);
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await rail(page, 'Profiles').click();
        await page.getByRole('row').first().waitFor({ state: 'detached' });
        times.push((await timeOf(page, 'nav button', '[role="row"]')).ms);
      }
      say(`queue of ${packages}: opened, ${told(times)}`);
      const searched = await page.evaluate(async () => {
        const start = performance.now();
        await window.uaix.listQueue({ states: [], search: '77 lamp', sort: 'title', offset: 0, limit: 100 });
        return performance.now() - start;
      });
      say(`queue of ${packages}: a search answers in ${searched.toFixed(0)} ms`);
      if (packages > 100) {
        const frame = await scrollThrough(page, '[role="row"]', 60);
        say(`queue of ${packages}: longest frame while scrolling ${frame.toFixed(0)} ms`);
        const start = performance.now();
        await page.getByText(`Package 0 of Lamp Room`, { exact: true }).waitFor();
        say(`queue of ${packages}: the end is there after another ${(performance.now() - start).toFixed(0)} ms`);
      }
    });
  }
}

async function importOne(desk: DeskApp, folder: string, name: string, bytes: Buffer): Promise<number> {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const start = performance.now();
  await desk.drop(desk.page, [path]);
  await desk.page.getByRole('row').filter({ hasText: name }).first().waitFor();
  await desk.page.getByRole('progressbar').waitFor({ state: 'detached' });
  await desk.page.getByText('decided').first().waitFor();
  return performance.now() - start;
}

async function measurePackages(say: Say, folder: string): Promise<void> {
  for (const files of [50, DEFAULT_LIMITS.entries]) {
    await onDesk(join(folder, String(files)), async (desk, main) => {
      const { page } = desk;
      const name = `files-${files}.uaix`;
      const bytes = await packageWith(`Files ${files}`, manyFiles(files, REMARK));
      let start = Date.now();
      const taken = await importOne(desk, folder, name, bytes);
      say(`package of ${files} files with as many findings: taken in after ${(taken / 1_000).toFixed(1)} s`);
      say(`package of ${files} files: while it is taken in, ${await main.since(start)}`);
      start = Date.now();
      let tasks = await watchTasks(page);
      const times: { readonly ms: number; readonly longest: number }[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        await rail(page, /^Queue/).click();
        await page.getByRole('row').first().waitFor();
        times.push(await timeOf(page, '[role="row"]', '[role="treeitem"]'));
      }
      say(`package of ${files} files: opened, ${told(times.map(({ ms }) => ms))}`);
      say(`package of ${files} files: longest frame while it opens, ${told(times.map(({ longest }) => longest))}`);
      say(`package of ${files} files: while it opens ${ROUNDS} times, ${await tasks.told()}`);
      say(`package of ${files} files: while it opens, ${await main.since(start)}`);
      tasks = await watchTasks(page);
      start = Date.now();
      const decided: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const before = await page.getByRole('heading', { level: 2, name: /^Files/ }).textContent();
        decided.push(
          await page.evaluate(async (old) => {
            const heading = () =>
              [...document.querySelectorAll('h2')].find((each) => each.textContent?.startsWith('Files'));
            const start = performance.now();
            window.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, cancelable: true }));
            while (heading()?.textContent === old) await new Promise(requestAnimationFrame);
            return performance.now() - start;
          }, before),
        );
      }
      say(`package of ${files} files: a decision shows, ${told(decided)}`);
      say(`package of ${files} files: while ${ROUNDS} decisions are made, ${await tasks.told()}`);
      say(`package of ${files} files: while decisions are made, ${await main.since(start)}`);
      if (files > 100) {
        say(
          `package of ${files} files: longest frame while scrolling the tree ${(await scrollThrough(page, '[role="treeitem"]', 60)).toFixed(0)} ms`,
        );
      }
    });
  }
}

async function measureLongText(say: Say, folder: string): Promise<void> {
  await onDesk(join(folder, 'data'), async (desk, main) => {
    const { page } = desk;
    const more = new Map([['docs/long.md', longText(DEFAULT_LIMITS.fileBytes)]]);
    const taken = await importOne(desk, folder, 'long.uaix', await packageWith('Long text', more));
    say(`text of 32 MiB: taken in after ${(taken / 1_000).toFixed(1)} s`);
    await page.getByRole('row').first().click();
    const item = page.getByRole('treeitem').filter({ hasText: 'long.md' });
    await item.waitFor();
    await page.locator('.cm-content').first().waitFor();
    await item.evaluate((element) => element.setAttribute('data-measured', ''));
    await page.evaluate(() => {
      // Lines of the file shown before would be taken for those of this one.
      for (const host of document.querySelectorAll('*')) {
        for (const line of host.shadowRoot?.querySelectorAll('.cm-line') ?? []) line.setAttribute('data-old', '');
      }
    });
    const start = Date.now();
    const tasks = await watchTasks(page);
    const { ms, longest } = await timeOf(page, '[data-measured]', '.cm-line:not([data-old])');
    say(`text of 32 MiB: shown after ${ms.toFixed(0)} ms, longest frame ${longest.toFixed(0)} ms`);
    say(`text of 32 MiB: while it is shown, ${await tasks.told()}`);
    say(`text of 32 MiB: while it is read, ${await main.since(start)}`);
    say(`text of 32 MiB: longest frame while scrolling ${(await scrollThrough(page, '.cm-line', 60)).toFixed(0)} ms`);
  });
}

async function measureImports(say: Say, folder: string): Promise<void> {
  await onDesk(join(folder, 'data'), async (desk, main) => {
    const { page } = desk;
    const paths: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const path = join(folder, `twenty-${index}.uaix`);
      writeFileSync(path, await packageWith(`Course ${index}`, manyFiles(200)));
      paths.push(path);
    }
    await page.evaluate(() => {
      const seen = { tasks: [] as number[], asks: [] as number[], on: true };
      Object.assign(window, { seen });
      new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
        type: 'longtask',
      });
      // The main process answers between its own tasks: the slowest answer is as long as the longest of them.
      void (async () => {
        while (seen.on) {
          const start = performance.now();
          await window.uaix.getSettings({});
          seen.asks.push(performance.now() - start);
          await new Promise((done) => setTimeout(done, 10));
        }
      })();
    });
    const [start, began] = [performance.now(), Date.now()];
    const watched = await watchTasks(page);
    await desk.drop(page, paths);
    await page.getByText('20 packages', { exact: true }).waitFor();
    await page.getByRole('progressbar').first().waitFor({ state: 'detached' });
    const taken = performance.now() - start;
    const { tasks, asks } = await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { tasks: number[]; asks: number[]; on: boolean } };
      seen.on = false;
      return seen;
    });
    say(`20 packages of 200 files: taken in after ${(taken / 1_000).toFixed(1)} s`);
    say(`20 packages: ${await watched.told()}`);
    say(`20 packages: ${await main.since(began)}`);
    say(`20 packages: longest task in the window ${Math.max(0, ...tasks).toFixed(0)} ms (${tasks.length} above 50 ms)`);
    say(
      `20 packages: slowest answer of the main process ${Math.max(...asks).toFixed(0)} ms, median ${median(asks).toFixed(0)} ms`,
    );
  });
}
