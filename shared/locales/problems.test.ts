import { expect, test } from 'vitest';
import { PROBLEM_CODES } from '../models.ts';
import en from './en/problems.json' with { type: 'json' };
import zh from './zh-CN/problems.json' with { type: 'json' };

type Sentences = Readonly<Record<string, Readonly<Record<string, string>>>>;
const english: Sentences = en;
const chinese: Sentences = zh;

function places(text: string | undefined): string[] {
  return [...(text ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? '').sort();
}

test('every problem has its words in both languages, and nothing else has', () => {
  expect(Object.keys(english)).toEqual([...PROBLEM_CODES]);
  expect(Object.keys(chinese)).toEqual([...PROBLEM_CODES]);
});

test('the same sentences, with the same values', () => {
  for (const code of PROBLEM_CODES) {
    const sentences = english[code] ?? {};
    expect(Object.keys(sentences)).toEqual(expect.arrayContaining(['title', 'explanation', 'todo']));
    expect(Object.keys(chinese[code] ?? {}).sort(), code).toEqual(Object.keys(sentences).sort());
    for (const [name, text] of Object.entries(sentences)) {
      expect(places(chinese[code]?.[name]), `${code}.${name}`).toEqual(places(text));
    }
  }
});

test('the voice: no shouting, none of the words that say nothing', () => {
  for (const [code, sentences] of Object.entries(english)) {
    for (const text of Object.values(sentences))
      expect(text, code).not.toMatch(/\b(error|invalid|oops|sorry|please)\b|!/i);
  }
  for (const [code, sentences] of Object.entries(chinese)) {
    for (const text of Object.values(sentences)) expect(text, code).not.toMatch(/错误|无效|！|[一-鿿][,;!?]/);
  }
});
