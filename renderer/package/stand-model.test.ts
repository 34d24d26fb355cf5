import { expect, test } from 'vitest';
import type { ClauseOutcome } from '../../shared/models.ts';
import { authorizationsGiven } from './load-model.ts';
import { blockers } from './stand-model.ts';

const clause = (id: ClauseOutcome['id'], outcome: 'accept' | 'block', reason: string): ClauseOutcome => ({
  id,
  outcome,
  reason,
  values: {},
  paths: [],
});

test('an anchor that only lacks its typed words does not block the way to the load sheet', () => {
  const clauses = [
    clause('findings', 'accept', 'findings.none'),
    clause('anchors', 'block', 'anchors.unauthorized'),
    clause('files', 'block', 'files.undecided'),
  ];
  expect(blockers(clauses).map(({ id }) => id)).toEqual(['files']);
  expect(blockers([clause('anchors', 'block', 'anchors.undecided')])).toHaveLength(1);
});

test('authorisations are given only when every anchor has exactly its words', () => {
  const anchor = (path: '.uai/taboo.uai' | '.uai/totem.uai') => ({
    path,
    operation: 'replace' as const,
    oldSha256: null,
    newSha256: null,
    authorization: `replace ${path}`,
  });
  const anchors = [anchor('.uai/taboo.uai'), anchor('.uai/totem.uai')];
  expect(authorizationsGiven(anchors, { 'replace .uai/taboo.uai': 'replace .uai/taboo.uai' })).toBeNull();
  const both = {
    'replace .uai/taboo.uai': ' replace .uai/taboo.uai ',
    'replace .uai/totem.uai': 'replace .uai/totem.uai',
  };
  expect(authorizationsGiven(anchors, both)).toEqual(['replace .uai/taboo.uai', 'replace .uai/totem.uai']);
  expect(authorizationsGiven(anchors, { ...both, 'replace .uai/totem.uai': 'Replace .uai/totem.uai' })).toBeNull();
  expect(authorizationsGiven([], {})).toEqual([]);
});
