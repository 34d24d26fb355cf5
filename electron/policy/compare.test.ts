import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Policy } from '../../shared/models.ts';
import { comparePolicies } from './compare.ts';
import { DEFAULT_POLICY, effectivePolicy, KNOWN_SCOPES, policyDigest, type WrittenPolicy } from './default.ts';
import { evaluate } from './evaluate.ts';
import type { PolicyInput } from './input.ts';
import { acceptableInput, CLAIMS, policyFile } from './testing.ts';

function against(base: WrittenPolicy, written: WrittenPolicy) {
  return comparePolicies(effectivePolicy(base), effectivePolicy(written));
}

describe('member by member', () => {
  test.each<[string, WrittenPolicy, WrittenPolicy, string[], string[]]>([
    ['nothing', {}, {}, [], []],
    ['more entries', {}, { limits: { entries: 5_001 } }, ['limits.entries'], []],
    ['fewer entries', {}, { limits: { entries: 4_999 } }, [], ['limits.entries']],
    ['a higher floor of the ratio', {}, { limits: { ratioFloorBytes: 2 ** 21 } }, ['limits.ratioFloorBytes'], []],
    ['an allow list at last', {}, { issuers: { mode: 'allow-list' } }, [], ['issuers.mode']],
    ['no allow list any more', { issuers: { mode: 'allow-list' } }, {}, ['issuers.mode'], []],
    ['a listed name that nobody asks for', {}, { issuers: { allow: ['Lamp Room'] } }, [], []],
    [
      'another name on the list',
      { issuers: { mode: 'allow-list', allow: ['A'] } },
      { issuers: { mode: 'allow-list', allow: ['B'] } },
      ['issuers.allow'],
      ['issuers.allow'],
    ],
    ['a refused issuer', {}, { issuers: { deny: ['A'] } }, [], ['issuers.deny']],
    [
      'a refused issuer spelt otherwise',
      { issuers: { deny: ['Lamp Room'] } },
      { issuers: { deny: ['LAMP  room'] } },
      [],
      [],
    ],
    ['a pardon', { issuers: { deny: ['A'] } }, {}, ['issuers.deny'], []],
    ['one scope less', {}, { scopes: { allow: ['persona_profile'] } }, [], ['scopes.allow']],
    ['one scope more', { scopes: { allow: [] } }, { scopes: { allow: ['code_bearing'] } }, ['scopes.allow'], []],
    ['a persona asked', {}, { requirePersona: true }, [], ['requirePersona']],
    ['derivatives like any package', {}, { derivatives: 'allow' }, ['derivatives'], []],
  ])('%s', (_name, before, after, loosens, tightens) => {
    const compared = against(before, after);
    expect(compared.loosens).toEqual(loosens);
    expect(compared.tightens).toEqual(tightens);
  });

  test('values of a change are told', () => {
    expect(against({}, { limits: { ratio: 100 } }).changes).toEqual([
      { member: 'limits.ratio', direction: 'tightens', before: 200, after: 100 },
    ]);
  });
});

const names = fc.uniqueArray(fc.constantFrom('Lamp Room', 'lamp room', 'Quarry', 'Ostrich'), { maxLength: 3 });
const anyPolicy: fc.Arbitrary<Policy> = fc
  .record({
    limits: fc.record({
      archiveBytes: fc.integer({ min: 1024, max: 1030 }),
      entries: fc.integer({ min: 1, max: 4 }),
      fileBytes: fc.integer({ min: 95, max: 105 }),
      totalBytes: fc.integer({ min: 180, max: 210 }),
      ratio: fc.integer({ min: 1, max: 3 }),
      ratioFloorBytes: fc.integer({ min: 95, max: 105 }),
    }),
    issuers: fc.record({ mode: fc.constantFrom('any' as const, 'allow-list' as const), allow: names, deny: names }),
    scopes: fc.record({ allow: fc.subarray([...KNOWN_SCOPES]) }),
    requirePersona: fc.boolean(),
    derivatives: fc.constantFrom('ask' as const, 'allow' as const),
  })
  .map(effectivePolicy);

const anyPackage: fc.Arbitrary<PolicyInput> = fc
  .record({
    issuer: fc.constantFrom('Lamp Room', 'lamp room', 'Quarry', 'Nobody'),
    scopes: fc.subarray(['persona_profile', 'code_bearing'], { minLength: 1 }),
    derivative: fc.boolean(),
    persona: fc.boolean(),
    archiveBytes: fc.integer({ min: 60, max: 1030 }),
    fileBytes: fc.integer({ min: 95, max: 105 }),
  })
  .map(({ issuer, scopes, derivative, persona, archiveBytes, fileBytes }) =>
    acceptableInput({
      claims: { ...CLAIMS, issuer, scopes, derivative },
      files: [
        policyFile('.uai/manifest.uaix.json', { decision: null }),
        ...(persona ? [policyFile('.uai/persona.uai', { decision: null })] : []),
      ],
      measured: {
        archiveBytes,
        entries: persona ? 2 : 1,
        largestFile: { path: 'x', bytes: fileBytes },
        totalBytes: fileBytes * 2,
      },
    }),
  );

test('what loosens one way tightens the other way', () => {
  fc.assert(
    fc.property(anyPolicy, anyPolicy, (a, b) => {
      expect(comparePolicies(a, b).loosens).toEqual(comparePolicies(b, a).tightens);
    }),
  );
});

/** As much of `wished` as can be taken over without loosening anything. */
function tightened(before: Policy, wished: Policy): Policy {
  const steps: readonly Partial<Policy>[] = [
    ...Object.entries(wished.limits).map(([name, value]) => ({ limits: { ...before.limits, [name]: value } })),
    { issuers: wished.issuers },
    { issuers: { ...before.issuers, deny: wished.issuers.deny } },
    { scopes: wished.scopes },
    { requirePersona: wished.requirePersona },
    { derivatives: wished.derivatives },
  ];
  let policy = before;
  for (const step of steps) {
    if (comparePolicies(before, { ...before, ...step }).loosens.length > 0) continue;
    policy = { ...policy, ...step, limits: { ...policy.limits, ...changedLimits(before, step) } };
  }
  return policy;
}

function changedLimits(before: Policy, step: Partial<Policy>): Partial<Policy['limits']> {
  const changed = Object.entries(step.limits ?? {}).filter(([name, value]) => before.limits[name as 'ratio'] !== value);
  return Object.fromEntries(changed);
}

test('a policy that loosens nothing accepts nothing new', () => {
  const judged = new Set(['issuer', 'scopes', 'limits', 'persona', 'derivative']);
  const accepts = (input: PolicyInput, policy: Policy) =>
    evaluate({ ...input, policy })
      .clauses.filter((c) => judged.has(c.id) && c.outcome === 'accept')
      .map((c) => c.id);
  let tighter = 0;
  fc.assert(
    fc.property(anyPolicy, anyPolicy, anyPackage, (before, wished, input) => {
      const after = tightened(before, wished);
      expect(comparePolicies(before, after).loosens).toEqual([]);
      if (policyDigest(after) !== policyDigest(before)) tighter += 1;
      const earlier = accepts(input, before);
      for (const id of accepts(input, after)) expect(earlier).toContain(id);
    }),
    { numRuns: 2_000 },
  );
  expect(tighter).toBeGreaterThan(1_000);
});

test('equal policies have equal digests, changed ones do not', () => {
  fc.assert(
    fc.property(anyPolicy, anyPolicy, (a, b) => {
      expect(policyDigest(a) === policyDigest(b)).toBe(JSON.stringify(a) === JSON.stringify(b));
    }),
  );
  expect(policyDigest(DEFAULT_POLICY)).toMatch(/^[0-9a-f]{64}$/);
});
