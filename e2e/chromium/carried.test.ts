import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BYTES, carried, piecesOf } from './carried.ts';

test('values become one string; bytes are marked, and undefined stays undefined', () => {
  expect(carried({ ok: true, value: ['é', null, 1.5] })).toBe('{"ok":true,"value":["é",null,1.5]}');
  expect(carried({ value: Buffer.from('abc') })).toBe(`{"value":${JSON.stringify({ [BYTES]: 'YWJj' })}}`);
  expect(carried(new Uint8Array([0, 255]).subarray(1))).toBe(JSON.stringify({ [BYTES]: '/w==' }));
  expect(carried(undefined)).toBeUndefined();
});

test('pieces put together are the whole', () => {
  const long = `${'x'.repeat(999_999)}😀${'y'.repeat(1_500_000)}`;
  expect(piecesOf(long).map(({ length }) => length)).toEqual([999_999, 1_000_000, 500_002]);
  expect(piecesOf(long).join('')).toBe(long);
  expect(piecesOf('')).toEqual(['']);
});

test('what JSON would lose is a fault, not a smaller answer', () => {
  expect(() => carried({ value: new Map([[1, 2]]) })).toThrow('cannot carry a Map');
  expect(() => carried({ value: new Date(0) })).toThrow('cannot carry a Date');
  expect(() => carried({ value: runInNewContext('new Set()') })).toThrow('cannot carry a Set');
});
