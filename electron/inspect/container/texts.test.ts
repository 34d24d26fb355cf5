/** Every finding of the container has a sentence in each language, and every value that the sentence names. */
import { describe, expect, it } from 'vitest';
import { ambiguities } from '../../../e2e/fixtures/zip-ambiguities.ts';
import { containerView } from '../../../e2e/fixtures/zip-mutations.ts';
import { zip } from '../../../e2e/fixtures/zip-writer.ts';
import type { Finding } from '../../../shared/findings.ts';
import { LANGUAGES } from '../../../shared/languages.ts';
import { DEFAULT_LIMITS } from '../../../shared/limits.ts';
import { LOCALES } from '../../../shared/locales/index.ts';
import { RULE_IDS } from '../../../shared/rules.ts';
import { checkPath, findCollisions } from './path-grammar.ts';

type Texts = Readonly<Record<string, string>>;

const PARTS = ['title', 'explanation', 'todo'] as const;

/** Values of the finding that a text names and the finding lacks. */
function missingValues(language: (typeof LANGUAGES)[number], { rule, detail, path, offset }: Finding): string[] {
  const texts = LOCALES[language].rules[rule] as Texts;
  const values = new Set([
    ...Object.keys(detail),
    ...(path === undefined ? [] : ['path']),
    ...(offset === undefined ? [] : ['offset']),
  ]);
  return PARTS.flatMap((part) => {
    const text = texts[`${part}_${detail.variant}`] ?? texts[part];
    if (text === undefined) return [`${rule} ${part}`];
    const named = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '');
    return named.filter((name) => !values.has(name)).map((name) => `${rule} ${part} ${detail.variant ?? ''}: ${name}`);
  });
}

const BAD_PATHS = [
  '../a',
  '/a',
  'C:a',
  'a\\b',
  'con',
  '',
  'a//b',
  './a',
  'a.',
  'a ',
  ' a',
  '…',
  'a／b',
  'a：b',
  'ＣＯＮ',
];
const MORE_PATHS = [
  'a?b',
  'a？b',
  'a;1',
  'a\u0001',
  'a\u200b',
  'e\u0301',
  '\ud800',
  'n'.repeat(300),
  'a/'.repeat(13),
  'pаy',
  '.DS_Store',
  'Thumbs.db',
];

describe.each(LANGUAGES)('texts in %s', (language) => {
  it('exist for every rule of zip/ and path/, with the same variants as in English', () => {
    for (const rule of RULE_IDS.filter((id) => /^(?:zip|path)\//.test(id))) {
      const texts = LOCALES[language].rules[rule] as Texts;
      for (const part of PARTS) expect([rule, part, texts[part]?.length ?? 0]).not.toEqual([rule, part, 0]);
      expect([rule, ...Object.keys(texts).sort()]).toEqual([
        rule,
        ...Object.keys(LOCALES.en.rules[rule] as Texts).sort(),
      ]);
    }
  });

  it('name only values that the finding has', async () => {
    const found: Finding[] = [];
    for (const { bytes } of ambiguities()) found.push(...(await containerView(bytes)).findings);
    const limits = {
      ...DEFAULT_LIMITS,
      archiveBytes: 400,
      entries: 2,
      fileBytes: 50,
      totalBytes: 90,
      ratio: 2,
      ratioFloorBytes: 40,
    };
    const texts = ['x'.repeat(60), 'y'.repeat(45), 'abcdefgh'.repeat(6)].map((data, i) => ({ name: `${i}`, data }));
    for (const archive of [zip({ entries: texts }), zip({ entries: texts.slice(0, 2) }), Buffer.alloc(500)]) {
      found.push(...(await containerView(archive, limits, 'x.zip')).findings);
    }
    for (const path of [...BAD_PATHS, ...MORE_PATHS]) {
      for (const { rule, detail } of checkPath(path, 'manifest'))
        found.push({ rule, detail, severity: 'no-op', basis: 'spec' });
    }
    for (const { rule, detail } of findCollisions(['a', 'A', 'a', 'e\u0301', 'é', 'Ａ', 'a/b', 'D/x', 'd/y'])) {
      found.push({ rule, detail, severity: 'no-op', basis: 'spec' });
    }
    expect(new Set(found.flatMap((one) => missingValues(language, one)))).toEqual(new Set());
  });
});
