import { expect, test } from 'vitest';
import { EVENT_GROUPS, EVENT_KINDS, groupOfEvent } from '../models.ts';
import { createText } from '../text.ts';

test('every kind of event and every group of them has its words in both languages', () => {
  for (const language of ['en', 'zh-CN'] as const) {
    const { has } = createText(language);
    expect(EVENT_KINDS.filter((kind) => !has(`event.${kind}`))).toEqual([]);
    expect(['all', ...EVENT_GROUPS].filter((group) => !has(`evidence.groups.${group}`))).toEqual([]);
  }
});

test('every group has events', () => {
  expect([...new Set(EVENT_KINDS.map(groupOfEvent))].sort()).toEqual([...EVENT_GROUPS].sort());
});
