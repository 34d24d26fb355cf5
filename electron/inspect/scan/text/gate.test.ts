import { describe, expect, it } from 'vitest';
import { HOSTILE } from '../corpus/measure.ts';
import { CHINESE } from '../orders/chinese.ts';
import { ENGLISH } from '../orders/english.ts';
import { FRENCH, GERMAN, RUSSIAN, SPANISH } from '../orders/european.ts';
import { JAPANESE } from '../orders/japanese.ts';
import { beginnings, gated, worthTrying } from './gate.ts';

describe('beginnings', () => {
  it.each([
    [/\b(?:ignore|set aside)\s+all/, ['ignore all', 'set aside all']],
    [
      /(?<!\p{L})(?:scan|probe)\s{1,4}(?:for\s+)?ports/u,
      ['scan ports', 'probe ports', 'scan for ports', 'probe for ports'],
    ],
    [/don['’]?t\s(?:say|tell)/, ['dont say', 'dont tell', "don't say", "don't tell", 'don’t say', 'don’t tell']],
    [/authori[sz]e\w*/, ['authorise', 'authorize']],
    [/rm\s*-rf/, ['rm']],
    [/ab+c/, ['ab']],
    [/ab*c/, null],
    [/(?:本|此)包/, ['本包', '此包']],
    [/fork\(\)\s*\|/, ['fork()']],
    [/ab\s+\s*c/, ['ab ']],
    [/READ\b me/, ['read me']],
    [/\b(?:please\s+)?(?:now\s+)*(?:drop|skip) it|(?:and )?go/, ['drop it', 'skip it', 'go']],
    [/a(?:b?c)/, ['ac', 'abc']],
  ])('%s', (pattern, words) => {
    expect(beginnings(pattern.source)).toEqual(words);
  });

  it.each([/[a-z]+ing/, /a?b?/, /(?:drop|)/, /\w+\s+all/, /./])('%s begins with anything', (pattern) => {
    expect(beginnings(pattern.source)).toBeNull();
  });
});

describe('a gate', () => {
  const orders = [...ENGLISH, CHINESE, SPANISH, GERMAN, FRENCH, RUSSIAN, JAPANESE]
    .flatMap((language) => [...language.orders, ...language.hiddenOrders])
    .map(([, source]) => gated([source, 'gimu']));

  it('never keeps an expression from a text that it matches', () => {
    let matched = 0;
    for (const { text } of HOSTILE) {
      const tried = new Set(worthTrying(orders, text));
      for (const order of orders) {
        order.pattern.lastIndex = 0;
        if (!order.pattern.test(text)) continue;
        matched += 1;
        expect(tried.has(order), `${order.pattern.source.slice(0, 60)} in ${text}`).toBe(true);
      }
    }
    expect(matched).toBeGreaterThan(100);
  });

  it('spares most expressions most texts', () => {
    const tried = HOSTILE.reduce((sum, { text }) => sum + worthTrying(orders, text).length, 0);
    expect(tried).toBeLessThan(0.3 * orders.length * HOSTILE.length);
  });

  it('knows the long s, which is an s to an expression that ignores case', () => {
    expect(worthTrying([gated([`(?<!\\p{L})set aside`, 'giu'])], 'ſet aside')).toHaveLength(1);
  });
});
