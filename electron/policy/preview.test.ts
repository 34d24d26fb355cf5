import { expect, test } from 'vitest';
import { DEFAULT_POLICY, effectivePolicy } from './default.ts';
import { previewOverBroken, previewPolicy } from './preview.ts';
import { acceptableInput, CLAIMS, policyFile } from './testing.ts';

const waiting = acceptableInput({ files: [policyFile('.uai/totem.uai', { decision: null })] });
const packages = [
  { archiveSha256: '1'.repeat(64), title: 'decided', input: acceptableInput() },
  { archiveSha256: '2'.repeat(64), title: 'waiting', input: waiting },
];

test('the policy in force changes nothing', () => {
  expect(previewPolicy(DEFAULT_POLICY, effectivePolicy({}), packages)).toEqual({
    loosens: [],
    tightens: [],
    packages: [
      { archiveSha256: '1'.repeat(64), title: 'decided', before: true, after: true, clauses: [] },
      { archiveSha256: '2'.repeat(64), title: 'waiting', before: false, after: false, clauses: [] },
    ],
  });
});

test('another policy makes decisions stale, and says which clauses differ', () => {
  const candidate = effectivePolicy({ scopes: { allow: ['code_bearing'] } });
  const preview = previewPolicy(DEFAULT_POLICY, candidate, packages);
  expect(preview.tightens).toEqual(['scopes.allow']);
  expect(preview.packages).toEqual([
    {
      archiveSha256: '1'.repeat(64),
      title: 'decided',
      before: true,
      after: false,
      clauses: ['files', 'anchors', 'scopes'],
    },
    { archiveSha256: '2'.repeat(64), title: 'waiting', before: false, after: false, clauses: ['scopes'] },
  ]);
});

test('a loosening shows which clause it frees', () => {
  const before = effectivePolicy({ issuers: { deny: ['Lamp Room'] } });
  const input = acceptableInput({ policy: before, policySha256: 'd'.repeat(64), claims: { ...CLAIMS } });
  const preview = previewPolicy(before, DEFAULT_POLICY, [{ archiveSha256: '3'.repeat(64), title: 'refused', input }]);
  expect(preview.loosens).toEqual(['issuers.deny']);
  expect(preview.packages[0]?.clauses).toEqual(['files', 'anchors', 'issuer']);
});

test('over a broken file everything is blocked before, and looser means looser than the strict defaults', () => {
  expect(previewOverBroken(effectivePolicy({ derivatives: 'allow' }), packages)).toEqual({
    loosens: ['derivatives'],
    tightens: [],
    packages: [
      { archiveSha256: '1'.repeat(64), title: 'decided', before: false, after: true, clauses: [] },
      { archiveSha256: '2'.repeat(64), title: 'waiting', before: false, after: false, clauses: [] },
    ],
  });
});
