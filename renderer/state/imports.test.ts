import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Answer, ImportProgress } from '../../shared/models.ts';
import { startImports, takeProgress, takeStarted, useImports } from './imports.ts';

const listed: (readonly ImportProgress[])[] = [];
let asked = 0;

function progress(importId: string, stage: ImportProgress['stage']): ImportProgress {
  return { importId, fileName: 'x.uaix', stage, done: 0, total: 0, archiveSha256: null, known: false, problem: null };
}

/** Import and stage of every row. */
const shown = () => [...useImports.getState().imports.values()].map(({ importId, stage }) => `${importId} ${stage}`);

beforeEach(() => {
  vi.useFakeTimers();
  useImports.setState({ imports: new Map() });
  asked = 0;
  const queue = { rows: [], total: 0, byState: {} };
  const uaix = {
    listImports: async (): Promise<Answer<readonly ImportProgress[]>> => {
      asked += 1;
      return { ok: true, value: listed.shift() ?? expect.fail('asked once more than there is something to ask') };
    },
    listQueue: async () => ({ ok: true, value: queue }),
  };
  vi.stubGlobal('window', { uaix });
});
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  expect(listed).toEqual([]);
});

test('imports of another program are followed until each has ended, whatever its end', async () => {
  listed.push(
    [progress('a1', 'waiting'), progress('a2', 'copying'), progress('a0', 'failed')],
    [progress('a1', 'inspecting')],
    [progress('a1', 'failed')],
  );
  await startImports();
  expect(shown()).toEqual(['a1 waiting', 'a2 copying']);
  await vi.advanceTimersToNextTimerAsync();
  // The first timer is the next look; the queue that it refreshes has its own.
  expect(shown()).toEqual(['a1 inspecting']);
  await vi.runAllTimersAsync();
  expect(shown()).toEqual(['a1 failed']);
  expect(asked).toBe(3);
});

test('with nothing in work nobody asks again, and an import that begins meanwhile is not taken for ended', async () => {
  listed.push([]);
  await startImports();
  takeProgress(progress('b1', 'waiting'));
  await vi.runAllTimersAsync();
  expect([asked, shown()]).toEqual([1, ['b1 waiting']]);

  listed.push([progress('b1', 'waiting')], [progress('b1', 'recording'), progress('b2', 'copying')], []);
  const looking = startImports();
  takeProgress(progress('b2', 'waiting'));
  await looking;
  expect(shown()).toEqual(['b1 waiting', 'b2 waiting']);
  await vi.runAllTimersAsync();
  expect([asked, shown()]).toEqual([4, []]);
});

test('what comes late never sets a row back', () => {
  const started = [progress('c1', 'waiting'), progress('c2', 'waiting')];
  for (const stage of ['waiting', 'copying', 'inspecting'] as const) takeProgress(progress('c1', stage));
  takeProgress(progress('c2', 'done'));
  takeStarted(started);
  for (const late of started) takeProgress(late);
  takeProgress(progress('c1', 'copying'));
  expect(shown()).toEqual(['c1 inspecting']);
});
