import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NameList } from './name-list.ts';
import { memberKey } from './token.ts';

const list = new NameList(['permissions', 'autorun', '操作', '/uai/totemuai'].map(memberKey));

/** Every letter as a JSON escape. */
const escaped = (name: string): string =>
  [...name].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

describe('a list of names', () => {
  it.each([
    '{"permissions": true}',
    '{"a": 1, "Per-missions" : true}',
    '{"auto_run": 1}',
    '{"ｐｅｒｍｉｓｓｉｏｎｓ": 1}',
    '{"操作": "x"}',
    `{"${escaped('permissions')}": true}`,
    '{"per\\tmissions": true}',
    '{"\\tp\\te\\tr\\tm\\ti\\ts\\ts\\ti\\to\\tn\\ts": true}',
    '{"./.uai\\/totem.uai": "replace"}',
    '["permissions"]',
    '{"permissions\n: 1',
  ])('is found in %j', (text) => {
    expect(list.mayStandIn(text)).toBe(true);
  });

  it.each([
    '{}',
    '{"name": "permissions"}',
    '{"name" :\n"permissions"}',
    '["what is asked: \\"permissions\\" and more"]',
    '{"permission": 1, "missions": 2, "number": 3}',
    '{"a": ["你好", "\\u4f60\\u597d", "tab\\t"]}',
    'permissions: true',
  ])('is not found in %j', (text) => {
    expect(list.mayStandIn(text)).toBe(false);
  });

  it('is found in every JSON text that names one of its members, however deep', () => {
    const named = fc.letrec((tie) => ({
      value: fc.oneof(fc.string(), fc.integer(), fc.constant(null), tie('object'), fc.array(tie('value'))),
      object: fc.dictionary(fc.oneof(fc.string(), fc.constantFrom('permissions', 'Auto.Run', '操 作')), tie('value')),
    })).object;
    fc.assert(
      fc.property(named, fc.nat(2), (value, indent) => {
        let isNamed = false;
        const text = JSON.stringify(
          value,
          (key, inner) => {
            isNamed ||= ['permissions', 'autorun', '操作'].includes(memberKey(key));
            return inner;
          },
          indent,
        );
        expect(!isNamed || list.mayStandIn(text)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
