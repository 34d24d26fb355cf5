import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { strangeOffsets } from '../hidden/runs.ts';
import { indexKeywords } from './filing.ts';
import { sweepText } from './sweep.ts';

const WORDS = [
  'ignor',
  'rm',
  'system prompt',
  '://',
  '忽略',
  'забудь',
  'key',
  'no restrictions',
  '~/',
  '作为ai',
  'sk-',
];
const index = indexKeywords(WORDS.map((word, owner) => ({ word, owner })));
const sweep = (text: string) => sweepText(text, index, WORDS.length);

describe('sweepText', () => {
  it('finds a keyword exactly when a plain search does', () => {
    const piece = fc.oneof(
      fc.constantFrom(...WORDS, ...WORDS.map((word) => word.slice(0, -1)), ' ', 'x', '𝐢'),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const { hits } = sweep(text);
        WORDS.forEach((word, owner) => {
          const first = text.toLowerCase().indexOf(word);
          if (first >= 0) expect(hits[owner]?.[0]).toBe(first);
        });
      }),
      { numRuns: 400 },
    );
  });

  it('finds keywords across the edges of chunks', () => {
    for (let lead = 8_170; lead < 8_210; lead++) {
      const { hits } = sweep(`${'.'.repeat(lead)}system prompt 忽略作为AI`);
      expect([hits[2], hits[4], hits[9]]).toEqual([[lead], [lead + 14], [lead + 16]]);
    }
  });

  it('folds case, width and accents, and keeps boundaries', () => {
    const marked = indexKeywords([
      { word: '^key$', owner: 0 },
      { word: '^ghp_+', owner: 1 },
    ]);
    const hits = (text: string) => sweepText(text, marked, 2).hits;
    expect(hits('KEY ｋｅｙ kéy')).toEqual([[0], []]);
    expect(hits('monkey keys')).toEqual([[], []]);
    expect(hits('ghp_ prefix, then ghp_abcdefghij')).toEqual([[], [18]]);
  });

  it('refuses keywords that it could not find whole', () => {
    const keyword = (word: string) => () => indexKeywords([{ word, owner: 0 }]);
    expect(keyword('忽'.repeat(33))).toThrow('keyword too long');
    expect(keyword('x'.repeat(65))).toThrow('keyword too long');
    expect(keyword('x')).toThrow('keyword too short');
    expect(keyword('忽'.repeat(32))).not.toThrow();
    expect(keyword('x'.repeat(64))).not.toThrow();
  });

  it('finds runs, strange characters and disguise wherever they stand', () => {
    for (const lead of [0, 7, 4_080, 4_090, 8_191]) {
      const text = `${' '.repeat(lead)}QUJDREVGR0hJSktM \u200b i g n o r e  t h i s іgnоre ign0re`;
      const { runs, strange, disguised } = sweep(text);
      expect(runs).toEqual([{ from: lead, to: lead + 16 }]);
      expect(strange).toEqual([lead + 17]);
      expect(disguised.length).toBeGreaterThanOrEqual(2);
    }
    expect(sweep('An ordinary sentence, with a number (42) and a date: 2026-01-02.').disguised).toEqual([]);
  });

  it('finds the same runs and strange characters as a plain look at every unit, across chunks', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a word ',
        '几何',
        'забота ',
        '\u200b',
        '\u202e',
        '😀',
        '𝐢gnore',
        '\ud83d',
        '\udc00',
        '\u0007',
        '\t\r\n',
        '==',
        ' ',
      ),
      fc.string({ unit: fc.constantFrom(...'Aa9+/_=-'), minLength: 12, maxLength: 20 }),
    );
    const lead = fc.oneof(fc.nat(40), fc.integer({ min: 8_150, max: 8_230 }), fc.integer({ min: 16_350, max: 16_400 }));
    fc.assert(
      fc.property(lead, fc.array(piece, { maxLength: 40 }), (length, pieces) => {
        const text = '.'.repeat(length) + pieces.join('');
        const { runs, strange } = sweep(text);
        expect(runs).toEqual(
          [...text.matchAll(/[A-Za-z0-9+/_=-]{16,}/g)].map(({ 0: run, index }) => ({
            from: index,
            to: index + run.length,
          })),
        );
        expect(strange).toEqual(strangeOffsets(text));
      }),
      { numRuns: 400 },
    );
  });
});
