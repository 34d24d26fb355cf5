import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Language, resolveLanguage } from './languages.ts';
import { LOCALES, type Sentences } from './locales/index.ts';
import { createText } from './text.ts';

const en = createText('en');
const zh = createText('zh-CN');

describe('createText', () => {
  test('fills values, groups numbers, picks plural forms', () => {
    expect(en.t('queue.total', { count: 1 })).toBe('1 package');
    expect(en.t('queue.total', { count: 1234 })).toBe('1,234 packages');
    expect(zh.t('queue.total', { count: 2 })).toBe('2 个包');
  });

  test('text of a package is put in verbatim: no HTML escape, no interpolation, no nesting', () => {
    const hostile = '<b>{{title}}</b> $t(act.cancel) {{-n}}';
    expect(en.t('load.gets', { title: hostile, n: 2 })).toBe(`${hostile} gets generation 2.`);
  });

  test('an unknown key gives itself, a value that is missing a dash', () => {
    expect(en.t('no.such.key')).toBe('no.such.key');
    expect(en.t('load.gets', { n: 2 })).toBe('— gets generation 2.');
  });

  test('a finding picks the sentence of its variant where there is one', () => {
    const explained = en.findingText({ rule: 'zip/crc', path: 'a.md', detail: { expected: '1', actual: '2' } });
    expect(explained.title).not.toBe('');
    expect(explained.title).not.toBe('zip/crc');
    const other = en.findingText({ rule: 'zip/crc', path: 'a.md', detail: { variant: 'no-such-variant' } });
    expect(other.title).toBe(explained.title);
  });

  test('sizes have one decimal at most and never show 1,024 of a unit', () => {
    expect([0, 112, 1023, 1024, 49_254, 1_048_575, 67_108_864].map(en.bytes)).toEqual([
      '0 B',
      '112 B',
      '1,023 B',
      '1 KB',
      '48.1 KB',
      '1 MB',
      '64 MB',
    ]);
  });

  test('times are told in the largest whole unit', () => {
    const now = Date.UTC(2026, 0, 10, 12);
    expect(en.relative(now - 30_000, now)).toBe('now');
    expect(en.relative(now - 190_000, now)).toBe('3 minutes ago');
    expect(zh.relative(now - 86_400_000 * 3, now)).toBe('3天前');
    expect(en.utc('2026-06-24T12:00:00.123Z')).toBe('2026-06-24 12:00:00 UTC');
  });

  test('lists are joined as the language joins them', () => {
    expect(en.list(['a', 'b', 'c'])).toBe('a, b, and c');
    expect(zh.list(['a', 'b', 'c'])).toBe('a、b和c');
  });
});

test.each([
  ['en', 'No importer would take the derivative. Refused: the manifest lacks `profileId`.'],
  ['zh-CN', '没有导入程序会接受这个派生人格。已拒绝：清单缺少 `profileId`。'],
] as const)('a refusal is told in the words of its rule: %s', (language, sentence) => {
  const values = { variant: 'not-packed', rule: 'manifest/schema', ruleVariant: 'missing', member: 'profileId' };
  expect(createText(language).problemText({ code: 'bad-request', values }).explanation).toBe(sentence);
});

test('the system language decides only when nothing is chosen', () => {
  expect(resolveLanguage('system', 'zh-Hans-CN')).toBe('zh-CN');
  expect(resolveLanguage('system', 'fr-FR')).toBe('en');
  expect(resolveLanguage('system', 'zhx')).toBe('en');
  expect(resolveLanguage('en', 'zh-CN')).toBe('en');
});

/** Keys without plural endings, with the placeholders of their sentences. */
function leaves(sentences: Sentences, prefix = ''): Map<string, ReadonlySet<string>> {
  const found = new Map<string, ReadonlySet<string>>();
  for (const [name, value] of Object.entries(sentences)) {
    const key = `${prefix}${name}`.replace(/_(one|other)$/, '');
    if (typeof value === 'string') {
      const used = [...value.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1] ?? '');
      found.set(key, new Set([...(found.get(key) ?? []), ...used]));
    } else for (const [inner, names] of leaves(value, `${key}.`)) found.set(inner, names);
  }
  return found;
}

describe('texts of the window', () => {
  const texts = (language: Language) => leaves(LOCALES[language].window);

  test('both languages have the same keys and the same placeholders', () => {
    const [a, b] = [texts('en'), texts('zh-CN')];
    expect([...b.keys()].sort()).toEqual([...a.keys()].sort());
    for (const [key, names] of a) expect([key, [...(b.get(key) ?? [])].sort()]).toEqual([key, [...names].sort()]);
  });

  test('every key that the window asks for is there, and none is there for nothing', () => {
    const source = sources(join(import.meta.dirname, '../renderer'))
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n');
    // A computed part may be any one segment of a key.
    const asked = [
      ...source.matchAll(/['"`]([a-zA-Z]+(?:\.(?:[\w-]+|\$\{(?:[^{}]|\{[^{}]*\})*\}))+(?:\w+)?)['"`]/g),
    ].map((match) => {
      const pattern = (match[1] ?? '').replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '\u0000');
      const escaped = pattern.replace(/[.*+?^$|()[\]\\]/g, '\\$&').replaceAll('\u0000', '[\\w.-]+');
      return new RegExp(`^${escaped}$`);
    });
    const keys = [...texts('en').keys()];
    const unused = keys.filter((key) => !asked.some((pattern) => pattern.test(key)));
    expect(unused).toEqual([]);
    const groups = new Set(keys.map((key) => key.split('.')[0]));
    const missing = [...source.matchAll(/\b(?:t|announce|whisper)\(\s*'([a-zA-Z]+)\.([\w.-]+)'/g)]
      .filter((match) => groups.has(match[1]) && !keys.includes(`${match[1]}.${match[2]}`))
      .map((match) => `${match[1]}.${match[2]}`);
    expect(missing).toEqual([]);
  });

  test('no word of blame, no exclamation mark; Chinese uses full-width punctuation', () => {
    for (const value of JSON.stringify(LOCALES.en.window).matchAll(/:"([^"]*)"/g)) {
      expect(value[1]).not.toMatch(/\b(error|invalid|oops)\b|!/i);
    }
    for (const value of JSON.stringify(LOCALES['zh-CN'].window).matchAll(/:"([^"]*)"/g)) {
      expect(value[1]).not.toMatch(/[\u4e00-\u9fff][,.;:!?]|！/);
    }
  });
});

function sources(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}
