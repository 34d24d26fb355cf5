import { describe, expect, it } from 'vitest';
import { brief, judge } from '../../../e2e/fixtures/format-stages.ts';
import { ALL_SCOPES, buildPackage } from '../../../e2e/fixtures/package-builder.ts';
import { RULE_CASES } from '../../../e2e/fixtures/rules/index.ts';
import { RULE_IDS } from '../../../shared/rules.ts';
import { createText } from '../../../shared/text.ts';

const FAMILIES = ['manifest/', 'inventory/', 'type/', 'scope/', 'content/', 'anchor/', 'boundary/'];

/** Rules of these families that other rooms report: `findManifest` sees entries, the policy sees the loaded profile. */
const ELSEWHERE = ['manifest/missing', 'manifest/duplicate', 'anchor/change'];

describe('valid packages', () => {
  it.each(ALL_SCOPES)('%s reports nothing', async (scope) => {
    expect((await judge(buildPackage({ scopes: [scope] }))).findings).toEqual([]);
  });

  it('all scopes together report nothing', async () => {
    expect((await judge(buildPackage({ scopes: ALL_SCOPES }))).findings).toEqual([]);
  });
});

describe('rules, each with its near twin, and nothing else reported', () => {
  it.each(RULE_CASES.map((row) => [`${row.rule}: ${row.name}`, row] as const))('%s', async (_, row) => {
    const { findings } = await judge(row.broken());
    expect(brief(findings)).toEqual([...row.findings].sort(byReport(findings)));
    expect(findings.map(({ rule }) => rule)).toContain(row.rule);
    expect(brief((await judge(row.twin())).findings)).toEqual(row.twinFindings ?? []);
  });

  it('every rule of these families has a case', () => {
    const covered = new Set<string>(RULE_CASES.map(({ rule }) => rule));
    const ours = RULE_IDS.filter((id) => FAMILIES.some((family) => id.startsWith(family)));
    expect(ours.filter((id) => !covered.has(id) && !ELSEWHERE.includes(id))).toEqual([]);
  });

  it.each(['en', 'zh-CN'] as const)(
    'every finding has its sentences in %s, with all values filled in',
    async (language) => {
      const text = createText(language);
      for (const { broken, rule } of RULE_CASES) {
        for (const finding of (await judge(broken())).findings) {
          const { title, explanation, todo } = text.findingText(finding);
          const all = `${title}\n${explanation}\n${todo}`;
          expect(all, rule).not.toMatch(/\{\{|undefined|\[object/);
          expect(
            [title, explanation, todo].every((part) => part.length > 3),
            rule,
          ).toBe(true);
          if (language === 'zh-CN') expect(explanation, rule).toMatch(/[\u4e00-\u9fff]/);
        }
      }
    },
  );
});

/** Expected lines in the order of the report: the table names what is found, the report decides the order. */
function byReport(findings: Awaited<ReturnType<typeof judge>>['findings']): (a: string, b: string) => number {
  const order = brief(findings);
  return (a, b) => order.indexOf(a) - order.indexOf(b);
}
