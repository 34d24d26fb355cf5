/**
 * Tokens whose shape alone names their maker. The list covers what the installed vendor rules do not know, and repeats the
 * prefixes of those they do: names are scanned with it too, and vendors lengthen their tokens faster than rules follow.
 */
import type { Scene, Window } from '../sighting.ts';
import { isPlaceholder, masked } from './placeholders.ts';

interface Structure {
  readonly kind: string;
  /** At least one must occur. */
  readonly keywords: readonly string[];
  /** The token without boundaries; with a group, the group is the secret. */
  readonly pattern: string;
  readonly flags?: string;
}

const of = (kind: string, keywords: string, pattern: string, flags = ''): Structure => ({
  kind,
  keywords: keywords.split(' '),
  pattern,
  flags,
});

/** `name = value` with the usual quotes between them; the value follows as a group. */
const assigned = (name: string, value: string): string => `${name}["'\`]?\\s{0,4}(?:[:=]|=>)\\s{0,4}["'\`]?(${value})`;

const STRUCTURES: readonly Structure[] = [
  of('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', 'gh[pousr]_[A-Za-z0-9]{36,255}'),
  of('GitHub token', 'github_pat_', 'github_pat_[A-Za-z0-9_]{40,255}'),
  of(
    'GitLab token',
    'glpat- gldt- glrt- glcbt- glptt- glsoat- glft- glagent- gloas-',
    'gl(?:pat|dt|rt|cbt|ptt|soat|ft|agent|oas)-[\\w.-]{20,200}',
  ),
  of('AWS access key', 'akia asia abia acca', '(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}'),
  of(
    'AWS secret key',
    'secret_access secretaccess secret-access secret_key',
    assigned('(?:aws)?[_ -]?secret[_ -]?(?:access)?[_ -]?key', '[A-Za-z0-9/+]{40}'),
    'i',
  ),
  of('Google API key', 'aiza', 'AIza[\\w-]{35}'),
  of('Google OAuth secret', 'gocspx- ya29. 1//0', '(?:GOCSPX-[\\w-]{28}|ya29\\.[\\w-]{40,400}|1\\/\\/0[\\w-]{40,200})'),
  of('Azure key', 'accountkey= sharedaccesskey=', '(?:AccountKey|SharedAccessKey)=([A-Za-z0-9+/]{43,86}={1,2})', 'i'),
  of('Azure client secret', '8q~', '[A-Za-z0-9_~.]{3}\\dQ~[A-Za-z0-9_~.-]{31,34}'),
  of('Azure shared access signature', 'sig=', '[?&]sig=([A-Za-z0-9%+/]{40,80}(?:%3[dD]|=))'),
  of('Azure key', 'azure ocp-apim openai_api', assigned('(?:azure|ocp)[\\w-]{0,40}key', '[0-9a-fA-F]{32}'), 'i'),
  of(
    'Azure DevOps token',
    'azdo azure_devops',
    assigned('(?:azdo|azure_devops)\\w{0,20}', '[a-z2-7]{52}|[A-Za-z0-9]{84}'),
    'i',
  ),
  of(
    'Slack token',
    'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxe xapp- xwfp-',
    'x(?:ox[aboprs]|oxe(?:\\.xox[bp])?|app|wfp)-[\\w-]{20,300}',
  ),
  of(
    'Slack webhook',
    'hooks.slack.com',
    'hooks\\.slack\\.com\\/(?:services|workflows|triggers)\\/[A-Z]\\w{6,20}\\/\\w{6,40}\\/\\w{16,60}',
    'i',
  ),
  of('Discord webhook', '/api/webhooks/', 'discord(?:app)?\\.com\\/api\\/webhooks\\/\\d{16,20}\\/[\\w-]{60,80}', 'i'),
  of('Discord bot token', 'discord bot_token', '[MNO][A-Za-z\\d_-]{23,27}\\.[\\w-]{6}\\.[\\w-]{27,40}'),
  of('Telegram bot token', ':aa', '\\d{8,10}:AA[\\w-]{33}'),
  of(
    'Stripe key',
    'sk_live_ sk_test_ rk_live_ rk_test_ whsec_',
    '(?:(?:sk|rk)_(?:live|test)|whsec)_[A-Za-z0-9]{16,250}',
  ),
  of(
    'OpenAI key',
    'sk-proj- sk-svcacct- sk-admin- t3blbkfj',
    'sk-(?:(?:proj|svcacct|admin|None)-)?[\\w-]{20,180}T3BlbkFJ[\\w-]{20,180}',
  ),
  of('OpenAI key', 'sk-proj- sk-svcacct- sk-admin-', 'sk-(?:proj|svcacct|admin)-[\\w-]{40,250}'),
  of('API key', 'sk-', 'sk-[A-Za-z0-9]{32,64}'),
  of('Anthropic key', 'sk-ant-', 'sk-ant-[a-z]{3,8}\\d{2}-[\\w-]{40,200}'),
  of('OpenRouter key', 'sk-or-', 'sk-or-v1-[0-9a-f]{64}'),
  of('Groq key', 'gsk_', 'gsk_[A-Za-z0-9]{40,64}'),
  of('xAI key', 'xai-', 'xai-[A-Za-z0-9]{60,100}'),
  of('Perplexity key', 'pplx-', 'pplx-[A-Za-z0-9]{40,64}'),
  of('Replicate token', 'r8_', 'r8_[A-Za-z0-9]{37,40}'),
  of('Hugging Face token', 'hf_ api_org_', '(?:hf|api_org)_[A-Za-z]{30,40}'),
  of('ElevenLabs key', 'sk_', 'sk_[0-9a-f]{48}'),
  of('Cloudflare token', 'cfut_ cfat_ cfk_', 'cf(?:ut|at|k)_[A-Za-z0-9]{40,60}'),
  of(
    'Cloudflare token',
    'cloudflare cf_api',
    assigned('(?:cloudflare|cf)_\\w{0,24}(?:token|key)', '[\\w-]{37,40}'),
    'i',
  ),
  of('Cloudflare origin key', 'v1.0-', 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{120,160}'),
  of('Vercel token', 'vcp_ vci_ vca_ vcr_ vck_', 'vc[piark]_[A-Za-z0-9]{20,60}'),
  of('Vercel token', 'vercel', assigned('vercel\\w{0,20}token', '[A-Za-z0-9]{24}'), 'i'),
  of('Netlify token', 'nfp_', 'nfp_[A-Za-z0-9]{36,48}'),
  of('Notion token', 'ntn_ secret_', '(?:ntn_\\d{11}[A-Za-z0-9]{30,40}|secret_[A-Za-z0-9]{43})'),
  of('Linear key', 'lin_api_ lin_oauth_', 'lin_(?:api|oauth)_[A-Za-z0-9]{32,128}'),
  of('Tailscale key', 'tskey-', 'tskey-[a-z]{2,20}-[0-9A-Za-z]{8,40}-[0-9A-Za-z]{16,60}'),
  of('npm token', 'npm_', 'npm_[A-Za-z0-9]{36}'),
  of('npm token', '_authtoken', '_authToken\\s{0,3}=\\s{0,3}"?([A-Za-z0-9_+/=-]{20,200})'),
  of('PyPI token', 'pypi-ageichlwa pypi-', 'pypi-AgE[\\w-]{50,250}'),
  of('RubyGems key', 'rubygems_', 'rubygems_[0-9a-f]{48}'),
  of('crates.io token', 'cio', 'cio[A-Za-z0-9]{32}'),
  of('SendGrid key', 'sg.', 'SG\\.[\\w-]{22}\\.[\\w-]{43}'),
  of('Mailgun key', 'key-', 'key-[0-9a-f]{32}'),
  of('Mailchimp key', '-us1 -us2 -us3 -us4 -us5 -us6 -us7 -us8 -us9', '[0-9a-f]{32}-us\\d{1,2}'),
  of('Twilio key', 'sk', 'SK[0-9a-f]{32}'),
  of('Resend key', 're_', 're_[A-Za-z0-9]{8}_[A-Za-z0-9]{24}'),
  of('Shopify token', 'shpat_ shpca_ shppa_ shpss_ shpua_', 'shp(?:at|ca|pa|ss|ua)_[A-Za-z0-9]{32,64}'),
  of('Square token', 'sq0', 'sq0(?:atp|csp|idp)-[\\w-]{22,60}'),
  of('DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', 'do[opr]_v1_[0-9a-f]{64}'),
  of('Heroku key', 'hrku-', 'HRKU-[\\w-]{36,70}'),
  of('Fly.io token', 'fm2_ flyv1', 'fm\\d_[A-Za-z0-9+/=_-]{80,800}'),
  of('Databricks token', 'dapi', 'dapi[0-9a-f]{32}(?:-\\d)?'),
  of('Docker token', 'dckr_pat_ dckr_oat_', 'dckr_[po]at_[\\w-]{27,40}'),
  of('Figma token', 'figd_ figo_ figu_ figr_', 'fig[dour]_[\\w-]{40,200}'),
  of('Grafana token', 'glsa_ glc_', '(?:glsa_[A-Za-z0-9]{32}_[0-9A-Fa-f]{8}|glc_[A-Za-z0-9+/]{32,400}={0,2})'),
  of('Vault token', 'hvs. hvb. hvr.', 'hv[sbr]\\.[\\w-]{24,300}'),
  of('Terraform token', '.atlasv1.', '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{60,80}'),
  of('Pulumi token', 'pul-', 'pul-[0-9a-f]{40}'),
  of('Sentry token', 'sntrys_ sntryu_', 'sntry[su]_[A-Za-z0-9+/=_]{60,400}'),
  of('New Relic key', 'nrak-', 'NRAK-[A-Z0-9]{27}'),
  of(
    'Datadog key',
    'datadog dd_api dd_app',
    assigned('(?:datadog|dd)_(?:api|app)\\w{0,12}key', '[0-9a-f]{32}(?:[0-9a-f]{8})?'),
    'i',
  ),
  of('Atlassian token', 'atatt3 atctt3 atbb', '(?:AT[AC]TT3xFf[\\w=-]{60,250}|ATBB[A-Za-z0-9]{32})'),
  of('Airtable token', 'pat', 'pat[A-Za-z0-9]{14}\\.[0-9a-f]{64}'),
  of(
    '1Password token',
    'ops_ey a3-',
    '(?:ops_ey[A-Za-z0-9+/=_-]{100,1400}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5})',
  ),
  of('Supabase key', 'sbp_ sb_secret_', '(?:sbp_[0-9a-f]{40}|sb_secret_[\\w-]{20,60})'),
  of('PlanetScale token', 'pscale_', 'pscale_(?:tkn|pw|oauth)_[\\w.-]{32,64}'),
  of('Doppler token', 'dp.', 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.[\\w.-]{40,60}'),
  of('SonarQube token', 'squ_ sqp_ sqa_', 'sq[upa]_[0-9a-f]{40}'),
  of('PostHog key', 'phx_', 'phx_[A-Za-z0-9]{40,50}'),
  of('Alibaba Cloud key', 'ltai', 'LTAI[A-Za-z0-9]{16,24}'),
  of('Tencent Cloud key', 'akid', 'AKID[A-Za-z0-9]{32}'),
  of(
    'Basic credentials',
    'authorization',
    'Authorization["\']?\\s{0,3}[:=]\\s{0,3}["\'`]?Basic\\s{1,3}([A-Za-z0-9+/]{8,200}={0,2})',
    'i',
  ),
];

/** One expression for all patterns of a kind of case rule; a named group per structure is not needed: the index tells. */
const COMPILED = STRUCTURES.map(({ kind, pattern, flags }) => ({
  kind,
  pattern: new RegExp(
    `${pattern.startsWith('[?&]') ? '' : '(?<![A-Za-z0-9])'}${pattern}(?![A-Za-z0-9])`,
    `g${flags ?? ''}`,
  ),
}));

/** Prefixes are followed by their token; names of makers, signs of an assignment and infixes are not. */
const isPrefix = ({ pattern, keywords }: Structure): boolean =>
  !pattern.includes('\\s{0,') &&
  keywords.every((keyword) => /^[a-z0-9][\w.-]*[_.-]?$/.test(keyword)) &&
  !/discord|slack|t3blbkfj/.test(keywords.join(' '));

export const STRUCTURED_KEYWORDS: readonly string[] = [
  ...new Set(
    STRUCTURES.flatMap((structure) =>
      structure.keywords.map((keyword) =>
        isPrefix(structure) ? `^${keyword}+` : /^[a-z]/.test(keyword) ? `^${keyword}` : keyword,
      ),
    ),
  ),
];

const ALL_KEYWORDS: readonly string[] = [...new Set(STRUCTURES.flatMap(({ keywords }) => keywords))];
/** Finds, at every place, the longest keyword that stands there. */
const ANY_KEYWORD = new RegExp(
  `(?=(${ALL_KEYWORDS.toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
    .join('|')}))`,
  'g',
);
/** For each keyword, the structures whose own keyword it is, or begins with. */
const STRUCTURES_OF: ReadonlyMap<string, readonly number[]> = new Map(
  ALL_KEYWORDS.map((word) => [
    word,
    STRUCTURES.flatMap(({ keywords }, index) => (keywords.some((keyword) => word.startsWith(keyword)) ? [index] : [])),
  ]),
);

/** Tries the structures of which a keyword occurs, in the order of the list. */
export function matchStructured(window: Window, scene: Scene): void {
  const near = new Set<number>();
  for (const found of window.text.toLowerCase().matchAll(ANY_KEYWORD))
    for (const index of STRUCTURES_OF.get(found[1] as string) ?? []) near.add(index);
  for (const index of [...near].sort((a, b) => a - b)) {
    const { kind, pattern } = COMPILED[index] as (typeof COMPILED)[number];
    for (const found of window.text.matchAll(pattern)) {
      const secret = found[1] ?? found[0];
      if (isPlaceholder(secret)) continue;
      if (kind === 'Basic credentials' && !isBasic(secret)) continue;
      const from = window.base + found.index + found[0].lastIndexOf(secret);
      scene.report('security/secret', from, from + secret.length, { kind, masked: masked(secret) });
    }
  }
}

/** `user:password` in base64, neither of them a placeholder. */
function isBasic(encoded: string): boolean {
  const [user, password] = Buffer.from(encoded, 'base64').toString('latin1').split(':', 2);
  return user !== undefined && password !== undefined && password !== '' && !isPlaceholder(password);
}
