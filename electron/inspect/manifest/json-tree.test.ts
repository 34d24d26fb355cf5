import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonTree } from './json-tree.ts';
import { placeIndex } from './place.ts';

const DEPTH = 32;

function accepts(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('strict JSON', () => {
  it.each([
    ['{"a":1,}', 7, 'trailing-comma'],
    ['[1,]', 3, 'trailing-comma'],
    ['{"a":1 "b":2}', 7, 'unexpected'],
    ['{"a" 1}', 5, 'unexpected'],
    ['{a:1}', 1, 'character'],
    ["{'a':1}", 1, 'character'],
    ['{"a":1} x', 8, 'character'],
    ['{"a":1}{}', 7, 'unexpected'],
    ['{"a":01}', 6, 'unexpected'],
    ['{"a":+1}', 5, 'character'],
    ['{"a":"\n"}', 5, 'string'],
    ['{"a":"\\x"}', 5, 'string'],
    ['{"a":NaN}', 5, 'character'],
    ['{"a":"\\u12"}', 5, 'string'],
    ['{"a":"\t"}', 5, 'string'],
    ['{"a":"b', 5, 'string'],
    ['{"a":1.}', 5, 'number'],
    ['{"a":-}', 5, 'number'],
    ['{"a":1e+}', 5, 'number'],
    ['{"a":1.5.5}', 8, 'character'],
    ['{"a":truex}', 5, 'character'],
    ['{"a":/}', 5, 'character'],
    ['// a\n{}', 0, 'comment'],
    ['{/* a */}', 1, 'comment'],
    ['{"a":', 5, 'end'],
    ['', 0, 'end'],
    ['{\u00a0}', 1, 'character'],
    ['\ufeff{}', 0, 'character'],
    ['[1}', 2, 'unexpected'],
    [']', 0, 'unexpected'],
  ])('%j breaks at %i: %s', (text, offset, reason) => {
    const tree = parseJsonTree(text, DEPTH);
    expect(tree.ok ? null : tree.fault).toEqual({ offset, reason });
    expect(accepts(text)).toBe(false);
  });

  it('accepts exactly what JSON.parse accepts, with the same value', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"b"',
      '1',
      '-1',
      '-',
      '01',
      '1.5',
      '1e5',
      '1.',
      'true',
      'null',
      ' ',
      '\n',
      '\t',
      '\u00a0',
      '"',
      '\\',
      '"\\u0041"',
      '"\\"',
      '/*',
      '//',
    );
    const noise = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    const json = fc.json({ maxDepth: 6 });
    fc.assert(
      fc.property(
        fc.oneof(
          noise,
          json,
          fc.tuple(json, piece).map(([a, b]) => a + b),
        ),
        (text) => {
          const tree = parseJsonTree(text, 100);
          expect(tree.ok).toBe(accepts(text));
          if (tree.ok && tree.oddities.length === 0)
            expect(JSON.stringify(tree.value)).toBe(JSON.stringify(JSON.parse(text)));
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('counts depth without recursion', () => {
    const deep = '['.repeat(500_000);
    expect(parseJsonTree(deep, DEPTH)).toEqual({ ok: false, fault: { offset: 32, reason: 'depth' } });
    expect(parseJsonTree(`${'['.repeat(32)}${']'.repeat(32)}`, DEPTH).ok).toBe(true);
  });

  it('names keys given twice, keys that touch prototypes, and half characters', () => {
    const text = '{"a": {"b": 1, "b": 2, "__proto__": {"x": 1}}, "c/d~": ["\\udc00"]}';
    const tree = parseJsonTree(text, DEPTH);
    if (!tree.ok) throw new Error('not parsed');
    expect(tree.oddities.map(({ kind, pointer, key }) => [kind, pointer, key])).toEqual([
      ['duplicate-key', '/a/b', 'b'],
      ['reserved-key', '/a/__proto__', '__proto__'],
      ['surrogate', '/c~1d~0/0', '\ufffd'],
    ]);
    expect(Object.getPrototypeOf(tree.value)).toBeNull();
    expect(JSON.stringify(tree.value)).toBe('{"a":{"b":2},"c/d~":["\\udc00"]}');
  });
});

describe('places', () => {
  const text =
    '{\n  "a": 1,\r\n  "files": [\n    {"path": "x"},\n    {"path": "y", "in": {"p": 0, "q": [1, {"z": 2}]}}\n  ],\n  "o": {"k": "v"}\n}\n';
  const tree = parseJsonTree(text, DEPTH);
  if (!tree.ok) throw new Error('not parsed');
  const places = placeIndex(text, tree.offsets, tree.rootOffset);

  // Lines and columns counted by hand in the text above.
  it.each([
    ['', 1, 1],
    ['/a', 2, 8],
    ['/files', 3, 12],
    ['/files/0', 4, 5],
    ['/files/1/path', 5, 14],
    ['/files/1/in/q/1/z', 5, 49],
    ['/files/1/in/q/9', 5, 39],
    ['/files/1/nothing', 5, 5],
    ['/files/7', 3, 12],
    ['/o/k', 7, 14],
    ['/nothing', 1, 1],
  ])('%s stands at %i:%i', (pointer, line, column) => {
    expect(places.locate(pointer)).toEqual({ pointer, line, column });
  });

  it('takes the last of a key given twice, as JSON.parse does', () => {
    const twice = '{"f": [{"a": {"k": 1, "k": 2}}]}';
    const parsed = parseJsonTree(twice, DEPTH);
    if (!parsed.ok) throw new Error('not parsed');
    expect(placeIndex(twice, parsed.offsets, 0).locate('/f/0/a/k').column).toBe(28);
  });
});
