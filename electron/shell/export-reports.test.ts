import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { accepted, refused } from '../../shared/models.ts';
import { exportReports, type ReportsExport } from './export-reports.ts';

const ONE = '1'.repeat(64);
const TWO = '2'.repeat(64);
const THREE = '3'.repeat(64);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'uaix-reports-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function wanted(change: Partial<ReportsExport> = {}): ReportsExport {
  return {
    archives: [ONE, TWO, THREE],
    format: 'html',
    folder,
    makeReport: async ({ archive }) => accepted({ name: `report-${archive.slice(0, 4)}.html`, text: `of ${archive}` }),
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...change,
  };
}

function systemFault(code: string): Error {
  return Object.assign(new Error(code), { code });
}

test('one file for each package, told one by one', async () => {
  const told: string[] = [];
  const result = await exportReports(
    wanted({ onProgress: (done, total) => told.push(`${done}/${total}`), archives: [ONE, TWO, ONE] }),
  );
  expect(result).toEqual({
    folder,
    format: 'html',
    saved: [
      { archive: ONE, name: 'report-1111.html' },
      { archive: TWO, name: 'report-2222.html' },
    ],
    failed: [],
    left: 0,
  });
  expect(told).toEqual(['0/2', '1/2', '2/2']);
  expect(readFileSync(join(folder, 'report-2222.html'), 'utf8')).toBe(`of ${TWO}`);
});

test('nothing is written over: what is there stays, the new report gets the next name', async () => {
  writeFileSync(join(folder, 'report-1111.html'), 'mine');
  writeFileSync(join(folder, 'report-1111 (2).html'), 'mine too');
  const result = await exportReports(wanted({ archives: [ONE] }));
  expect(result.saved).toEqual([{ archive: ONE, name: 'report-1111 (3).html' }]);
  expect(readFileSync(join(folder, 'report-1111.html'), 'utf8')).toBe('mine');
  expect(readFileSync(join(folder, 'report-1111 (2).html'), 'utf8')).toBe('mine too');
});

test('two reports that want one name get two files', async () => {
  const makeReport: ReportsExport['makeReport'] = async ({ archive }) =>
    accepted({ name: 'the-same.html', text: archive });
  const { saved } = await exportReports(wanted({ makeReport, archives: [ONE, TWO] }));
  expect(saved.map(({ name }) => name)).toEqual(['the-same.html', 'the-same (2).html']);
  expect(readFileSync(join(folder, 'the-same (2).html'), 'utf8')).toBe(TWO);
});

test('a package whose report cannot be made is told; the others are written', async () => {
  const makeReport: ReportsExport['makeReport'] = async ({ archive }) => {
    if (archive === ONE) return refused('not-found', { what: 'package', name: ONE });
    if (archive === TWO) throw new Error('unforeseen');
    return accepted({ name: 'third.html', text: 'x' });
  };
  const { saved, failed, left } = await exportReports(wanted({ makeReport }));
  expect(saved).toEqual([{ archive: THREE, name: 'third.html' }]);
  expect(failed.map(({ archive, problem }) => [archive, problem.code])).toEqual([
    [ONE, 'not-found'],
    [TWO, 'unexpected'],
  ]);
  expect(left).toBe(0);
});

describe('a folder that takes nothing', () => {
  test('is gone: every package is told, and nothing is made', async () => {
    rmSync(folder, { recursive: true });
    const { saved, failed } = await exportReports(wanted());
    expect(saved).toEqual([]);
    expect(failed.map(({ archive }) => archive)).toEqual([ONE, TWO, THREE]);
    expect(failed[0]?.problem).toMatchObject({ code: 'io', values: { variant: 'chosen-folder', system: 'ENOENT' } });
  });

  test('is a file', async () => {
    const file = join(folder, 'a file');
    writeFileSync(file, 'x');
    const { failed } = await exportReports(wanted({ folder: file, archives: [ONE] }));
    expect(failed[0]?.problem).toMatchObject({ code: 'io', values: { variant: 'chosen-folder' } });
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  test.each([
    ['EROFS', 'read-only'],
    ['EACCES', 'permission-denied'],
    ['ENOSPC', 'disk-full'],
  ])('refuses with %s', async (system, code) => {
    const write = async (path: string) => {
      if (path.includes('2222')) throw systemFault(system);
    };
    const { saved, failed } = await exportReports(wanted({ write }));
    expect(saved.map(({ archive }) => archive)).toEqual([ONE, THREE]);
    expect(failed).toEqual([{ archive: TWO, problem: { code, values: { system, variant: 'chosen-folder' } } }]);
  });
});

test('stopped: what is written stays, and the rest is counted', async () => {
  const stop = new AbortController();
  const result = await exportReports(
    wanted({ signal: stop.signal, onProgress: (done) => (done === 1 ? stop.abort() : undefined) }),
  );
  expect(result.saved).toHaveLength(1);
  expect(result.left).toBe(2);
  expect(readdirSync(folder)).toEqual(['report-1111.html']);
});
