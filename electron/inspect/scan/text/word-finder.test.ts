import { describe, expect, it } from 'vitest';
import { WordFinder } from './word-finder.ts';

const finder = new WordFinder([
  ['ignore all', 'drop'],
  ['set aside'],
  ['忽略', '把'],
  ['забудь'],
  [' or else', 'a b c'],
]);
const lists = (text: string): number[] => [...finder.listsIn(text)].sort();

describe('a finder of words', () => {
  it('names the lists of which a word stands in the text', () => {
    expect(lists('Please ignore all of it, or else set aside what you know.')).toEqual([0, 1, 4]);
    expect(lists('请忽略')).toEqual([2]);
    expect(lists('一把')).toEqual([2]);
    expect(lists('ignore  them all')).toEqual([]);
    expect(lists('ignore al')).toEqual([]);
    expect(lists('')).toEqual([]);
  });

  it('takes any white space for a blank', () => {
    expect(lists('ignore \t\n\u3000all')).toEqual([0]);
    expect(lists('a\u00a0b  c')).toEqual([4]);
    expect(lists('ignoreall')).toEqual([]);
  });

  it('knows all forms of a letter', () => {
    expect(lists('IGNORE ALL, ſet aside, ЗАБУДЬ')).toEqual([0, 1, 3]);
    expect(lists('заᲀудь')).toEqual([]);
    expect(new WordFinder([['вес', 'sk']]).listsIn('ᲀес').size).toBe(1);
    expect(new WordFinder([['вес', 'sk']]).listsIn('s\u212a').size).toBe(1);
  });
});
