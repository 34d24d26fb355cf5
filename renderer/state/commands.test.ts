import { expect, test } from 'vitest';
import { findCommands } from './commands.ts';

const command = (label: string, group = 'Act') => ({ id: label, label, group, run: () => undefined });
const ALL = [
  command('Open packages…'),
  command('Policy', 'Place'),
  command('Theme: Dark'),
  command('Marlow', 'Switch profile'),
];

test('every typed word must be there; a label that begins with them comes first, one that holds them next', () => {
  const names = (typed: string) => findCommands(ALL, typed).map(({ label }) => label);
  expect(names('')).toHaveLength(4);
  expect(names('p')).toEqual(['Policy', 'Open packages…', 'Marlow']);
  expect(names('DARK theme')).toEqual(['Theme: Dark']);
  expect(names('nothing')).toEqual([]);
  const close = [command('Approve 8 clean', 'This package'), command('Approve this file', 'This package')];
  expect(findCommands(close, 'approve this').map(({ label }) => label)).toEqual([
    'Approve this file',
    'Approve 8 clean',
  ]);
  const sample = { ...command('Try the sample: A persona'), also: 'marlow-persona' };
  expect(findCommands([...ALL, sample], 'sample marlow')).toEqual([sample]);
});
