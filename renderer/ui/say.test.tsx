import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Problem } from '../../shared/models.ts';
import { SayWhy } from './say.tsx';
import { TextProvider } from './text-context.tsx';

const shown = (language: 'en' | 'zh-CN', problem: Problem): string =>
  renderToStaticMarkup(
    <TextProvider language={language}>
      <SayWhy problem={problem} />
    </TextProvider>,
  ).replace(/<[^>]*>/g, '');

const REFUSED: Problem = {
  code: 'bad-request',
  values: { variant: 'not-packed', rule: 'content/empty' },
};

it('stands between two sentences what the language puts there', () => {
  expect(shown('en', REFUSED)).toContain('Refused: a required file says nothing. Change the texts');
  expect(shown('zh-CN', REFUSED)).toContain('。请改动文本');
});
