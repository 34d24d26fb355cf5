import { expect, test } from 'vitest';
import { findCommands } from './commands.ts';

const command = (label: string, group = 'Act') => ({ id: label, label, group, run: () => undefined });
const ALL = [
  command('Open packages…'),
  command('Policy', 'Place'),
  command('Theme: Dark'),
  command('Marlow', 'Switch profile'),
];

test('every typed word must be there; those that begin with the first come first', () => {
  const names = (typed: string) => findCommands(ALL, typed).map(({ label }) => label);
  expect(names('')).toHaveLength(4);
  expect(names('p')).toEqual(['Policy', 'Open packages…', 'Marlow']);
  expect(names('DARK theme')).toEqual(['Theme: Dark']);
  expect(names('nothing')).toEqual([]);
  const sample = { ...command('Try the sample: A persona'), also: 'marlow-persona' };
  expect(findCommands([...ALL, sample], 'sample marlow')).toEqual([sample]);
});
