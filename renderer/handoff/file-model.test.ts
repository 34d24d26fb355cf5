import { expect, test } from 'vitest';
import type { HandoffFile, ScanEntry } from '../../shared/handoff.ts';
import { stepOf } from '../../shared/handoff.ts';
import { canFinish, draftOf, isWhole, linesOf } from './file-model.ts';

const UTC = '2026-07-04T09:30:00Z';

function file(change: Partial<HandoffFile> = {}): HandoffFile {
  return {
    fileId: '00112233aabbccdd',
    handoffId: 'h',
    version: 1,
    path: 'content/a.md',
    bucket: 'content',
    name: 'a.md',
    sha256: 'ab'.repeat(32),
    sizeBytes: 4,
    mediaType: 'text/markdown',
    content: 'text',
    blockedBy: null,
    lines: 1,
    findings: [],
    takenUtc: UTC,
    takenBy: 'ada',
    archiveSha256: null,
    importProblem: null,
    viewedUtc: null,
    viewedBy: null,
    decision: null,
    decidedUtc: null,
    decidedBy: null,
    preservedAs: null,
    preservedUtc: null,
    removedUtc: null,
    removedBy: null,
    ...change,
  };
}

function entry(path: string, status: ScanEntry['status'] = 'pending'): ScanEntry {
  return { path, bucket: 'content', name: path, status, sizeBytes: 1, fileId: null };
}

const decision = { ...draftOf(file()), reason: 'Out of scope.' };

test('a file goes from taken to removed, one step at a time', () => {
  expect(stepOf(file())).toBe('taken');
  expect(stepOf(file({ content: 'binary' }))).toBe('viewed');
  expect(stepOf(file({ viewedUtc: UTC }))).toBe('viewed');
  expect(stepOf(file({ viewedUtc: UTC, decision }))).toBe('decided');
  expect(stepOf(file({ decision, preservedUtc: UTC }))).toBe('preserved');
  expect(stepOf(file({ decision: { ...decision, outcome: 'kept-active-with-reason' } }))).toBe('kept');
  expect(stepOf(file({ decision, preservedUtc: UTC, removedUtc: UTC }))).toBe('removed');
});

test('lines: taken files once, then what waits; placeholders are no work', () => {
  const scan = {
    utc: UTC,
    phase: 'loop' as const,
    entries: [entry('content/a.md'), entry('content/b.md'), entry('content/.gitkeep', 'placeholder')],
    pending: 2,
    placeholders: 1,
    missing: [],
  };
  const lines = linesOf({ files: [file()], scan });
  expect(lines.map(({ path, file: taken }) => [path, taken !== null])).toEqual([
    ['content/a.md', true],
    ['content/b.md', false],
  ]);
  expect(linesOf({ files: [], scan: null })).toEqual([]);
});

test('a run is finished only when every file has an end', () => {
  const run = { handoffId: 'h', startedUtc: UTC, finishedUtc: null, complete: null, messageId: null };
  expect(canFinish({ run: null, files: [] })).toBe(false);
  expect(canFinish({ run, files: [file()] })).toBe(false);
  expect(canFinish({ run, files: [file({ decision, preservedUtc: UTC })] })).toBe(true);
});

test('a decision needs a reason, and an answer to each recommendation', () => {
  expect(draftOf(file({ content: 'blocked' })).disposition).toBe('block-as-unsafe-or-out-of-scope');
  expect(isWhole(decision)).toBe(false);
  const answered = { summary: 'Add the sheet', decision: 'adapted' as const, reason: 'Shortened.' };
  expect(isWhole({ ...decision, recommendations: [answered] })).toBe(true);
  expect(isWhole({ ...decision, recommendations: [answered, { ...answered, reason: ' ' }] })).toBe(false);
  expect(isWhole({ ...decision, reason: ' ', recommendations: [answered] })).toBe(false);
});
