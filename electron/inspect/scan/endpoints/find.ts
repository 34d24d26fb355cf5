/** Private endpoints in any spelling (format F4.11). */
import type { Matcher, Scene, Window } from '../sighting.ts';
import { ipv4Kind, ipv6Kind, parseDotted, parseIpv6 } from './addresses.ts';
import { type HostKind, hostKind } from './hosts.ts';
import { signsOf } from './signs.ts';

// biome-ignore format: words read better in rows
const KEYWORDS: readonly string[] = [
  '10.', '127.', '192.168', '172.', '169.254', '100.', 'localhost', '0.0.0.0', '0x7f', '0177', '2130706433',
  '2852039166', '0xa9fe', 'fe80:', 'fc00:', '^fd', '::1', '::ffff', '.local', '.internal', '.intranet', '.corp',
  '.lan', '.home.arpa', 'nip.io', 'sslip.io', 'localtest.me', 'lvh.me', 'metadata.', 'cluster.local', 'host.docker',
  '[::', '@10', '１０', '１２７', '127。', '.onion',
];

/** What follows `://`, sticky: an optional user, the host, the port. */
const HOST = /(?:[^\s/@"'`<>\\]{0,200}@)?(\[[0-9a-fA-F:.%\w]{2,60}\]|[^\s/:?#"'`<>()\\[\],;|]{1,253})(?::(\d{1,5}))?/y;
const DOTTED = /(?<![\w.:-])(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?:\/\d{1,2})?(?::\d{1,5})?(?![\w.-]*\d|-\d)/g;
const BRACKETED = /\[([0-9a-fA-F:.]{2,45}(?:%\w{1,20})?)\]/g;
const BARE_IPV6 =
  /(?<![\w:.])((?:fe[89ab][0-9a-f]|f[cd][0-9a-f]{2}):[0-9a-f:]{2,40}(?:%\w{1,20})?|::ffff:(?:\d{1,3}\.){3}\d{1,3})(?![\w:])/gi;
const NAMED =
  /(?<![\w.@/-])((?:localhost(?=:\d{2,5}\b)|(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,6}(?:local|internal|intranet|corp|lan|localdomain|home\.arpa)|metadata\.google\.internal|host\.docker\.internal))(?::\d{1,5})?(?![\w-]|\.\w)/gi;
/** With one of these ends everything that `NAMED` finds. */
const NAMED_END = /localhost:\d|\.(?:local|internal|intranet|corp|lan|home\.arpa)/i;
/** Dotted quads that are no addresses: versions, sections, object identifiers. */
const NO_ADDRESS =
  /(?:version|versions|\bv|ver\.?|release|build|section|§|chapter|clause|figure|table|step|rule|oid|firmware|release notes|版本|第|章|节)\s{0,3}[:=]?\s{0,3}$/i;
/** Words of code and files that end like an internal name. */
const NO_HOST =
  /^(?:this|self|app|process|window|config|settings|module|exports|node|java|sun|com\.sun|react|_|__|std|core|pkg)\.|^\w+\.local$(?<=^(?:settings|config|env|docker-compose|claude|agents|appsettings)\.local)/i;
/** Schemes whose host is asked of a resolver: there a name without a dot is one of the local network. */
const RESOLVED =
  /^(?:https?|wss?|s?ftp|ssh|git|svn|rdp|vnc|smb|nfs|ldaps?|rediss?|postgres(?:ql)?|mysql|mongodb|amqps?|mqtts?|tcp|udp|grpc|telnet|imaps?|smtps?)$/i;
/** Schemes whose first part is no host of a network. */
const NO_NETWORK: ReadonlySet<string> = new Set([
  'file',
  'data',
  'urn',
  'app',
  'vscode',
  'chrome',
  'about',
  'blob',
  'uaix',
  'uai',
  'obsidian',
  'android-app',
  'jar',
  'res',
  'memory',
  'classpath',
  'doi',
  'isbn',
]);

/** Addresses behind a scheme. */
function matchUrls({ text, base }: Window, scene: Scene): void {
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const scheme = schemeBefore(text, at);
    if (scheme === '') continue;
    HOST.lastIndex = at + 3;
    const found = HOST.exec(text);
    if (!found) continue;
    const host = found[1] as string;
    if (NO_NETWORK.has(scheme.toLowerCase()) || /^[${<%*]/.test(host)) continue;
    const kind = hostKind(host.replace(/[.,;!?]+$/, ''), RESOLVED.test(scheme));
    if (kind) report(scene, base + at - scheme.length, scheme.length + 3 + found[0].length, host, kind);
  }
}

/** Addresses and names by themselves. */
function matchBare(window: Window, scene: Scene): void {
  const { text, base } = window;
  const signs = signsOf(text);
  for (const found of signs.dotted ? text.matchAll(DOTTED) : []) {
    const octets = parseDotted(found[1] as string);
    const kind = octets && ipv4Kind(octets);
    if (!kind || NO_ADDRESS.test(text.slice(Math.max(0, found.index - 24), found.index))) continue;
    report(scene, base + found.index, found[0].length, found[1] as string, kind);
  }
  for (const pattern of signs.ipv6 ? [BRACKETED, BARE_IPV6] : []) {
    for (const found of text.matchAll(pattern)) {
      const address = found[1] as string;
      const groups = address.includes(':') ? parseIpv6(address) : null;
      const kind = groups && ipv6Kind(groups);
      // `[::]` alone is a slice in half the programming languages.
      if (kind && address !== '::') report(scene, base + found.index, found[0].length, address, kind);
    }
  }
  if (!signs.named || !NAMED_END.test(text)) return;
  for (const found of text.matchAll(NAMED)) {
    const host = found[1] as string;
    const kind = NO_HOST.test(host) ? null : hostKind(host, false);
    if (kind) report(scene, base + found.index, found[0].length, host, kind);
  }
}

/** Longest scheme that is read. */
const SCHEME_UNITS = 21;

/** The scheme that ends at an offset, from its first letter; empty when there are not two units of one. */
function schemeBefore(text: string, at: number): string {
  let first = at;
  for (let i = at - 1; i >= 0 && at - i <= SCHEME_UNITS; i--) {
    const unit = text.charCodeAt(i);
    const isLetter = (unit | 32) >= 97 && (unit | 32) <= 122;
    if (isLetter) first = i;
    else if (!((unit >= 48 && unit <= 57) || unit === 43 || unit === 45 || unit === 46)) break;
  }
  return at - first < 2 ? '' : text.slice(first, at);
}

function report(scene: Scene, from: number, length: number, host: string, kind: HostKind): void {
  const detail = { variant: kind, host: host.slice(0, 120) };
  scene.report('security/private-endpoint', from, from + length, detail, scene.setting.manifest ? 'no-op' : 'review');
}

export const ENDPOINT_MATCHERS: readonly Matcher[] = [
  { keywords: ['://'], before: 32, after: 480, weight: 1, match: matchUrls },
  { keywords: KEYWORDS, before: 120, after: 240, weight: 1, match: matchBare },
];
