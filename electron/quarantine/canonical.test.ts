import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalText } from './canonical.ts';

test('members stand in the order of their UTF-16 units, at every depth', () => {
  const value = { b: [{ z: 1, a: 'é' }], a: { '\u{1F600}': 2, '\uFB33': 1, B: null, aa: true } };
  expect(canonicalText(value)).toBe('{"a":{"B":null,"aa":true,"\u{1F600}":2,"\uFB33":1},"b":[{"a":"é","z":1}]}');
});

test('names that an object orders by itself stand in their place', () => {
  expect(canonicalText({ 10: 'a', 9: 'b', x: 'c' })).toBe('{"10":"a","9":"b","x":"c"}');
  expect(canonicalText(JSON.parse('{"b":1,"__proto__":{"c":2}}'))).toBe('{"__proto__":{"c":2},"b":1}');
});

test('members without a value are left out', () => {
  expect(canonicalText({ b: undefined, a: 1 })).toBe('{"a":1}');
});

test('a lone surrogate becomes U+FFFD, a backslash before such letters does not', () => {
  expect(canonicalText({ b: 'x\ud800', a: ['\udfff'] })).toBe('{"a":["\ufffd"],"b":"x\ufffd"}');
  expect(canonicalText(['\\ud800'])).toBe('["\\\\ud800"]');
});

test('agrees with the canonicalizer on every value of JSON', () => {
  const value = fc.jsonValue({ stringUnit: 'binary' });
  fc.assert(
    fc.property(value, (given) => {
      expect(canonicalText(given)).toBe(canonicalize(given));
    }),
    { numRuns: 500 },
  );
});
