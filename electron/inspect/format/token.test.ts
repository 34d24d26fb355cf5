import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memberKey, tokenKey } from './token.ts';

describe('keys', () => {
  it('of tokens are one for all spellings', () => {
    for (const spelling of ['Universal required', ' universal-required ', 'UNIVERSAL__REQUIRED', 'Ｕniversal required'])
      expect(tokenKey(spelling)).toBe('universal_required');
  });

  it('of members are one for all spellings', () => {
    for (const spelling of ['tool_grants', 'Tool-Grants', 'toolGrants', 'tool.grants'])
      expect(memberKey(spelling)).toBe('toolgrants');
  });

  it('are the same when a word comes again, whatever came between', () => {
    const words = Array.from({ length: 10_000 }, (_, number) => `Word ${number}`);
    for (const word of [...words, ...words]) expect(tokenKey(word)).toBe(word.toLowerCase().replace(' ', '_'));
  });

  it('hold for any text, half characters and long ones too', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud800 A'), fc.string({ minLength: 100 }));
    fc.assert(
      fc.property(text, (given) => {
        const plain = given.normalize('NFKC').trim().toLowerCase();
        expect(tokenKey(given)).toBe(plain.replace(/[\s_-]+/gu, '_'));
        expect(tokenKey(given)).toBe(tokenKey(`${given}`));
      }),
    );
  });
});
