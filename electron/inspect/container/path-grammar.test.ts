import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkPath, faultsOf, findCollisions, foldedKey, isPlainPath } from './path-grammar.ts';

/** Path, and the rules it breaks, written out. */
const BROKEN: readonly (readonly [string, ...string[]])[] = [
  ['../a', 'path/traversal'],
  ['a/../../b', 'path/traversal'],
  ['a/..', 'path/traversal'],
  ['..\\a', 'path/backslash', 'path/traversal'],
  ['/etc/passwd', 'path/absolute'],
  ['//server/share', 'path/absolute'],
  ['\\\\server\\share', 'path/absolute', 'path/backslash'],
  ['C:/x', 'path/drive'],
  ['c:x', 'path/drive'],
  ['C:\\x', 'path/drive', 'path/backslash'],
  ['a\\b', 'path/backslash'],
  ['CON', 'path/device-name'],
  ['docs/nul.tar.gz', 'path/device-name'],
  ['aux/readme.md', 'path/device-name'],
  ['Com1.txt', 'path/device-name'],
  ['lpt0', 'path/device-name'],
  ['COM¹', 'path/device-name'],
  ['con .txt', 'path/device-name'],
  ['CONIN$', 'path/device-name'],
  ['conout$.log', 'path/device-name'],
  ['CLOCK$', 'path/device-name'],
  ['ＣＯＮ.txt', 'path/device-name'],
  ['a.txt:hidden', 'path/stream'],
  ['a.txt::$DATA', 'path/stream'],
  ['问题：答案.md', 'path/stream'],
  ['what?.md', 'path/reserved-character'],
  ['a<b', 'path/reserved-character'],
  ['a|b"c', 'path/reserved-character'],
  ['什么？.md', 'path/reserved-character'],
  ['file.txt;1', 'path/reserved-character'],
  ['', 'path/segment'],
  ['a//b', 'path/segment'],
  ['a/', 'path/segment'],
  ['./a', 'path/segment'],
  ['a/./b', 'path/segment'],
  ['.', 'path/segment'],
  ['...', 'path/segment'],
  ['a.', 'path/segment'],
  ['a /b', 'path/segment'],
  [' a', 'path/segment'],
  ['…', 'path/segment'],
  ['‥/a', 'path/segment'],
  ['．．/a', 'path/segment'],
  ['a／b', 'path/segment'],
  ['a\u0000.png', 'path/control-character'],
  ['a\nb', 'path/control-character'],
  ['a\u007f', 'path/control-character'],
  ['a\u0085b', 'path/control-character'],
  ['\u001b[31m', 'path/control-character'],
  ['a\u200bb', 'path/invisible-character'],
  ['\ufeffa', 'path/invisible-character'],
  ['a\u202etxt.exe', 'path/invisible-character'],
  ['a\u00adb', 'path/invisible-character'],
  ['a\ue000b', 'path/invisible-character'],
  ['a\u0378b', 'path/invisible-character'],
  ['\u{e0041}', 'path/invisible-character'],
  ['e\u0301.md', 'path/normalization'],
  ['\u212a.md', 'path/normalization'],
  ['\ud800.md', 'path/encoding'],
  ['a'.repeat(241), 'path/length'],
  ['é'.repeat(121), 'path/length'],
  ['a/a/a/a/a/a/a/a/a/a/a/a/a', 'path/depth'],
  ['pаypal.md', 'path/mixed-script'],
  ['docs/сору-paste.md', 'path/mixed-script'],
  ['totem.uаi', 'path/mixed-script'],
  ['ρersona.uai', 'path/mixed-script'],
  ['.DS_Store', 'path/system-litter'],
  ['docs/.ds_store', 'path/system-litter'],
  ['__MACOSX/._a', 'path/system-litter'],
  ['docs/Thumbs.db', 'path/system-litter'],
  ['Desktop.ini', 'path/system-litter'],
];

/** Near twins that are in order. */
const PLAIN: readonly string[] = [
  'a',
  '.uai/manifest.uaix.json',
  'a..b/c',
  '..a/b',
  '.hidden/a.b.c',
  'CONSOLE',
  'COM10',
  'lpt.txt',
  'nullable.md',
  'my aux.txt',
  'a;b',
  'file;1.txt',
  'a b/c d',
  'C/x',
  "it's (not) [a] {problem} & $5, 100% ~#@!",
  '说明/你好.md',
  'ﬁ.md',
  'straße.md',
  'İstanbul.md',
  'отчёт.md',
  'report-отчёт.md',
  'хор.md',
  'π-notes.md',
  'Ωmega.md',
  'שלום.md',
  'हिन्दी.md',
  '😀.md',
  'wait….md',
  'MACOSX/a',
  'DS_Store',
  'a'.repeat(240),
  'é'.repeat(120),
  'a/a/a/a/a/a/a/a/a/a/a/a',
];

describe('checkPath', () => {
  it.each(BROKEN)('%j breaks its rules and no other', (path, ...rules) => {
    expect(
      checkPath(path, 'entry')
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual([...rules].sort());
  });

  it.each(PLAIN.map((path) => [path]))('%j is plain', (path) => {
    expect(checkPath(path, 'manifest')).toEqual([]);
  });

  it('says where the path stands and which it is', () => {
    expect(checkPath('../a', 'entrypoint')).toEqual([
      { rule: 'path/traversal', detail: { name: '../a', where: 'entrypoint' } },
    ]);
  });

  it('names the characters that cannot be seen', () => {
    expect(checkPath('a\u200b\u202e\u200b', 'entry')[0]?.detail.characters).toEqual(['U+200B', 'U+202E']);
    expect(checkPath('a\u0007', 'entry')[0]?.detail.characters).toEqual(['U+0007']);
  });

  it('tells a lookalike from the character itself', () => {
    expect(checkPath('a：b', 'entry')[0]?.detail).toMatchObject({ variant: 'lookalike', becomes: 'a:b' });
    expect(checkPath('a:b', 'entry')[0]?.detail.variant).toBeUndefined();
  });

  it('shows only the beginning of a name bomb', () => {
    const [fault, ...others] = checkPath('a/'.repeat(32_766), 'entry');
    expect(others).toEqual([]);
    expect(fault?.detail).toMatchObject({ bytes: 65_532, limit: 240 });
    expect(String(fault?.detail.name)).toHaveLength(1_025);
  });
});

describe('foldedKey', () => {
  it.each([
    ['ß', 'ss'],
    ['ẞ', 'ss'],
    ['STRASSE', 'straße'],
    ['\u212a', 'k'],
    ['K', 'k'],
    ['Å', 'å'],
    ['ſ', 's'],
    ['ﬁ', 'fi'],
    ['İ', 'i'],
    ['ı', 'i'],
    ['İ', 'ı'],
    ['I', 'ı'],
    ['é', 'e\u0301'],
    ['１Ａ', '1a'],
    ['ς', 'σ'],
    ['ΟΔΟΣ', 'οδος'],
    ['µ', 'μ'],
    ['…', '...'],
    ['Ꭰ', 'ꭰ'],
    ['ŉ', 'ʼn'],
  ])('%s and %s are one name', (a, b) => {
    expect(foldedKey(a)).toBe(foldedKey(b));
  });

  it.each([
    ['a', 'b'],
    ['e', 'é'],
    ['o', 'ö'],
    ['а', 'a'],
    ['n', 'ñ'],
    ['0', 'o'],
  ])('%s and %s stay two names', (a, b) => {
    expect(foldedKey(a)).not.toBe(foldedKey(b));
  });

  it('is its own key', () => {
    for (const name of ['Straße', 'İıI', 'ﬃ', 'ΐ', 'ǰ']) expect(foldedKey(foldedKey(name))).toBe(foldedKey(name));
  });
});

describe('findCollisions', () => {
  it.each([
    [['a', 'a'], 'path/duplicate', 'bytes'],
    [['A.md', 'a.md'], 'path/duplicate', 'case'],
    [['straße', 'strasse'], 'path/duplicate', 'case'],
    [['é', 'e\u0301'], 'path/duplicate', 'normalization'],
    [['Ａ', 'a'], 'path/duplicate', 'compatibility'],
    [['d/', 'd/'], 'path/duplicate', 'bytes'],
    [['a', 'a/b'], 'path/conflict', 'file-folder'],
    [['A/b', 'a'], 'path/conflict', 'file-folder'],
    [['a', 'a/'], 'path/conflict', 'file-folder'],
    [['A/x', 'a/y'], 'path/conflict', 'folders'],
    [['x/A/1', 'x/a/2'], 'path/conflict', 'folders'],
    [['d/', 'D/'], 'path/conflict', 'folders'],
  ])('%j: %s, %s', (paths, rule, variant) => {
    const found = findCollisions(paths);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ rule, index: 1, other: 0, detail: { variant, other: paths[0] } });
  });

  it('leaves different names alone', () => {
    expect(findCollisions(['a', 'b', 'ab', 'a.b', 'x/a', 'x/b', 'x/', 'y/x/a'])).toEqual([]);
  });

  it('reports each of three, and a folder clash only once', () => {
    expect(findCollisions(['q', 'Q', 'q'])).toHaveLength(2);
    expect(findCollisions(['A/1', 'a/1'])).toHaveLength(1);
  });
});

describe('a plain path', () => {
  it.each([
    '.uai/persona.uai',
    'docs/read-me_1.tar.gz',
    'a',
    '.well-known/x.md',
    'console.log',
    'com10/a',
    'nullable.md',
  ])('%s is one', (path) => expect(isPlainPath(path)).toBe(true));

  it.each(BROKEN.map(([path]) => path))('%s is none', (path) => expect(isPlainPath(path)).toBe(false));

  it('breaks no rule', () => {
    const piece = fc.constantFrom(
      'a',
      'Z',
      '7',
      '_',
      '-',
      '.',
      '..',
      '/',
      'con',
      'NUL',
      'lpt1',
      '.DS_Store',
      'é',
      'К',
      ' ',
      ';1',
    );
    const litter = fc.constantFrom(
      '__MACOSX',
      'Thumbs.db',
      'desktop.ini',
      'notes',
      '.uai',
      'a'.repeat(230),
      'a/b/c/d/e/f',
    );
    let plain = 0;
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, litter), { minLength: 1, maxLength: 14 }), (pieces) => {
        const path = pieces.join('');
        if (!isPlainPath(path)) return;
        plain += 1;
        expect(faultsOf(path, 'entry')).toEqual([]);
      }),
      { numRuns: 5_000 },
    );
    expect(plain).toBeGreaterThan(100);
  });
});
