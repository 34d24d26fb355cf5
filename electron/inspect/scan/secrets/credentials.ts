/** Generic assignments: `password: …` with a value that looks made up by nobody but its owner. A person decides. */
import type { Scene, Window } from '../sighting.ts';
import { isPlaceholder, masked } from './placeholders.ts';

// biome-ignore format: words read better in rows
export const CREDENTIAL_KEYWORDS: readonly string[] = [
  'passw', 'passphrase', '^pwd$', '_pwd', 'passcode', 'secret', 'token', 'api_key', 'api key', 'api-key', 'apikey',
  'auth_key', 'access_key', 'access key', 'account_key', 'credential', 'bearer ', 'requirepass', 'curl -u',
  '--user ', 'secret_key', 'sshpass', '密码', '密碼', '口令', '密钥', '令牌', 'contrasena', 'clave', 'kennwort',
  'mot de passe', 'пароль', 'パスワード', '暗証番号',
];

const NAME =
  '(?:[\\w.-]{0,40}(?:password|passwd|passphrase|passcode|pwd|passwort|kennwort)|' +
  '[\\w.-]{0,40}(?:api|app|auth|access|account|client|private|signing|encryption|master|refresh|bearer|session|service|bot|db|secret|webhook|license|jwt|cookie|admin|root)[ _-]?(?:key|token|secret|pass)|' +
  '(?:secret|token|credential)s?|[\\w-]{1,30}_(?:secret|token)|contrase(?:ñ|n)a|clave secreta|mot de passe|пароль|パスワード|暗証番号|密[码碼]|口令|密[钥鑰]|令牌)';
const ASSIGNED = new RegExp(
  `(?<![\\p{L}\\p{N}])(${NAME})["'\`*_]{0,4}\\s{0,3}(?:[:=：]|=>|:=|\\bis\\b|是|为)\\s{0,3}["'\`*_]{0,3}([^\\s"'\`<>,;，。；]{4,200})(["'\`]?)([^\\n]{0,40})`,
  'giu',
);
const COMMAND_LINE = /(?:--password[= ]|--token[= ]|-u \w{1,40}:|sshpass -p ?|requirepass )["']?([^\s"'`<>]{6,120})/gi;
const BEARER = /bearer\s{1,3}([\w.~+/-]{20,400}={0,2})/gi;

export function matchCredentials({ text, base }: Window, scene: Scene): void {
  const report = (found: RegExpMatchArray, value: string, kind: string): void => {
    const from = base + (found.index as number) + found[0].lastIndexOf(value);
    scene.report('security/credential', from, from + value.length, { kind, masked: masked(value) });
  };
  for (const found of text.matchAll(ASSIGNED)) {
    const [, name, raw, quote, rest] = found as unknown as [string, string, string, string, string];
    const value = raw.replace(/[.)\]}*_]+$/, '');
    if (looksSecret(name, value, quote !== '', rest)) reportAt(scene, base, found, value, name.trim());
  }
  for (const found of text.matchAll(COMMAND_LINE)) {
    const value = found[1] as string;
    if (isVaried(value) && !isPlaceholder(value) && !isCode(value)) report(found, value, 'command line');
  }
  for (const found of text.matchAll(BEARER)) {
    const value = found[1] as string;
    if (/\d/.test(value) && isVaried(value) && !isPlaceholder(value)) report(found, value, 'bearer token');
  }
}

/** The value stands after the name and the sign between them, so it is searched from the end of the name. */
function reportAt(scene: Scene, base: number, found: RegExpMatchArray, value: string, kind: string): void {
  const from = base + (found.index as number) + found[0].indexOf(value, (found[1] as string).length);
  scene.report('security/credential', from, from + value.length, { kind: kind.slice(0, 60), masked: masked(value) });
}

function looksSecret(name: string, value: string, quoted: boolean, rest: string): boolean {
  const isPassword = /pass|pwd|kennwort|contrase|clave|пароль|パス|暗証|密[码碼]|口令/i.test(name);
  if (isPassword && /^\d{6,12}$/.test(value) && !isPlaceholder(value)) return true;
  if (isPlaceholder(value) || isCode(value) || isReference(value, isPassword)) return false;
  const minimum = isPassword ? 6 : 12;
  if (value.length < minimum) return false;
  if (!isVaried(value)) return false;
  // A sentence goes on after its word; a value ends the line, its quotes or its clause.
  return (
    quoted || /^\s*(?:$|[,;)}\]#|/<]|\/\/|--|[.。]\s*(?:$|\p{Lu}))/u.test(rest) || /\d.*[^\w]|[^\w].*\d/.test(value)
  );
}

/** Two kinds of characters at least, one of them no letter: no word of a language looks like this. */
function isVaried(value: string): boolean {
  const digit = /\d/.test(value);
  const symbol = /[!@#$%^&*?~+=_]/.test(value);
  const letter = /\p{L}/u.test(value);
  return letter && (digit || (symbol && value.length >= 8 && !/^[a-z_-]+$/i.test(value)));
}

/** Calls, members, types and paths: code that fetches a secret instead of holding one. */
function isCode(value: string): boolean {
  return (
    /[()[\]{}|\\]|::|->|=>|^\$|^@|^%|^&|^\//.test(value) ||
    /^(?:process|os|self|this|env|config|settings|req|request|props|ctx|args|secrets?|vault|keyring|import|await|new|function)\b[.:[]/i.test(
      value,
    ) ||
    /^[a-z]\w*(?:\.[a-z_]\w*)+$/i.test(value)
  );
}

/** Names of things: identifiers in upper case, UUIDs, digests, dates, versions, addresses, file names. */
function isReference(value: string, isPassword: boolean): boolean {
  return (
    /^[A-Z][A-Z0-9_]+$/.test(value) ||
    /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value) ||
    /^(?:sha\d{1,3}[:-])?(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{56}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i.test(
      value,
    ) ||
    /^(?:sha\d{1,3}|md5)[:-]/i.test(value) ||
    /^\d[\d.,:/_-]*(?:[a-z]{1,8})?$/i.test(value) ||
    /^https?:|^[\w-]+\.(?:md|json|ya?ml|txt|uai|human|py|[jt]sx?|env|pem|key|toml)$/i.test(value) ||
    // `step-2` is a name; as a password it is one.
    (/^[a-z]+(?:[-_/][a-z]+)*[-_]?v?\d{0,3}$/i.test(value) && !(isPassword && /\d/.test(value)))
  );
}
