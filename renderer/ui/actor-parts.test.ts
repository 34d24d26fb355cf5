import { expect, test } from 'vitest';
import { actorParts } from './actor-parts.ts';

test('account and door are told apart; what is not of that form stays whole', () => {
  expect(actorParts('ada (window)')).toEqual({ name: 'ada', door: 'window' });
  expect(actorParts('Ada (of Lovelace) (command line)')).toEqual({ name: 'Ada (of Lovelace)', door: 'cli' });
  expect(actorParts('desk')).toEqual({ name: 'desk', door: null });
  expect(actorParts('ada (somewhere)')).toEqual({ name: 'ada (somewhere)', door: null });
  expect(actorParts('(window)')).toEqual({ name: '(window)', door: null });
});
