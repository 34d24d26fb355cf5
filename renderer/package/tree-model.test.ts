import { describe, expect, test } from 'vitest';
import { type FileRecord, isAnchorPath } from '../../shared/models.ts';
import { filesInOrder, foldersAbove, isTodo, standingOf, treeRows } from './tree-model.ts';

const NO_FILTER = { todoOnly: false, text: '' };

function file(path: string, over: Partial<FileRecord> = {}): FileRecord {
  return {
    path,
    sizeBytes: 1,
    sha256: 'a'.repeat(64),
    kind: 'text',
    declared: true,
    mediaType: null,
    role: null,
    requiredStatus: null,
    scope: null,
    reviewState: null,
    source: null,
    anchor: isAnchorPath(path),
    viewedUtc: null,
    decision: null,
    change: null,
    findings: { 'no-op': 0, review: 0, note: 0 },
    damaged: false,
    ...over,
  };
}

const approved = {
  decision: 'approved',
  note: null,
  by: 'ada',
  utc: '2026-01-01T00:00:00Z',
  stale: false,
  manner: 'single',
} as const;

const FILES = [
  file('llms.txt'),
  file('docs/note-10.md'),
  file('docs/note-2.md'),
  file('.uai/persona.uai', { decision: approved }),
  file('.uai/talisman.uai'),
  file('.uai/manifest.uaix.json'),
  file('.uai/taboo.uai'),
  file('.uai/personality/voice.uai'),
  file('.uai/totem.uai'),
];

describe('treeRows', () => {
  test('puts the memory folder first, in it anchors in read order, manifest, files, folders; numbers count as numbers', () => {
    expect(treeRows(FILES, NO_FILTER, new Set()).map((row) => `${row.level} ${row.path}`)).toEqual([
      '1 .uai',
      '2 .uai/totem.uai',
      '2 .uai/taboo.uai',
      '2 .uai/talisman.uai',
      '2 .uai/manifest.uaix.json',
      '2 .uai/persona.uai',
      '2 .uai/personality',
      '3 .uai/personality/voice.uai',
      '1 docs',
      '2 docs/note-2.md',
      '2 docs/note-10.md',
      '1 llms.txt',
    ]);
  });

  test('tells each row its position among its siblings', () => {
    const rows = treeRows(FILES, NO_FILTER, new Set());
    const place = (path: string) => {
      const row = rows.find((candidate) => candidate.path === path);
      return [row?.position, row?.setSize];
    };
    expect(place('.uai')).toEqual([1, 3]);
    expect(place('llms.txt')).toEqual([3, 3]);
    expect(place('.uai/personality')).toEqual([6, 6]);
    expect(place('docs/note-10.md')).toEqual([2, 2]);
  });

  test('counts what is to do below a folder, and hides what a closed folder holds', () => {
    const rows = treeRows(FILES, NO_FILTER, new Set(['.uai']));
    expect(rows.map((row) => row.path)).toEqual(['.uai', 'docs', 'docs/note-2.md', 'docs/note-10.md', 'llms.txt']);
    expect(rows[0]).toMatchObject({ kind: 'folder', open: false, files: 6, todo: 5 });
  });

  test('a text filter opens closed folders and ignores letter case', () => {
    const rows = treeRows(FILES, { todoOnly: false, text: 'VOICE' }, new Set(['.uai']));
    expect(rows.map((row) => row.path)).toEqual(['.uai', '.uai/personality', '.uai/personality/voice.uai']);
  });

  test('the to-do filter leaves decided files out, but not those with a stale decision', () => {
    const stale = file('a.md', { decision: { ...approved, stale: true } });
    const rows = treeRows([stale, file('b.md', { decision: approved })], { todoOnly: true, text: '' }, new Set());
    expect(rows.map((row) => row.path)).toEqual(['a.md']);
  });

  test('a folder and a file of one name are two rows', () => {
    const rows = treeRows([file('a'), file('a/b')], NO_FILTER, new Set());
    expect(rows.map((row) => `${row.kind} ${row.path}`)).toEqual(['folder a', 'file a/b', 'file a']);
  });
});

test('filesInOrder walks closed folders too', () => {
  expect(filesInOrder(FILES, NO_FILTER).map((each) => each.path)).toEqual([
    '.uai/totem.uai',
    '.uai/taboo.uai',
    '.uai/talisman.uai',
    '.uai/manifest.uaix.json',
    '.uai/persona.uai',
    '.uai/personality/voice.uai',
    'docs/note-2.md',
    'docs/note-10.md',
    'llms.txt',
  ]);
});

test('foldersAbove names every folder on the way, outermost first', () => {
  expect(foldersAbove('a/b/c.md')).toEqual(['a', 'a/b']);
  expect(foldersAbove('c.md')).toEqual([]);
});

test('a stale decision asks again, whatever it was', () => {
  expect(standingOf(file('a', { decision: { ...approved, decision: 'rejected', stale: true } }))).toBe('stale');
  expect(standingOf(file('a', { decision: { ...approved, decision: 'rejected' } }))).toBe('rejected');
  expect(isTodo(file('a'))).toBe(true);
  expect(isTodo(file('a', { decision: approved }))).toBe(false);
});
