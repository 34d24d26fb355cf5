import { Ajv2020 } from 'ajv/dist/2020.js';
import ajvFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import schema from '../../resources/evidence/report.schema.json' with { type: 'json' };
import { finding } from '../../shared/findings.ts';
import { codeSpan, escapeHtml, escapeMarkdown } from '../../shared/foreign.ts';
import en from '../../shared/locales/en/report.json' with { type: 'json' };
import zh from '../../shared/locales/zh-CN/report.json' with { type: 'json' };
import { RULE_IDS, rule } from '../../shared/rules.ts';
import { noOpReceipt } from './receipt.ts';
import { makeReport } from './report.ts';
import type { ReportData } from './report-data.ts';
import { HOSTILE, refusedInput, reportInput } from './testing.ts';
import { NO_OP_TRIGGERS, TRIGGER_OF_RULE, triggerOf } from './triggers.ts';

const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
ajvFormats.default(ajv);
const validate = ajv.compile(schema);

function jsonOf(input = reportInput()): ReportData {
  const { text } = makeReport(input, 'json', 'en');
  const data = JSON.parse(text) as ReportData;
  expect(validate(data), JSON.stringify(validate.errors, null, 2)).toBe(true);
  return data;
}

describe('triggers', () => {
  const refusing = RULE_IDS.filter((id) => rule(id).severity === 'no-op' || rule(id).also?.includes('no-op'));

  test('every rule that can refuse has one of the published triggers, and no other rule has', () => {
    expect(refusing.length).toBeGreaterThan(90);
    expect(Object.keys(TRIGGER_OF_RULE).sort()).toEqual([...refusing].sort());
    for (const id of refusing) expect(NO_OP_TRIGGERS).toContain(triggerOf(id));
    for (const id of RULE_IDS.filter((known) => !refusing.includes(known))) expect(triggerOf(id)).toBe(null);
  });

  test.each([
    ['security/secret', 'credential_validation_requested'],
    ['security/runtime-request', 'runtime_execution_requested'],
    ['security/network-probe', 'private_network_probe_requested'],
    ['security/authority-field', 'authority_boundary_conflict'],
    ['anchor/mutation-request', 'authority_boundary_conflict'],
    ['inventory/hash', 'missing_integrity_checksum'],
    ['scope/missing-file', 'missing_profile'],
    ['scope/unknown', 'unsupported_capability_level'],
    ['manifest/json', 'malformed_schema'],
    ['content/derivative', 'provenance_mismatch'],
    ['spec04/outcome', 'memory_conflict_unresolved'],
  ] as const)('%s is %s', (id, trigger) => expect(triggerOf(id)).toBe(trigger));
});

describe('receipt', () => {
  test('names triggers in published order, with rules, clauses and numbers', () => {
    const receipt = noOpReceipt(refusedInput().detail);
    expect(receipt?.triggers).toEqual([
      { id: 'malformed_schema', rules: [{ rule: 'zip/gap', basis: 'local', clause: null, findings: 1 }] },
      { id: 'missing_profile', rules: [{ rule: 'scope/missing-file', basis: 'spec', clause: 'F5', findings: 2 }] },
      {
        id: 'authority_boundary_conflict',
        rules: [{ rule: 'security/authority-field', basis: 'spec', clause: 'F8', findings: 1 }],
      },
      {
        id: 'certification_claim_requested',
        rules: [{ rule: 'boundary/overclaim', basis: 'spec', clause: 'F1.2', findings: 1 }],
      },
    ]);
    expect(receipt?.findings.map((found) => found.rule)).toEqual([
      'zip/gap',
      'security/authority-field',
      'scope/missing-file',
      'scope/missing-file',
    ]);
    expect(Object.values(receipt?.effect ?? {})).toEqual([false, false, false, false, false]);
  });

  test('there is none for a package that is loaded, or waits for a person', () => {
    expect(noOpReceipt(reportInput().detail)).toBe(null);
    expect(noOpReceipt(reportInput({ state: 'in_review', target: null }).detail)).toBe(null);
  });

  test('a package that would change an anchor nobody authorised gets one', () => {
    const { detail } = reportInput({ state: 'in_review', loadedAs: null });
    const files = detail.files.map((file) => ({
      ...file,
      change: file.anchor ? ('changed' as const) : ('unchanged' as const),
    }));
    const receipt = noOpReceipt({ ...detail, files, removedPaths: ['.uai/totem.uai', 'docs/old.md'] });
    expect(receipt?.anchors).toEqual([
      { path: '.uai/totem.uai', operation: 'remove', authorization: 'remove .uai/totem.uai' },
      { path: '.uai/taboo.uai', operation: 'replace', authorization: 'replace .uai/taboo.uai' },
    ]);
    expect(receipt?.triggers.map((trigger) => trigger.id)).toEqual(['authority_boundary_conflict']);
  });
});

describe('the JSON form', () => {
  test('of a loaded package passes its schema and says what was decided by whom', () => {
    const data = jsonOf();
    expect(data).toMatchObject({ outcome: 'loaded', state: 'loaded', receipt: null, blockers: [] });
    expect(data.loaded).toEqual({
      profileKey: '0123456789abcdef',
      profileId: 'marlow',
      generation: 2,
      current: true,
      loadedUtc: '2026-07-01T10:00:06.000Z',
      loadedBy: 'ada (window)',
    });
    expect(data.files[1]?.decision).toMatchObject({ decision: 'approved', by: 'ada (window)', manner: 'single' });
    expect(data.anchorChanges).toMatchObject([
      { path: '.uai/taboo.uai', authorization: 'replace .uai/taboo.uai', actor: 'ada (window)' },
    ]);
    expect(data.checks.skipped.map((check) => check.reason)).toEqual(['images-unread', 'spec04-absent']);
    expect(data.policy.deniedAlways).toHaveLength(8);
    expect(data.notClaimed).toHaveLength(7);
  });

  test('of a refused one passes too, with its receipt', () => {
    const data = jsonOf(refusedInput());
    expect(data.outcome).toBe('refused');
    expect(data.receipt?.triggers).toHaveLength(4);
    expect(data.next.map((step) => step.id)).toEqual(['corrected-package']);
    expect(data.blockers[0]).toBe('Findings that refuse the package: 4. Only a corrected package helps.');
  });

  test('says what was skipped when nothing could be read', () => {
    const { detail } = refusedInput();
    const unread = jsonOf(
      reportInput({
        ...detail,
        files: [],
        claims: null,
        findings: [{ ...finding('zip/not-zip'), id: '00000000000000c1', acknowledgement: null }],
      }),
    );
    expect(unread.checks.skipped.map((check) => check.reason)).toEqual(['container-unproven']);
    expect(unread.checks.made.map((check) => check.family)).toEqual(['zip', 'path']);
    const failed = jsonOf(
      reportInput({ state: 'failed', files: [], findings: [], claims: null, loadedAs: null }, { profile: null }),
    );
    expect(failed.checks).toMatchObject({ made: [], skipped: [{ reason: 'never-inspected' }] });
    expect(failed.next.map((step) => step.id)).toEqual(['retry']);
  });

  test('the same input gives the same bytes', () => {
    expect(makeReport(reportInput(), 'json', 'en')).toEqual(makeReport(reportInput(), 'json', 'en'));
  });
});

describe.each(['en', 'zh-CN'] as const)('documents in %s', (language) => {
  test('HTML has no script, no handler, no request, and isolates the package', () => {
    const { name, text } = makeReport(reportInput(), 'html', language);
    expect(name).toBe('uaix-report-1f3a9c000000.html');
    const tags = new Set([...text.matchAll(/<\/?([a-zA-Z][\w-]*)/g)].map(([, tag]) => tag));
    const known = [
      'html',
      'head',
      'meta',
      'title',
      'style',
      'body',
      'main',
      'h1',
      'h2',
      'p',
      'strong',
      'section',
      'dl',
      'dt',
      'dd',
      'ul',
      'li',
      'table',
      'thead',
      'tbody',
      'tr',
      'th',
      'td',
      'bdi',
      'code',
    ];
    for (const tag of tags) expect(known).toContain(tag);
    for (const [, attributes] of text.matchAll(/<[a-zA-Z][\w-]*\s+([^>]*)>/g)) {
      const names = [...(attributes ?? '').matchAll(/([\w-]+)="[^"]*"/g)].map(([, attribute]) => attribute);
      for (const attribute of names)
        expect(['lang', 'charset', 'http-equiv', 'content', 'name', 'class', 'scope']).toContain(attribute);
    }
    expect(text).not.toMatch(/https?:|url\(|@import|\u202E|\u200B/);
    expect(text).toContain(
      '<bdi>&lt;script&gt;alert(1)&lt;/script&gt;&quot;onload=&#39;x&#39;`|[click](javascript:x)[U+202E]gnp.[U+200B]&amp;amp;</bdi>',
    );
    expect(text).toContain('default-src &#39;none&#39;');
    expect(text).not.toMatch(/\b(report|policy):[a-z]|\{\{|undefined|\[object/);
  });

  test('Markdown keeps its tables and lets nothing of the package act', () => {
    const { text } = makeReport(reportInput(), 'md', language);
    for (const line of text.split('\n').filter((row) => row.startsWith('|'))) {
      expect(line.endsWith(' |')).toBe(true);
    }
    const tables = text.split('\n\n').filter((part) => part.startsWith('| '));
    for (const table of tables) {
      const columns = table
        .trim()
        .split('\n')
        .map((row) => row.match(/(?<!\\)\|/g)?.length);
      expect(new Set(columns).size, table).toBe(1);
    }
    // Outside code spans, nothing that HTML or a link begins with is left unescaped.
    const outside = text.replace(/(?<![\\`])(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, '');
    expect(outside).not.toMatch(/(?<!\\)[<[]/);
    expect(text).not.toMatch(/\b(report|policy):[a-z]|\{\{|undefined|\[object/);
  });

  test('a sentence of ours sets apart what it quotes', () => {
    const { text } = makeReport(reportInput(), 'html', language);
    const isolatedIssuer = `<bdi>${escapeHtml(HOSTILE)}</bdi>`;
    const clause = language === 'en' ? 'This package says it comes from ' : '此包自称来自 ';
    expect(text).toContain(clause + isolatedIssuer);
    expect(text).not.toMatch(/[\u2068\u2069]/);
    expect(makeReport(reportInput(), 'md', language).text).not.toMatch(/[\u2068\u2069]/);
  });

  test('a refused package has its triggers in the document', () => {
    const { text } = makeReport(refusedInput(), 'md', language);
    expect(text).toContain('missing\\_profile');
    expect(text).not.toMatch(/\b(report|policy):[a-z]|\{\{|undefined|\[object/);
  });
});

test('both languages have the same sentences with the same values', () => {
  const flat = (value: unknown, at = ''): readonly string[] =>
    typeof value === 'string'
      ? [`${at} ${[...value.matchAll(/\{\{\w+/g)].map(String).sort().join(',')}`]
      : Object.entries(value as object).flatMap(([key, member]) => flat(member, `${at}.${key}`));
  expect(flat(zh).toSorted()).toEqual(flat(en).toSorted());
});

test('text of a package is inert', () => {
  expect(escapeHtml(`<a href='x'>"&\u0000`)).toBe('&lt;a href=&#39;x&#39;&gt;&quot;&amp;[U+0000]');
  expect(codeSpan('a`b``c')).toBe('```a`b``c```');
  expect(codeSpan('`x')).toBe('`` `x ``');
  expect(codeSpan('a|b\nc')).toBe('`a\\|b[U+000A]c`');
  expect(codeSpan('')).toBe('—');
  expect(escapeMarkdown('# <b> [x](y) ![z] http://a www.b *c* 1. d')).toBe(
    '\\# \\<b\\> \\[x\\](y) \\!\\[z\\] http\\://a www\\.b \\*c\\* 1. d',
  );
  expect(escapeMarkdown('1. x')).toBe('1\\. x');
  expect(escapeMarkdown(HOSTILE)).not.toMatch(/(?<!\\)[<[\]`|]/);
});
