import { expect, test } from 'vitest';
import { markValues, pieces } from './isolate.ts';

function told(sentence: (values: Record<string, unknown>) => string, values: Parameters<typeof markValues>[0]) {
  const { marked, originals } = markValues(values);
  return pieces(sentence(marked), originals).map((piece) => ('ours' in piece ? piece.ours : `<${piece.foreign}>`));
}

test('foreign values become pieces of their own, numbers stay in the sentence', () => {
  expect(told((v) => `File ${v.path}, line ${v.line}.`, { path: 'a.md', line: 3 })).toEqual([
    'File ',
    '<a.md>',
    ', line 3.',
  ]);
});

test('each name of a list is isolated by itself', () => {
  expect(told((v) => `Gone: ${(v.paths as string[]).join(' and ')}`, { paths: ['a', 'b'] })).toEqual([
    'Gone: ',
    '<a>',
    ' and ',
    '<b>',
  ]);
});

test('a value that imitates a mark is shown as it is', () => {
  expect(told((v) => `${v.name}!`, { name: '\uE0000\uE001 {{path}} $t(x)' })).toEqual([
    '<\uE0000\uE001 {{path}} $t(x)>',
    '!',
  ]);
});

test('words between back ticks are code, also around a foreign value; a lone tick is text', () => {
  const { marked, originals } = markValues({ path: 'a`b' });
  expect(pieces(`Run \`uaix pack ${String(marked.path)}\` now`, originals)).toEqual([
    { ours: 'Run ', code: false },
    { ours: 'uaix pack ', code: true },
    { foreign: 'a`b', code: true },
    { ours: ' now', code: false },
  ]);
  expect(pieces('5` long', [])).toEqual([
    { ours: '5', code: false },
    { ours: '` long', code: false },
  ]);
});
