/** Private keys in any armour: the BEGIN line alone is enough, whatever its label, with or without an END. */
import type { Scene, Window } from '../sighting.ts';

export const PRIVATE_KEY_KEYWORDS: readonly string[] = [
  'private key',
  'private_key',
  'privatekey',
  'private-lines',
  'putty-user-key',
  'age-secret-key-1',
  '^xprv',
  '^tprv',
  '"d"',
  "'d'",
  '\\"d\\"',
  'rsakeyvalue',
  '"oct"',
  '\\"oct\\"',
];

const BEGIN =
  /-{3,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)? ?-{3,5}|-{3,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY/gi;
const END = /-{3,5} ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{3,5}/i;
/** What may stand between the BEGIN line and its body, in files, JSON strings, code and one-line variables. */
const JOINT = /^(?:["'`,+;\s>#*/-]|\\r|\\n|\\\\n|&#10;|<br>)*/;
const HEADER = /^(?:Proc-Type|DEK-Info|Version|Comment|Subject|Charset|Hash|x-)[\w-]*:/i;
const BODY = /^[A-Za-z0-9+/=]{16,}/;
const STAND_IN = /^(?:[<[{($*.•…]|x{3,}|redacted|your|my |key |base64|content|…)/i;
/** A line that holds nothing but the marker and what quotes, comments or assigns it. */
const BARE_LINE = /^[\s"'`>#*/;,-]*(?:[\w.$"'-]{1,60}\s*(?:[:=]|=>|:=)\s*[|>]?\s*)?["'`]*$/;

/** What assigns or quotes a marker on its line. */
const BEFORE_UNITS = 120;
/** Longest block that is taken as one secret when there is no END line. */
const BLOCK_UNITS = 6_000;

export function matchPrivateKeys(window: Window, scene: Scene): void {
  const { text, base } = window;
  let covered = 0;
  for (const found of text.matchAll(BEGIN)) {
    if (found.index < covered) continue;
    const length = blockLength(text, found.index, found[0].length);
    if (length === 0) continue;
    covered = found.index + length;
    report(scene, base + found.index, length, labelOf(found[0]), '----••••');
  }
  for (const found of text.matchAll(/PuTTY-User-Key-File-\d: ?\S+/gi)) {
    const rest = text.slice(found.index);
    const mac = /Private-MAC: ?[0-9a-f]{40,64}/i.exec(rest);
    const to = mac ? mac.index + mac[0].length : Math.min(rest.length, BLOCK_UNITS);
    report(scene, base + found.index, to, 'PuTTY private key', 'PuTT••••');
  }
  const tokens: readonly [string, RegExp][] = [
    ['age secret key', /(?<![A-Z0-9])AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{40,80}/gi],
    ['wallet private key', /(?<![A-Za-z0-9])[xt]prv[1-9A-HJ-NP-Za-km-z]{100,120}(?![A-Za-z0-9])/g],
    ['WireGuard private key', /(?<=^[ \t]{0,8}PrivateKey[ \t]{0,4}=[ \t]{0,4})[A-Za-z0-9+/]{43}=/gim],
    ['XML private key', /<D>\s{0,20}[A-Za-z0-9+/=\s]{40,2000}<\/D>/g],
  ];
  for (const [kind, pattern] of tokens) {
    for (const found of text.matchAll(pattern)) {
      if (/x{6,}|\.{3}|EXAMPLE/i.test(found[0])) continue;
      report(scene, base + found.index, found[0].length, kind, `${found[0].slice(0, 4)}••••`);
    }
  }
  matchJwk(window, scene);
}

/** A JSON Web Key with its private member `d` (or the symmetric `k` of `oct`): both in one object, in any order. */
function matchJwk({ text, base }: Window, scene: Scene): void {
  const members = /\\?["'](d|k)\\?["']\s{0,4}:\s{0,4}\\?["']([\w-]{16,1400})={0,2}\\?["']/g;
  for (const found of text.matchAll(members)) {
    const around = text.slice(Math.max(0, found.index - 4_000), found.index + 4_000);
    const type = /\\?["']kty\\?["']\s{0,4}:\s{0,4}\\?["'](RSA|EC|OKP|oct)/.exec(around)?.[1];
    if (type === undefined || (found[1] === 'k') !== (type === 'oct')) continue;
    const value = found[2] as string;
    if (new Set(value).size < 8) continue;
    const from = base + found.index + found[0].indexOf(value);
    report(scene, from, value.length, 'JSON Web Key', `${value.slice(0, 4)}••••`);
  }
}

/** Units of the block that begins at `at`; 0 when the marker is only talked about. */
function blockLength(text: string, at: number, marker: number): number {
  const after = text.slice(at + marker, at + marker + BLOCK_UNITS);
  const joint = JOINT.exec(after)?.[0].length ?? 0;
  const body = after.slice(joint);
  if (BODY.test(body) || HEADER.test(body)) {
    const end = END.exec(after);
    return marker + (end ? end.index + end[0].length : bodyLength(after));
  }
  if (STAND_IN.test(body)) return 0;
  const before = text.slice(Math.max(0, at - BEFORE_UNITS), at);
  const ends = /^["'`,; \t]{0,4}(?:[\r\n]|$)/.test(after);
  return ends && BARE_LINE.test(before.slice(Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1))
    ? marker
    : 0;
}

/** Without an END line: as far as lines of armour reach. */
function bodyLength(after: string): number {
  return /^(?:["'`,+;\s>#*/-]|\\r|\\n|[A-Za-z0-9+/=]{8,}|[\w-]{1,20}: [^\n]{1,80})*/.exec(after)?.[0].length ?? 0;
}

function labelOf(marker: string): string {
  const label = /BEGIN (.*?PRIVATE KEY(?: BLOCK)?)/i.exec(marker)?.[1] ?? 'PRIVATE KEY';
  return label.toUpperCase();
}

function report(scene: Scene, from: number, length: number, kind: string, masked: string): void {
  scene.report('security/private-key', from, from + length, { kind, masked });
}
