import { expect, test } from 'vitest';
import type { FileRecord } from '../../shared/models.ts';
import { reviewCommandsFor } from './package-commands.ts';

const FILE = { kind: 'text', change: 'changed', viewedUtc: null } as FileRecord;
const IMAGE = { ...FILE, kind: 'binary', viewedUtc: '2026-06-24T12:00:00Z' } as FileRecord;
const names = (...args: Parameters<typeof reviewCommandsFor>) => reviewCommandsFor(...args).map(([command]) => command);

test('a package in review offers what decides; acts that would do nothing are left out', () => {
  expect(names({ state: 'in_review', undoable: 0, findings: [] }, FILE)).toEqual([
    'approve',
    'reject',
    'viewed',
    'next-file',
    'previous-file',
    'text',
    'diff',
    'raw',
    'find',
    'filter',
    'back',
  ]);
  expect(names({ state: 'in_review', undoable: 1, findings: [] }, IMAGE)).toEqual([
    'approve',
    'reject',
    'undo',
    'next-file',
    'previous-file',
    'raw',
    'filter',
    'back',
  ]);
});

test('a loaded, refused or purged package offers nothing that decides', () => {
  for (const state of ['loaded', 'no_op', 'rejected', 'purged'] as const) {
    const offered = names({ state, undoable: 3, findings: [] }, FILE);
    expect(offered, state).not.toEqual(expect.arrayContaining(['approve']));
    expect(offered.filter((name) => ['approve', 'reject', 'viewed', 'undo'].includes(name))).toEqual([]);
  }
  expect(names({ state: 'purged', undoable: 0, findings: [] }, null)).toEqual(['back']);
});
