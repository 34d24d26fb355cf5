import { describe, expect, test } from 'vitest';
import en from '../../shared/locales/en/policy.json' with { type: 'json' };
import zh from '../../shared/locales/zh-CN/policy.json' with { type: 'json' };
import { type AnchorChange, CLAUSE_IDS, type ClauseId } from '../../shared/models.ts';
import { type DEFAULT_POLICY, effectivePolicy } from './default.ts';
import { evaluate, onlyAuthorizationMissing } from './evaluate.ts';
import { measureLimits, type PolicyInput } from './input.ts';
import { APPROVED, acceptableInput, CLAIMS, policyFile, reviewFinding } from './testing.ts';

function outcomes(input: PolicyInput) {
  const evaluation = evaluate(input);
  expect(evaluation.clauses.map((clause) => clause.id)).toEqual(CLAUSE_IDS);
  for (const { reason, values } of evaluation.clauses) {
    for (const texts of [en, zh] as const) {
      const [group, key] = reason.split('.') as [ClauseId, string];
      const sentence = (texts[group] as Readonly<Record<string, string>>)[key];
      expect(sentence, reason).toBeTypeOf('string');
      for (const [, name] of (sentence ?? '').matchAll(/\{\{(\w+)/g))
        expect(Object.keys(values), reason).toContain(name);
    }
  }
  return evaluation;
}

/** The clauses that block, as `reason`. Nothing else may block. */
function blocking(changes: Partial<PolicyInput>): readonly string[] {
  const evaluation = outcomes(acceptableInput(changes));
  const reasons = evaluation.clauses.filter((clause) => clause.outcome === 'block').map((clause) => clause.reason);
  expect(evaluation.accepted).toBe(reasons.length === 0);
  return reasons;
}

function clause(changes: Partial<PolicyInput>, id: ClauseId) {
  const found = outcomes(acceptableInput(changes)).clauses.find((candidate) => candidate.id === id);
  if (!found) throw new Error(id);
  return found;
}

const files = acceptableInput().files;
const anchorChange: AnchorChange = {
  path: '.uai/taboo.uai',
  operation: 'replace',
  oldSha256: 'a'.repeat(64),
  newSha256: 'b'.repeat(64),
  authorization: 'replace .uai/taboo.uai',
};

test('a package that is decided to the end is accepted by every clause', () => {
  expect(blocking({})).toEqual([]);
});

describe('findings', () => {
  test('one no-op finding blocks, and names its file', () => {
    const findings = [reviewFinding({ rule: 'security/secret', severity: 'no-op', acknowledgement: null })];
    expect(blocking({ findings })).toEqual(['findings.no-op']);
    expect(clause({ findings }, 'findings')).toMatchObject({
      values: { count: 1, rules: ['security/secret'] },
      paths: ['.uai/persona.uai'],
    });
  });
  test('an acknowledgement does not help against it', () => {
    expect(blocking({ findings: [reviewFinding({ severity: 'no-op' })] })).toEqual(['findings.no-op']);
  });
  test('the state alone blocks too', () => expect(blocking({ state: 'no_op' })).toEqual(['findings.no-op']));
  test('an import that broke off', () => expect(blocking({ state: 'failed' })).toEqual(['findings.not-inspected']));
  test('deleted bytes', () => expect(blocking({ state: 'purged' })).toEqual(['findings.purged']));
  test('a manifest nobody could read', () => {
    expect(blocking({ claims: null })).toEqual([
      'findings.unread',
      'digests.unknown',
      'issuer.unknown',
      'scopes.unknown',
    ]);
  });
  test('notes ask nothing', () => {
    expect(blocking({ findings: [reviewFinding({ severity: 'note', acknowledgement: null })] })).toEqual([]);
  });
});

describe('acknowledged', () => {
  test('open', () => {
    const findings = [
      reviewFinding(),
      reviewFinding({ id: '00000000000000a2', path: 'docs/a.md', acknowledgement: null }),
    ];
    expect(blocking({ findings })).toEqual(['acknowledged.open']);
    expect(clause({ findings }, 'acknowledged')).toMatchObject({ values: { open: 1, total: 2 }, paths: ['docs/a.md'] });
  });
  test('stale', () => {
    const acknowledgement = { note: 'x', by: 'ada', utc: '2026-07-01T10:00:00Z', stale: true };
    expect(blocking({ findings: [reviewFinding({ acknowledgement })] })).toEqual(['acknowledged.stale']);
  });
  test('given', () => expect(blocking({ findings: [reviewFinding()] })).toEqual([]));
});

describe('files', () => {
  const withFile = (changes: Parameters<typeof policyFile>[1]) => [...files, policyFile('docs/a.md', changes)];
  test.each([
    ['undecided', { decision: null }, 'files.undecided'],
    ['rejected', { decision: { ...APPROVED, decision: 'rejected' as const } }, 'files.rejected'],
    [
      'rejected under other rules',
      { decision: { ...APPROVED, decision: 'rejected' as const, stale: true } },
      'files.rejected',
    ],
    ['stale', { decision: { ...APPROVED, stale: true } }, 'files.stale'],
    ['damaged although approved', { damaged: true }, 'files.damaged'],
  ])('%s', (_name, changes, reason) => {
    expect(blocking({ files: withFile(changes) })).toEqual([reason]);
    expect(clause({ files: withFile(changes) }, 'files').paths).toEqual(['docs/a.md']);
  });
  test('several kinds at once are counted apart', () => {
    const mixed = [...withFile({ decision: null }), policyFile('docs/b.md', { damaged: true })];
    expect(blocking({ files: mixed })).toEqual(['files.mixed']);
    expect(clause({ files: mixed }, 'files').values).toEqual({
      total: 6,
      undecided: 1,
      rejected: 0,
      stale: 0,
      damaged: 1,
    });
  });
  test('no files at all', () => expect(blocking({ files: [] })).toEqual(['files.empty']));
});

describe('anchors', () => {
  const taboo = (changes: Parameters<typeof policyFile>[1]) =>
    files.map((file) => (file.path === '.uai/taboo.uai' ? { ...file, ...changes } : file));
  test('undecided', () => {
    expect(blocking({ files: taboo({ decision: null }) })).toEqual(['files.undecided', 'anchors.undecided']);
  });
  test('approved with the clean rest is not by itself', () => {
    expect(blocking({ files: taboo({ decision: { ...APPROVED, manner: 'clean' } }) })).toEqual(['anchors.together']);
  });
  test('carried over counts only for the same bytes', () => {
    const decision = { ...APPROVED, manner: 'carried' as const };
    expect(blocking({ files: taboo({ decision, change: 'unchanged' }) })).toEqual([]);
    expect(blocking({ files: taboo({ decision, change: 'changed' }) })).toEqual(['anchors.together']);
  });
  test('a change waits for its authorisation, and nothing else is missing', () => {
    const input = acceptableInput({ anchorChanges: [anchorChange] });
    expect(blocking({ anchorChanges: [anchorChange] })).toEqual(['anchors.unauthorized']);
    expect(onlyAuthorizationMissing(evaluate(input))).toBe(true);
    expect(onlyAuthorizationMissing(evaluate({ ...input, packCurrent: false }))).toBe(false);
    expect(onlyAuthorizationMissing(evaluate(acceptableInput()))).toBe(false);
  });
  test.each([
    'Replace .uai/taboo.uai',
    'replace taboo.uai',
    'replace  .uai/taboo.uai',
    'replace .uai/taboo.uai ',
    'add .uai/taboo.uai',
    'remove .uai/taboo.uai',
    'replace .uai/totem.uai',
    'all',
  ])('“%s” is not the authorisation', (words) => {
    expect(blocking({ anchorChanges: [anchorChange], authorizations: [words] })).toEqual(['anchors.unauthorized']);
  });
  test('the exact words authorise', () => {
    const given = { anchorChanges: [anchorChange], authorizations: ['replace .uai/taboo.uai'] };
    expect(blocking(given)).toEqual([]);
    expect(clause(given, 'anchors').reason).toBe('anchors.authorized');
  });
  test('one authorisation for two changes is not enough', () => {
    const second: AnchorChange = {
      ...anchorChange,
      path: '.uai/totem.uai',
      operation: 'remove',
      authorization: 'remove .uai/totem.uai',
    };
    const given = { anchorChanges: [anchorChange, second], authorizations: ['replace .uai/taboo.uai'] };
    expect(blocking(given)).toEqual(['anchors.unauthorized']);
    expect(clause(given, 'anchors')).toMatchObject({
      values: { missing: ['remove .uai/totem.uai'] },
      paths: ['.uai/totem.uai'],
    });
  });
});

test('digests left open wait for an acknowledgement of their own', () => {
  const open = reviewFinding({
    rule: 'inventory/package-digest-sentinel',
    path: '.uai/manifest.uaix.json',
    acknowledgement: null,
  });
  expect(blocking({ findings: [open] })).toEqual(['acknowledged.open', 'digests.open']);
  expect(blocking({ findings: [reviewFinding({ rule: 'inventory/hash-sentinel' })] })).toEqual([]);
});

test('a stated digest that does not hold blocks here too', () => {
  const findings = [
    reviewFinding({ rule: 'inventory/hash', severity: 'no-op', path: 'docs/a.md', acknowledgement: null }),
  ];
  expect(blocking({ findings })).toEqual(['findings.no-op', 'digests.differ']);
  expect(clause({ findings }, 'digests').paths).toEqual(['docs/a.md']);
});

describe('issuer', () => {
  const listed = (
    issuers: Partial<typeof DEFAULT_POLICY.issuers>,
    issuer = 'Lamp Room',
    more: Partial<PolicyInput> = {},
  ) => blocking({ claims: { ...CLAIMS, issuer }, policy: effectivePolicy({ issuers }), ...more });
  const once = { note: 'met at the fair', by: 'ada (window)', utc: '2026-07-01T10:00:00Z', stale: false };

  test('on the list', () => expect(listed({ mode: 'allow-list', allow: ['Lamp Room'] })).toEqual([]));
  test('not on the list', () => expect(listed({ mode: 'allow-list', allow: ['Lamp'] })).toEqual(['issuer.not-listed']));
  test('an allow list is exact', () => {
    expect(listed({ mode: 'allow-list', allow: ['Lamp Room'] }, 'LAMP ROOM')).toEqual(['issuer.not-listed']);
  });
  test('denied', () => expect(listed({ deny: ['Lamp Room'] })).toEqual(['issuer.denied']));
  test.each(['LAMP ROOM', ' lamp  room ', 'Ｌａｍｐ Room'])('denied as “%s” too', (issuer) => {
    expect(listed({ deny: ['Lamp Room'] }, issuer)).toEqual(['issuer.denied']);
  });
  test('deny wins over allow and over an acceptance', () => {
    expect(
      listed({ mode: 'allow-list', allow: ['Lamp Room'], deny: ['lamp room'] }, 'Lamp Room', {
        acceptances: { issuer: once },
      }),
    ).toEqual(['issuer.denied']);
  });
  test('accepted once', () => {
    const more = { acceptances: { issuer: once } };
    expect(listed({ mode: 'allow-list' }, 'Lamp Room', more)).toEqual([]);
    const input = { ...more, policy: effectivePolicy({ issuers: { mode: 'allow-list' } }) };
    expect(clause(input, 'issuer')).toMatchObject({ reason: 'issuer.accepted-once', values: { by: 'ada (window)' } });
  });
  test('accepted once under another policy', () => {
    const acceptances = { issuer: { ...once, stale: true } };
    expect(listed({ mode: 'allow-list' }, 'Lamp Room', { acceptances })).toEqual(['issuer.stale']);
  });
});

test('scopes outside the list block by name; universal needs no place on it', () => {
  const policy = effectivePolicy({ scopes: { allow: ['persona_profile'] } });
  expect(blocking({ policy })).toEqual([]);
  const claims = { ...CLAIMS, scopes: ['universal', 'code_bearing', 'persona_profile'] };
  expect(blocking({ policy, claims })).toEqual(['scopes.not-allowed']);
  expect(clause({ policy, claims }, 'scopes').values).toEqual({ scopes: ['code_bearing'] });
});

describe('limits of today', () => {
  const measured = {
    archiveBytes: 2_000,
    entries: 4,
    largestFile: { path: 'docs/a.md', bytes: 3_000 },
    totalBytes: 6_000,
  };
  const under = (limits: Partial<typeof DEFAULT_POLICY.limits>) =>
    blocking({ measured, policy: effectivePolicy({ limits }) });
  test.each([
    [
      'exactly at every limit',
      { archiveBytes: 2_000, entries: 4, fileBytes: 3_000, totalBytes: 6_000, ratio: 3, ratioFloorBytes: 0 },
      [],
    ],
    ['archive', { archiveBytes: 1_999 }, ['limits.archive']],
    ['entries', { entries: 3 }, ['limits.entries']],
    ['file', { fileBytes: 2_999 }, ['limits.file']],
    ['total', { totalBytes: 5_999 }, ['limits.total']],
    ['ratio', { ratio: 2, ratioFloorBytes: 2_999 }, ['limits.ratio']],
    ['ratio, below the floor', { ratio: 2, ratioFloorBytes: 3_000 }, []],
  ])('%s', (_name, limits, reasons) => expect(under(limits)).toEqual(reasons));

  test('are measured on what is recorded', () => {
    expect(
      measureLimits(10, [
        { path: 'a', sizeBytes: 5 },
        { path: 'b', sizeBytes: 7 },
      ]),
    ).toEqual({
      archiveBytes: 10,
      entries: 2,
      largestFile: { path: 'b', bytes: 7 },
      totalBytes: 12,
    });
  });
});

test('a persona file can be required', () => {
  const policy = effectivePolicy({ requirePersona: true });
  expect(blocking({ policy })).toEqual([]);
  expect(blocking({ policy, files: files.filter((f) => f.path !== '.uai/persona.uai') })).toEqual(['persona.missing']);
});

describe('derivative', () => {
  const claims = { ...CLAIMS, derivative: true };
  test('is asked about', () => expect(blocking({ claims })).toEqual(['derivative.ask']));
  test('may be allowed', () =>
    expect(blocking({ claims, policy: effectivePolicy({ derivatives: 'allow' }) })).toEqual([]));
  test('approving the persona by itself answers', () => {
    expect(blocking({ claims, files: files.map((f) => ({ ...f, decision: APPROVED })) })).toEqual([]);
  });
  test('so does accepting the clause', () => {
    const derivative = { note: 'I asked for it', by: 'ada', utc: '2026-07-01T10:00:00Z', stale: false };
    expect(blocking({ claims, acceptances: { derivative } })).toEqual([]);
    expect(blocking({ claims, acceptances: { derivative: { ...derivative, stale: true } } })).toEqual([
      'derivative.ask',
    ]);
  });
});

test('rules that changed since the inspection block', () =>
  expect(blocking({ packCurrent: false })).toEqual(['pack.changed']));
