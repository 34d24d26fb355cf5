import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import zh from '../../shared/locales/zh-CN/policy.json' with { type: 'json' };
import { DENIED_CAPABILITIES, type Problem } from '../../shared/models.ts';
import { DEFAULT_POLICY, policyDigest } from './default.ts';
import { parsePolicy } from './parse.ts';

function problems(text: string): readonly Problem['values'][] {
  return parsePolicy(text).problems.map((problem) => {
    expect(problem.code).toBe('policy-broken');
    return problem.values;
  });
}

describe('a policy that passes', () => {
  test('the shipped file is the strict default, comments and all', () => {
    const text = readFileSync(join(import.meta.dirname, '../../resources/policy/policy.jsonc'), 'utf8');
    const parsed = parsePolicy(text);
    expect(parsed.problems).toEqual([]);
    expect(parsed.sha256).toBe(policyDigest(DEFAULT_POLICY));
    expect(parsed.policy?.limits).toEqual({
      archiveBytes: 67_108_864,
      entries: 5_000,
      fileBytes: 33_554_432,
      totalBytes: 268_435_456,
      ratio: 200,
      ratioFloorBytes: 1_048_576,
    });
    expect(parsed.policy?.issuers).toEqual({ mode: 'any', allow: [], deny: [] });
    expect(parsed.policy?.requirePersona).toBe(false);
    expect(parsed.policy?.derivatives).toBe('ask');
  });

  test('what is absent has the strict default', () => {
    expect(parsePolicy('{}').sha256).toBe(policyDigest(DEFAULT_POLICY));
    expect(parsePolicy('{"limits":{"entries":7}}').policy?.limits).toEqual({ ...DEFAULT_POLICY.limits, entries: 7 });
  });

  test('comments, order, spelling of space and a byte order mark do not change the digest; a value does', () => {
    const plain = parsePolicy('{"requirePersona":true,"issuers":{"deny":["a","b"]}}').sha256;
    const dressed = parsePolicy(
      '\uFEFF// mine\n{ "issuers": {"deny": ["b", /* why */ "a"]},\r\n "requirePersona": true }',
    ).sha256;
    expect(dressed).toBe(plain);
    expect(parsePolicy('{"requirePersona":true,"issuers":{"deny":["a"]}}').sha256).not.toBe(plain);
  });

  test('the digest is SHA-256 of the RFC 8785 form', () => {
    // Worked out with Python: json.dumps(policy, sort_keys=True, separators=(',', ':')), then hashlib.sha256.
    expect(policyDigest(DEFAULT_POLICY)).toBe('988b4f5b4d17ff98d7b606cc2fe6f3096895edda346a9cd399e13ebe2640fdee');
  });
});

describe('a broken policy is refused where it is broken', () => {
  test.each<[string, string, string, number, number, string]>([
    ['nothing', '', 'empty', 1, 1, ''],
    ['a comment alone', '// soon', 'empty', 1, 1, ''],
    ['a missing comma', '{\n  "version": 1\n  "requirePersona": true\n}', 'comma', 3, 3, ''],
    ['a comma before the brace', '{\n  "version": 1,\n}', 'name-expected', 3, 1, ''],
    ['a missing brace', '{ "version": 1', 'close-brace', 1, 15, ''],
    ['something after the end', '{}\n{}', 'after-end', 2, 1, ''],
    [
      'the same member twice',
      '{"requirePersona":true,\n"requirePersona":false}',
      'duplicate-key',
      2,
      1,
      '/requirePersona',
    ],
    [
      'the same member twice, inside',
      '{"limits":{"entries":1,"entries":2}}',
      'duplicate-key',
      1,
      24,
      '/limits/entries',
    ],
    ['a misspelt member', '{\n "limits": {\n  "entrys": 5 } }', 'unknown-member', 3, 3, '/limits/entrys'],
    ['text for a number', '{"limits":{"entries":"5"}}', 'type', 1, 22, '/limits/entries'],
    ['a number for yes or no', '{"requirePersona":1}', 'type', 1, 19, '/requirePersona'],
    ['a fraction', '{"limits":{"entries":1.5}}', 'type', 1, 22, '/limits/entries'],
    ['no entries at all', '{"limits":{"entries":0}}', 'minimum', 1, 22, '/limits/entries'],
    ['a ratio beyond deflate', '{"limits":{"ratio":1033}}', 'maximum', 1, 20, '/limits/ratio'],
    ['an unknown mode', '{"issuers":{"mode":"all"}}', 'choice', 1, 20, '/issuers/mode'],
    ['another version', '{"version":2}', 'choice', 1, 12, '/version'],
    ['an unknown scope', '{"scopes":{"allow":["persona_profile",\n "root"]}}', 'choice', 2, 2, '/scopes/allow/1'],
    ['a name twice', '{"issuers":{"deny":["a","a"]}}', 'duplicate-item', 1, 25, '/issuers/deny'],
    ['an empty name', '{"issuers":{"deny":["  "]}}', 'empty-name', 1, 21, '/issuers/deny/0'],
    ['an array', '[]', 'type', 1, 1, ''],
    ['null', 'null', 'type', 1, 1, ''],
    ['a prototype', '{"__proto__":{"requirePersona":false}}', 'unknown-member', 1, 2, '/__proto__'],
  ])('%s', (_name, text, reason, line, column, pointer) => {
    const found = problems(text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ reason, line, column, pointer });
    expect(found[0]?.message).not.toContain('{{');
  });

  test('brackets without end do not exhaust the stack', () => {
    expect(problems('['.repeat(500_000))[0]).toMatchObject({ reason: 'depth', line: 1, column: 17 });
  });

  test('a text beyond the limit', () => {
    expect(problems(`{}${' '.repeat(1_000_000)}`)[0]).toMatchObject({ reason: 'size' });
  });

  test('several faults come in the order of the file', () => {
    const found = problems('{"requirePersona":"no",\n"limits":{"entries":-1},\n"extra":1}');
    expect(found.map((f) => [f.line, f.reason])).toEqual([
      [1, 'type'],
      [2, 'minimum'],
      [3, 'unknown-member'],
    ]);
  });
});

describe('the eight denied capabilities cannot be named', () => {
  const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

  test.each(DENIED_CAPABILITIES.flatMap((name) => [[name], [camel(name)], [name.replaceAll('-', '_').toUpperCase()]]))(
    '%s',
    (name) => {
      for (const value of ['true', 'false', '"deny"']) {
        const found = problems(`{\n  "requirePersona": true,\n  "${name}": ${value}\n}`);
        expect(found).toHaveLength(1);
        expect(found[0]).toMatchObject({ reason: 'denied-capability', line: 3, column: 3, member: name });
      }
    },
  );

  test('nor deeper, nor as a list', () => {
    expect(problems('{"limits":{"network":true}}')[0]).toMatchObject({
      reason: 'denied-capability',
      pointer: '/limits/network',
    });
    expect(problems('{"capabilities":["network"]}')[0]).toMatchObject({ reason: 'denied-capability' });
  });
});

test('any text ends in a policy or in located problems, never in an exception', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"limits"',
    '"entries"',
    '"network"',
    '1',
    '-',
    'null',
    '//',
    '/*',
    '\n',
    '"',
    '\\u12',
    ' ',
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
      ),
      (text) => {
        const parsed = parsePolicy(text);
        if (parsed.policy) expect(parsed.problems).toEqual([]);
        else {
          const lines = text.split(/\r\n|\r|\n/).length;
          for (const { values } of parsed.problems) {
            expect(Number(values.line)).toBeGreaterThanOrEqual(1);
            expect(Number(values.line)).toBeLessThanOrEqual(lines);
            expect(Object.keys(zh.broken)).toContain(values.reason);
          }
        }
      },
    ),
    { numRuns: 500 },
  );
});
