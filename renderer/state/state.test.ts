import { describe, expect, test } from 'vitest';
import type { ImportProgress } from '../../shared/models.ts';
import { rowsBetween } from './choosing.ts';
import { shareDone, withProgress } from './imports.ts';
import { missingPages, queryOf } from './queue.ts';

function progress(stage: ImportProgress['stage'], done = 0, total = 0): ImportProgress {
  return { importId: 'a', fileName: 'x.uaix', stage, done, total, archiveSha256: null, known: false, problem: null };
}

describe('withProgress', () => {
  test('a finished import leaves the list, a failed or cancelled one stays', () => {
    const running = withProgress(new Map(), progress('copying'));
    expect([...running.keys()]).toEqual(['a']);
    expect(withProgress(running, progress('done')).size).toBe(0);
    expect(withProgress(running, progress('failed')).get('a')?.stage).toBe('failed');
    expect(withProgress(running, progress('cancelled')).get('a')?.stage).toBe('cancelled');
  });

  test('news that comes late brings an import back neither to work nor to an earlier stage', () => {
    const ended = withProgress(new Map(), progress('failed'));
    expect(withProgress(ended, progress('inspecting', 3, 9))).toBe(ended);
    const recording = withProgress(new Map(), progress('recording'));
    expect(withProgress(recording, progress('waiting'))).toBe(recording);
    expect(withProgress(recording, progress('recording', 1, 2)).get('a')?.done).toBe(1);
  });
});

test('shareDone never goes back from one stage to the next', () => {
  const shares = [
    progress('waiting'),
    progress('copying', 1, 2),
    progress('copying', 2, 2),
    progress('inspecting', 0, 4),
    progress('inspecting', 4, 4),
    progress('recording'),
    progress('done'),
  ].map((each) => shareDone(each) ?? Number.NaN);
  expect(shares).toEqual([...shares].sort((a, b) => a - b));
  expect(shares.at(-1)).toBe(1);
  expect(shareDone(progress('copying', 5, 0))).toBeNull();
});

describe('missingPages', () => {
  const rows = new Map(Array.from({ length: 100 }, (_, index) => [index, true] as const));

  test('asks only for pages with a gap in view', () => {
    expect(missingPages(rows, 0, 99)).toEqual([]);
    expect(missingPages(rows, 90, 110)).toEqual([100]);
    expect(missingPages(new Map(), 150, 320)).toEqual([100, 200, 300]);
  });
});

test('queryOf trims the search and names the states of the filter', () => {
  expect(queryOf({ filter: 'ended', search: '  lamp ', sort: 'title' }, 200)).toEqual({
    states: ['rejected', 'purged'],
    search: 'lamp',
    sort: 'title',
    offset: 200,
    limit: 100,
  });
});

test('rowsBetween gives a range only when every row of it is known', () => {
  const rows = new Map([0, 1, 2, 5].map((index) => [index, `row ${index}`] as const));
  expect(rowsBetween(rows, 0, 2)).toEqual(['row 0', 'row 1', 'row 2']);
  expect(rowsBetween(rows, 2, 2)).toEqual(['row 2']);
  expect(rowsBetween(rows, 2, 5)).toBeNull();
});
