/** Secrets of every kind the catalogue names, in prose, code, configuration, and wrapped. Nothing here opens anything. */
import { generateKeyPairSync } from 'node:crypto';
import type { Hostile } from './entry.ts';
import { BASE32, BASE64, base64, base64url, HEX, hex, LETTERS, random, URLSAFE } from './random.ts';

const lines = (text: string): string => text.replace(/(.{64})/g, '$1\n');
const pem = (label: string, body: string, end = true): string =>
  [`-----BEGIN ${label}-----`, lines(body), ...(end ? [`-----END ${label}-----`] : [])].join('\n');
const exported = (pair: {
  privateKey: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer };
}): string => String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ed = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encrypted = String(
  ec.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'corpus' }),
);
const sec1 = String(ec.privateKey.export({ type: 'sec1', format: 'pem' }));
const jwk = (pair: { privateKey: { export(options: { format: 'jwk' }): object } }): object =>
  pair.privateKey.export({ format: 'jwk' });

export const PRIVATE_KEYS: readonly string[] = [
  exported(rsa),
  exported(ec),
  exported(ed),
  sec1,
  encrypted,
  String(rsa.privateKey.export({ type: 'pkcs1', format: 'pem' })),
  pem('OPENSSH PRIVATE KEY', `b3BlbnNzaC1rZXktdjEA${random(300, BASE64)}`),
  pem('DSA PRIVATE KEY', random(300, BASE64)),
  pem('EC PRIVATE KEY', random(120, BASE64), false),
  pem('PRIVATE KEY', random(64, BASE64), false),
  '-----BEGIN PRIVATE KEY-----',
  'key: |\n  -----BEGIN RSA PRIVATE KEY-----',
  pem('PGP PRIVATE KEY BLOCK', `Version: GnuPG v2\n\nlQOYBF${random(200, BASE64)}`),
  exported(ec).replace(/\n/g, '\r\n'),
  JSON.stringify({ key: exported(ed) }),
  JSON.stringify({ type: 'service_account', private_key_id: random(40, HEX), private_key: exported(rsa) }),
  `const key = "${exported(ec).replace(/\n/g, '\\n')}";`,
  `PRIVATE_KEY="${exported(ed).replace(/\n/g, ' ')}"`,
  exported(rsa)
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n'),
  exported(ec)
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n'),
  exported(ed)
    .split('\n')
    .map((line) => `# ${line}`)
    .join('\n'),
  base64(exported(ec)),
  base64(base64(exported(ed))),
  hex(exported(ed)),
  `---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "work"\n${random(64, BASE64)}`,
  `PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: c\nPublic-Lines: 2\n${random(64, BASE64)}\n${random(20, BASE64)}\nPrivate-Lines: 1\n${random(48, BASE64)}\nPrivate-MAC: ${random(64, HEX)}`,
  JSON.stringify(jwk(ec)),
  JSON.stringify({ keys: [jwk(rsa)] }),
  JSON.stringify(jwk(ed), null, 2),
  JSON.stringify({ kty: 'oct', kid: 'a', k: random(43, URLSAFE) }),
  `AGE-SECRET-KEY-1${random(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
  `[Interface]\nPrivateKey = ${random(43, BASE64)}=\nAddress = 10.0.0.2/32`,
  `<RSAKeyValue><Modulus>${random(172, BASE64)}</Modulus><D>${random(172, BASE64)}</D></RSAKeyValue>`,
  `xprv${random(107, '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz')}`,
  `<!-- secretlint-disable -->\n${exported(ec)}\n<!-- secretlint-enable -->`,
  `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${random(64, BASE64)}`,
  `-----begin private key-----\n${random(64, BASE64)}`,
  `${rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')}`,
];

/** Structured tokens, bare. */
export const TOKENS: readonly string[] = [
  `ghp_${random(36)}`,
  `gho_${random(36)}`,
  `ghs_${random(36)}`,
  `github_pat_${random(22)}_${random(59)}`,
  `glpat-${random(20, URLSAFE)}`,
  `AKIA${random(16, BASE32)}`,
  `ASIA${random(16, BASE32)}`,
  `AWS_SECRET_ACCESS_KEY=${random(40, BASE64)}`,
  `AIza${random(35, URLSAFE)}`,
  `GOCSPX-${random(28, URLSAFE)}`,
  `ya29.${random(60, URLSAFE)}`,
  `DefaultEndpointsProtocol=https;AccountName=mine;AccountKey=${random(86, BASE64)}==;EndpointSuffix=core.windows.net`,
  `https://mine.blob.core.windows.net/c?sv=2024-01-01&sr=c&sig=${random(43)}%3D`,
  `${random(3)}8Q~${random(34)}`,
  `xoxb-${random(12, '0123456789')}-${random(12, '0123456789')}-${random(24)}`,
  `xapp-1-A${random(10)}-${random(13, '123456789')}-${random(64, HEX)}`,
  `https://hooks.slack.com/services/T${random(8)}/B${random(8)}/${random(24)}`,
  `https://discord.com/api/webhooks/${random(18, '123456789')}/${random(68, URLSAFE)}`,
  `${random(9, '123456789')}:AA${random(33, URLSAFE)}`,
  `sk_live_${random(24)}`,
  `rk_live_${random(40)}`,
  `whsec_${random(32)}`,
  `sk-proj-${random(74, URLSAFE)}T3BlbkFJ${random(74, URLSAFE)}`,
  `sk-${random(20)}T3BlbkFJ${random(20)}`,
  `sk-proj-${random(80)}`,
  `sk-ant-api03-${random(93, URLSAFE)}AA`,
  `sk-ant-admin01-${random(93, URLSAFE)}AA`,
  `sk-or-v1-${random(64, HEX)}`,
  `gsk_${random(52)}`,
  `xai-${random(80)}`,
  `pplx-${random(48)}`,
  `r8_${random(37)}`,
  `hf_${random(34, LETTERS)}`,
  `cfut_${random(40)}${random(8, HEX)}`,
  `CLOUDFLARE_API_TOKEN=${random(40, URLSAFE)}`,
  `vcp_${random(24)}`,
  `VERCEL_TOKEN=${random(24)}`,
  `ntn_${random(11, '123456789')}${random(35)}`,
  `secret_${random(43)}`,
  `lin_api_${random(40)}`,
  `tskey-auth-${random(17)}-${random(32)}`,
  `npm_${random(36)}`,
  `//packages.acme.dev/:_authToken=${random(36)}`,
  `pypi-AgEIcHlwaS5vcmc${random(120, URLSAFE)}`,
  `SG.${random(22, URLSAFE)}.${random(43, URLSAFE)}`,
  `shpat_${random(32, HEX)}`,
  `dop_v1_${random(64, HEX)}`,
  `dapi${random(32, HEX)}`,
  `dckr_pat_${random(27, URLSAFE)}`,
  `figd_${random(44, URLSAFE)}`,
  `glsa_${random(32)}_${random(8, HEX)}`,
  `hvs.${random(95, URLSAFE)}`,
  `${random(14)}.atlasv1.${random(64)}`,
  `NRAK-${random(27, `${BASE32}`)}`,
  `ATATT3xFf${random(180, URLSAFE)}`,
  `pat${random(14)}.${random(64, HEX)}`,
  `sntrys_${random(120)}`,
  `LTAI${random(20)}`,
  `key-${random(32, HEX)}`,
  `ops_${base64(JSON.stringify({ email: 'a@b', secretKey: random(40), srpX: random(64, HEX), muk: { k: random(43), kty: 'oct' } }))}`,
];

const jwt = `${base64url('{"alg":"HS256","typ":"JWT"}')}.${base64url(`{"sub":"${random(10)}","scope":"admin"}`)}.${random(43, URLSAFE)}`;

/** Secrets that need their context. */
export const IN_CONTEXT: readonly string[] = [
  `Authorization: Bearer ${jwt}`,
  `"access_token": "${jwt}"`,
  `Cookie: session=${jwt}`,
  `jwt = '${jwt}'`,
  `Authorization: Basic ${base64(`deploy:${random(14)}`)}`,
  `postgres://app:${random(14)}@db.prod.acme.io:5432/orders`,
  `mongodb+srv://root:${random(12)}@cluster0.ab1cd.mongodb.net/x`,
  `https://ada:${random(12)}@git.acme.io/team/repo.git`,
  `redis://:${random(16)}@cache.acme.io:6379/0`,
  `amqp://svc:${random(10)}@mq.acme.io/%2f`,
  `ftp://backup:${random(9)}@files.acme.io/`,
  `https://api.acme.io/v1/export?api_key=${random(32)}`,
  `https://api.acme.io/hook?access_token=${random(40)}`,
  `mysql://admin:${random(11)}@10.1.2.3/app`,
];

const token = (index: number): string => TOKENS[index % TOKENS.length] as string;

/** The same tokens where people hide or leave them. */
export const WRAPPED: readonly { readonly text: string; readonly path?: string }[] = [
  { text: `{"note":"${token(0)}"}`, path: 'a.json' },
  { text: `// secretlint-disable-next-line\nconst t = '${token(1)}';`, path: 'a.js' },
  { text: `# secretlint-disable\n${token(21)}\n# secretlint-enable` },
  { text: base64(`token=${token(0)}`) },
  { text: base64(base64(`the key is ${token(25)}`)) },
  { text: hex(`key ${token(21)} end`) },
  { text: [...`key: ${token(0)}`].map((c) => `&#${c.charCodeAt(0)};`).join('') },
  { text: [...token(42)].map((c) => `\\u00${c.charCodeAt(0).toString(16).padStart(2, '0')}`).join(''), path: 'a.json' },
  { text: `https://x.acme.io/?q=${[...`k ${token(0)}`].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}` },
  { text: `<!-- ${token(26)} -->` },
  { text: `| key | ${token(32)} |\n|---|---|` },
  { text: `\`\`\`\n${token(45)}\n\`\`\`` },
  { text: `The token (${token(4)}) is for staging.` },
  { text: `令牌是${token(0)}，请勿外传。` },
];

/** Generic assignments: a matter of review. */
export const CREDENTIALS: readonly string[] = [
  `password: ${random(8)}!9a`,
  `DB_PASSWORD="${random(7)}#4x"`,
  `passwd = '${random(12)}7'`,
  `"client_secret": "${random(24)}9z"`,
  `api_key: ${random(28)}3`,
  `API key = ${random(20)}8k`,
  `auth_token=${random(30)}1`,
  `The password is ${random(6)}$7Qz.`,
  `密码：${random(8)}@12`,
  `密钥: ${random(20)}77`,
  `Passwort: ${random(8)}&5x`,
  `contraseña: ${random(8)}%3y`,
  `mot de passe : ${random(8)}*4w`,
  `пароль: ${random(8)}!2q`,
  `パスワード：${random(8)}?6r`,
  `sshpass -p ${random(9)}5t ssh root@host`,
  `curl -u admin:${random(10)}9 https://acme.io`,
  `Authorization: Bearer ${random(40)}7`,
  `requirepass ${random(16)}2`,
  `SECRET_KEY = '${random(30)}$1'`,
  `pwd=${random(5)}_8!Xy`,
  `password: 48271935`,
];

const as = (rule: Hostile['rule'], texts: readonly string[]): Hostile[] => texts.map((text) => ({ rule, text }));

export const HOSTILE_SECRETS: readonly Hostile[] = [
  ...as('security/private-key', PRIVATE_KEYS),
  ...as(
    'security/secret',
    TOKENS.map((text, i) => (i % 3 === 0 ? text : i % 3 === 1 ? `TOKEN=${text}\n` : `Use "${text}" here.`)),
  ),
  ...as('security/secret', IN_CONTEXT),
  ...WRAPPED.map((entry): Hostile => ({ rule: 'security/secret', ...entry })),
  ...as('security/credential', CREDENTIALS),
];
