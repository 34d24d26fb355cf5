/**
 * The vendor rules of secretlint, one by one. Never its preset: that brings a filter through which a comment in the scanned file
 * switches the scan off. No configuration is read from anywhere, no path of a package is handed over.
 */
import { lintSource } from '@secretlint/core';
import { secretLintProfiler } from '@secretlint/profiler';
import { creator as onepassword } from '@secretlint/secretlint-rule-1password';
import { creator as anthropic } from '@secretlint/secretlint-rule-anthropic';
import { creator as aws } from '@secretlint/secretlint-rule-aws';
import { creator as database } from '@secretlint/secretlint-rule-database-connection-string';
import { creator as databricks } from '@secretlint/secretlint-rule-databricks';
import { creator as docker } from '@secretlint/secretlint-rule-docker';
import { creator as figma } from '@secretlint/secretlint-rule-figma';
import { creator as gcp } from '@secretlint/secretlint-rule-gcp';
import { creator as github } from '@secretlint/secretlint-rule-github';
import { creator as gitlab } from '@secretlint/secretlint-rule-gitlab';
import { creator as grafana } from '@secretlint/secretlint-rule-grafana';
import { creator as vault } from '@secretlint/secretlint-rule-hashicorp-vault';
import { creator as huggingface } from '@secretlint/secretlint-rule-huggingface';
import { creator as linear } from '@secretlint/secretlint-rule-linear';
import { creator as npm } from '@secretlint/secretlint-rule-npm';
import { creator as openai } from '@secretlint/secretlint-rule-openai';
import { creator as sendgrid } from '@secretlint/secretlint-rule-sendgrid';
import { creator as shopify } from '@secretlint/secretlint-rule-shopify';
import { creator as slack } from '@secretlint/secretlint-rule-slack';
import type { Scene, Window } from '../sighting.ts';
import { isPlaceholder, masked } from './placeholders.ts';

type VendorRule = Parameters<typeof lintSource>[0]['options']['config']['rules'][number];

interface Vendor {
  readonly kind: string;
  /** Lower case; the rule runs only on windows that hold one of them. */
  readonly keywords: readonly string[];
  readonly rule: VendorRule;
}

const vendor = (kind: string, keywords: string, creator: { readonly meta: { readonly id: string } }): Vendor => ({
  kind,
  keywords: keywords.split(' '),
  rule: { id: creator.meta.id, rule: creator, options: { enableIDScanRule: false } } as unknown as VendorRule,
});

const VENDORS: readonly Vendor[] = [
  vendor('1Password token', 'ops_ey', onepassword),
  vendor('Anthropic key', 'sk-ant-', anthropic),
  vendor('AWS secret key', 'secret_access_key secretaccesskey secret_accesskey', aws),
  vendor('database connection', 'mongodb mysql postgres', database),
  vendor('Databricks token', 'dapi', databricks),
  vendor('Docker token', 'dckr_pat_', docker),
  vendor('Figma token', 'figd_', figma),
  vendor('Google Cloud key', 'private_key_id', gcp),
  vendor('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', github),
  vendor('GitLab token', 'glpat-', gitlab),
  vendor('Grafana token', 'glsa_ glc_', grafana),
  vendor('Vault token', 'hvs. hvb. hvr.', vault),
  vendor('Hugging Face token', 'hf_', huggingface),
  vendor('Linear key', 'lin_api_', linear),
  vendor('npm token', 'npm_ x-oauth-basic', npm),
  vendor('OpenAI key', 't3blbkfj', openai),
  vendor('SendGrid key', 'sg.', sendgrid),
  vendor('Shopify token', 'shpat_ shpca_ shppa_ shpss_', shopify),
  vendor('Slack token', 'xoxb- xoxp- xapp- xoxa- xoxo- xoxr- hooks.slack.com', slack),
];

const KIND_OF: ReadonlyMap<string, string> = new Map(VENDORS.map(({ kind, rule }) => [rule.id, kind]));

export const VENDOR_KEYWORDS: readonly string[] = [...new Set(VENDORS.flatMap(({ keywords }) => keywords))];

/** Runs the rules whose keywords occur in the window. What they report is masked before it goes anywhere. */
export async function matchVendors(window: Window, scene: Scene): Promise<void> {
  const lower = window.text.toLowerCase();
  const rules = VENDORS.filter(({ keywords }) => keywords.some((keyword) => lower.includes(keyword))).map(
    ({ rule }) => rule,
  );
  if (rules.length === 0) return;
  secretLintProfiler.setEnabled(false); // it would keep a mark for every rule and window
  const result = await lintSource({
    // A fixed name: rules open files by extension (`.p12`) or judge by name, and no name of a package may steer them.
    source: { filePath: 'text.json', content: window.text, ext: '.json', contentType: 'text' },
    options: { config: { rules }, noPhysicFilePath: true, maskSecrets: true },
  });
  for (const { ruleId, range } of result.messages) {
    const [from, to] = range;
    const secret = window.text.slice(from, to);
    const kind = KIND_OF.get(ruleId) ?? ruleId;
    if (kind === 'Google Cloud key') {
      scene.report('security/private-key', window.base + from, window.base + to, { kind, masked: '{••••' });
    } else if (kind === 'database connection') {
      const password = /:\/\/[^:@]*:([^@]+)@/d.exec(secret)?.indices?.[1];
      if (password === undefined || isPlaceholder(secret.slice(...password))) continue;
      const detail = { kind, masked: masked(secret.slice(...password)) };
      scene.report('security/secret', window.base + from + password[0], window.base + from + password[1], detail);
    } else if (!isPlaceholder(secret)) {
      scene.report('security/secret', window.base + from, window.base + to, { kind, masked: masked(secret) });
    }
  }
}
