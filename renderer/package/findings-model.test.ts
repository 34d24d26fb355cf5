import { expect, test } from 'vitest';
import { finding } from '../../shared/findings.ts';
import type { FindingRecord } from '../../shared/models.ts';
import type { RuleId } from '../../shared/rules.ts';
import { byLine, findingsAt, findingsOfArchive, groupByRule, isOpen, stepFinding } from './findings-model.ts';

function record(id: string, rule: RuleId, path?: string, line?: number): FindingRecord {
  const place = { ...(path === undefined ? {} : { path }), ...(line === undefined ? {} : { line }) };
  return { ...finding(rule, place), id, acknowledgement: null };
}

const GAP = record('1', 'zip/gap');
const PATH_A = record('2', 'security/local-path', 'a.md', 4);
const PATH_A2 = record('3', 'security/local-path', 'a.md', 4);
const MISSING = record('4', 'scope/missing-file', 'b.md');
const ALL = [GAP, MISSING, PATH_A, PATH_A2];

test('findings of the archive are those without a file that is there', () => {
  const detail = { findings: ALL, files: [{ path: 'a.md' }] } as never;
  expect(findingsOfArchive(detail).map((each) => each.id)).toEqual(['1', '4']);
  expect(findingsAt(ALL, 'a.md').map((each) => each.id)).toEqual(['2', '3']);
});

test('groups keep the order of their first members', () => {
  expect(groupByRule([PATH_A, GAP, PATH_A2]).map((group) => [group.rule, group.findings.length])).toEqual([
    ['security/local-path', 2],
    ['zip/gap', 1],
  ]);
});

test('one rule with two severities is two groups', () => {
  const harder = { ...PATH_A2, severity: 'no-op' as const };
  expect(groupByRule([PATH_A, harder])).toHaveLength(2);
});

test('stepping wraps, and starts at either end when nothing is chosen', () => {
  expect(stepFinding(ALL, '3', 1)?.id).toBe('1');
  expect(stepFinding(ALL, '1', -1)?.id).toBe('3');
  expect(stepFinding(ALL, null, 1)?.id).toBe('1');
  expect(stepFinding(ALL, null, -1)?.id).toBe('3');
  expect(stepFinding([], null, 1)).toBeNull();
});

test('only findings for review without a valid acknowledgement are open', () => {
  const said = { note: 'x', by: 'ada', utc: '', stale: false };
  expect(isOpen(PATH_A)).toBe(true);
  expect(isOpen(GAP)).toBe(false);
  expect(isOpen({ ...PATH_A, acknowledgement: said })).toBe(false);
  expect(isOpen({ ...PATH_A, acknowledgement: { ...said, stale: true } })).toBe(true);
});

test('byLine gathers findings of one line', () => {
  expect([...byLine([PATH_A, PATH_A2, MISSING])].map(([line, there]) => [line, there.length])).toEqual([
    [4, 2],
    [1, 1],
  ]);
});
