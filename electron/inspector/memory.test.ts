import { describe, expect, it } from 'vitest';
import { memoryGuard } from './memory.ts';

const MIB = 1024 * 1024;

/** A process of a scripted size, looked at every so many milliseconds; a collection brings it down to `kept`. */
function scripted(sizesMiB: readonly number[], keptMiB: number | null, stepMs = 5) {
  const sizes = [...sizesMiB];
  let collections = 0;
  let current = 0;
  let looks = 0;
  let time = 0;
  const collect = (): void => {
    current = keptMiB ?? current;
    collections += 1;
  };
  const place = {
    now: () => time,
    residentBytes() {
      looks += 1;
      return current * MIB;
    },
    collect: keptMiB === null ? null : collect,
  };
  const check = memoryGuard(1_000, place);
  const run = (): void => {
    for (const size of sizes) {
      current = size;
      time += stepMs;
      check();
    }
  };
  return { run, collections: () => collections, looks: () => looks };
}

describe('memoryGuard', () => {
  it('leaves a small process alone', () => {
    const small = scripted([60, 100, 176], 50);
    small.run();
    expect(small.collections()).toBe(0);
  });

  it('collects when a large process has grown, not at every file', () => {
    const large = scripted([184, 189, 192, 194, 204, 194], 179);
    large.run();
    // At 184, and again beyond 179 + 16.
    expect(large.collections()).toBe(2);
  });

  it('does not ask for the size of the process at every small file', () => {
    const sizes = Array.from({ length: 100 }, () => 100);
    const often = scripted(sizes, 100, 1);
    often.run();
    expect(often.looks()).toBe(20);
  });

  it('gives up when collecting does not help, or is not allowed', () => {
    expect(scripted([1_001], 1_001).run).toThrow('inspector-memory');
    expect(scripted([1_001], null).run).toThrow('inspector-memory');
    expect(scripted([1_001], 900).run).not.toThrow();
  });
});
