import { describe, expect, test } from 'vitest';
import type { LoadPlan } from '../../shared/models.ts';
import { authorizationsGiven, filesOf, planUnder } from './load-model.ts';

const ANCHOR = {
  path: '.uai/taboo.uai',
  operation: 'replace',
  oldSha256: 'a',
  newSha256: 'b',
  authorization: 'replace .uai/taboo.uai',
} as const;
const PLAN: LoadPlan = {
  archiveSha256: 'c',
  version: 3,
  profileId: 'marlow',
  title: 'Marlow',
  profileKey: null,
  generation: 1,
  added: ['docs/new.md'],
  changed: ['.uai/taboo.uai'],
  removed: [],
  unchanged: 9,
  anchors: [ANCHOR],
  sourceConflict: { profileKey: 'theirs', issuer: 'Lamp Room', generation: 4 },
  downgrade: { loadedCreatedUtc: '2026-07-04T09:30:00Z', createdUtc: '2026-01-01T00:00:00Z' },
  evaluation: { accepted: true, clauses: [], policySha256: 'd' },
  targetKey: 'ours',
  longTermMemory: false,
};

describe('a profile of the same id from another issuer', () => {
  test('kept apart: a new profile, no anchor of theirs changes, nothing to type', () => {
    const plan = planUnder(PLAN, 'keep-both');
    expect(plan).toMatchObject({ profileKey: null, generation: 1, anchors: [], downgrade: null });
    expect(authorizationsGiven(plan.anchors, {})).toEqual([]);
  });

  test('continued: its next generation, with its anchors and its age', () => {
    const plan = planUnder(PLAN, 'replace');
    expect(plan).toMatchObject({ profileKey: 'theirs', generation: 4, anchors: [ANCHOR], downgrade: PLAN.downgrade });
    expect(authorizationsGiven(plan.anchors, {})).toBe(null);
    expect(authorizationsGiven(plan.anchors, { [ANCHOR.authorization]: ` ${ANCHOR.authorization}` })).toEqual([
      ANCHOR.authorization,
    ]);
    expect(authorizationsGiven(plan.anchors, { [ANCHOR.authorization]: 'Replace .uai/taboo.uai' })).toBe(null);
  });
});

test('without a conflict the plan is what the desk says', () => {
  const plan = { ...PLAN, sourceConflict: null, profileKey: 'ours', generation: 2 };
  expect(planUnder(plan, 'same')).toBe(plan);
});

test('files of the package are all of them, not only those that another profile lacks', () =>
  expect(filesOf(PLAN)).toBe(11));
