import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { gathered } from './gather.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a burst of calls is answered once, and calls while it runs once more', async () => {
  const ends: (() => void)[] = [];
  const soon = gathered(() => new Promise<void>((resolve) => ends.push(resolve)));
  for (let call = 0; call < 20; call += 1) soon();
  expect(ends.length).toBe(0);
  await vi.runAllTimersAsync();
  expect(ends.length).toBe(1);
  for (let call = 0; call < 20; call += 1) soon();
  await vi.runAllTimersAsync();
  expect(ends.length).toBe(1);
  ends[0]?.();
  await vi.runAllTimersAsync();
  expect(ends.length).toBe(2);
  ends[1]?.();
  await vi.runAllTimersAsync();
  expect(ends.length).toBe(2);
});

test('calls that never stop do not keep it from being done', async () => {
  let done = 0;
  const soon = gathered(async () => {
    done += 1;
  });
  for (let call = 0; call < 100; call += 1) {
    soon();
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.runAllTimersAsync();
  expect(done).toBeGreaterThan(5);
  expect(done).toBeLessThan(20);
});
