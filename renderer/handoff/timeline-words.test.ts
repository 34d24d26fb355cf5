import { expect, test } from 'vitest';
import { createText } from '../../shared/text.ts';
import { worded } from './timeline-words.ts';

test('known tokens become our words, what a sender made up stays foreign, digests are shortened', () => {
  const text = createText('en');
  const checksum = `sha256:${'ab'.repeat(32)}`;
  expect(
    worded(text, { path: 'content/a.md', disposition: 'apply-now', outcome: 'made-up', checksum, count: 2 }),
  ).toEqual({
    ours: { disposition: 'apply now' },
    foreign: { path: 'content/a.md', outcome: 'made-up', checksum: 'sha256:ababab…abab', count: 2 },
  });
});

test('a token that names no text cannot reach another group', () => {
  expect(worded(createText('en'), { disposition: 'x.y', phase: 'loop' }).foreign).toEqual({ disposition: 'x.y' });
});
