/** User and password in an address, and tokens in its query; and JSON Web Tokens that stand where one authorises. */
import type { Scene, Window } from '../sighting.ts';
import { isDocumentedJwt, isPlaceholder, masked } from './placeholders.ts';

export const URL_CREDENTIAL_KEYWORDS: readonly string[] = ['://', 'token=', 'api_key=', 'apikey=', 'key=', '^eyj'];

/** What follows `://`, sticky: user, password, host. */
const USER_PASSWORD = /([^\s:/@"'`<>\\?#]{0,80}):([^\s@"'`<>\\]{1,120})@([\w.[\]:-]{1,100})/y;
const QUERY_TOKEN =
  /[?&](?:access_token|auth_token|api_?key|apikey|client_secret|secret|token|private_token|x-amz-signature)=([\w.~%+/-]{16,200})/gi;
const JWT = /(?<![\w.-])(ey[JI][\w-]{8,1000})\.(ey[JI][\w-]{8,4000})\.([\w-]{16,1000})(?![\w-])/g;
const AUTHORISES =
  /bearer|authori[sz]ation|token|jwt|cookie|session|credential|secret|api[_-]?key|auth|password|服务令牌|令牌|密钥|login/i;
/** How far before a JSON Web Token the word may stand that says what it is for. */
const CONTEXT_UNITS = 80;

export function matchUrlCredentials(window: Window, scene: Scene): void {
  const { text, base } = window;
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    USER_PASSWORD.lastIndex = at + 3;
    const found = USER_PASSWORD.exec(text);
    if (!found) continue;
    const [, user, password, host] = found as unknown as [string, string, string, string];
    if (!isRealPassword(user, password, host)) continue;
    const from = base + at + 3 + user.length + 1;
    scene.report('security/secret', from, from + password.length, {
      kind: 'password in an address',
      masked: masked(password),
    });
  }
  for (const found of text.matchAll(QUERY_TOKEN)) {
    const token = found[1] as string;
    if (isPlaceholder(token) || !/\d/.test(token) || !/[a-z]/i.test(token)) continue;
    const from = base + found.index + found[0].length - token.length;
    scene.report('security/secret', from, from + token.length, { kind: 'token in an address', masked: masked(token) });
  }
  for (const found of text.matchAll(JWT)) {
    if (!AUTHORISES.test(text.slice(Math.max(0, found.index - CONTEXT_UNITS), found.index))) continue;
    if (!isRealJwt(found[1] as string, found[2] as string)) continue;
    const from = base + found.index;
    scene.report('security/secret', from, from + found[0].length, { kind: 'JSON Web Token', masked: masked(found[0]) });
  }
}

/** `user:password@example.com` and `postgres:postgres@localhost` are how documentation spells it. */
function isRealPassword(user: string, password: string, host: string): boolean {
  if (password.includes('/') && !password.includes('%')) {
    // `http://host:8080/path/@name`: a port and a path, no password.
    if (/^\d{1,5}\//.test(password)) return false;
  }
  if (isPlaceholder(password) || password === user || /^[•*x]+$/i.test(password)) return false;
  return (
    !/^(?:example\.|.*\.example$|.*\.example\.(?:com|org|net)$|host(?:name)?$)/i.test(host) || password.length >= 12
  );
}

function isRealJwt(header: string, payload: string): boolean {
  const head = Buffer.from(header, 'base64url').toString('utf8');
  if (!/"alg"\s*:/.test(head)) return false;
  return !isDocumentedJwt(Buffer.from(payload, 'base64url').toString('utf8'));
}
