/** Instructions and commands that scan or probe private networks (format F8). */
import type { Matcher, Scene, Window } from '../sighting.ts';
import { gated, worthTrying } from '../text/gate.ts';
import { isAbout, stanceOf } from '../text/stance.ts';

// biome-ignore format: words read better in rows
const KEYWORDS: readonly string[] = [
  '^nmap', 'masscan', '^zmap', 'arp-scan', 'netdiscover', 'fping', '^nbtscan', 'rustscan', 'unicornscan',
  'smbclient', 'enum4linux', 'crackmapexec', '^nikto', '^arp -a', '^nc -', '^ncat', '^hydra', '^ping ', 'seq 1 254',
  '1..254', '{1..254}', '1,254', 'test-netconnection', 'test-connection', '169.254.169.254', 'metadata.google',
  '^scan', '^probe', '^sweep', '^enumerate', '^find all', '^find every', '^list all', '^locate all', '^fingerprint', '^map the', '^discover', 'port scan', '枚举', '嗅探', '扫描', '掃描', '探测', '探測', '^escanea', '^sondea',
  '^scanne', '^scanner', '^durchsuche', '^sonde', '^balaie', '^просканиру', '^сканиру', 'スキャンし',
];

const PRIVATE =
  '(?:10\\.\\d{1,3}\\.|127\\.\\d|192\\.168\\.|172\\.(?:1[6-9]|2\\d|3[01])\\.|169\\.254\\.|100\\.(?:6[4-9]|[7-9]\\d|1[01]\\d|12[0-7])\\.|localhost\\b|f[cd][0-9a-f]{2}:|fe80:|\\$\\(?\\{?(?:ip|subnet|gateway|lan|net|host)\\w{0,12}\\}?)';
const NETWORK = '(?:local|private|internal|home|office|corporate|company|intranet|lan|neighbou?ring|host)';
const COMMANDS: readonly RegExp[] = [
  new RegExp(
    `\\b(?:nmap|masscan|zmap|rustscan|unicornscan|fping|nbtscan|nikto|enum4linux|crackmapexec|hydra)\\b[^\\n;|]{0,160}?(?<![\\d.])${PRIVATE}`,
    'gi',
  ),
  /\b(?:arp-scan|netdiscover)\b[^\n;|]{0,40}(?:\s-\w|--localnet|\s\d{1,3}\.)/gi,
  new RegExp(`\\b(?:nc|ncat|netcat)\\s{1,3}-\\w{0,6}z\\w{0,6}\\b[^\\n;|]{0,80}?${PRIVATE}`, 'gi'),
  /(?:\bfor\b[^\n]{0,80}(?:seq\s{1,3}1\s{1,3}25[45]|\{1\.\.25[45]\}|1,\s{0,2}25[45])|1\.\.25[45]\s{0,3}\|)[^\n]{0,160}(?:\n[^\n]{0,160}){0,3}?\b(?:ping|nc|curl|connect|test-(?:net)?connection|ssh)\b/gi,
  /\bcurl\b[^\n;|]{0,120}(?:169\.254\.169\.254|metadata\.google\.internal|100\.100\.100\.200)[^\s"'`]{0,120}/gi,
];
const TARGET = `(?:(?:the|your|my|this|all|any|every|our|user['’]s|its)\\s+){0,3}(?:${NETWORK}(?:[- ](?:area))?\\s+(?:networks?|subnets?|hosts?|machines|ranges?|services?|ports?|devices?|addresses|ip\\w*|infrastructure)|lan\\b|intranet\\b|subnets?\\b|(?:open )?ports (?:on|of) (?:the |this |your |all )?(?:${NETWORK}|host|machine|gateway|router)|(?:devices|hosts|machines|services|computers) (?:on|in) (?:the|your|this|their) (?:${NETWORK}\\s+)?(?:network|lan|subnet))`;
const ORDERS: readonly RegExp[] = [
  /\b(?:find|list|locate|detect|collect)\s+(?:all|every|any)\s+(?:the\s+)?(?:open\s+|reachable\s+|other\s+)?(?:devices?|hosts?|machines|computers|services|ports)\s+(?:on|in)\s+(?:the|this|your|their|my)\s+(?:local|internal|private|home|office|corporate)\s+(?:network|subnet|lan)\b/gi,
  new RegExp(
    `(?<!\\p{L})(?:scan|probe|sweep|enumerate|discover|fingerprint|port[- ]?scan|map)\\s+(?:for\\s+)?(?:(?:open|listening|available|reachable|all)\\s+){0,2}(?:ports?\\s+(?:on|of|in|across)\\s+|services?\\s+(?:on|in)\\s+|hosts?\\s+(?:on|in)\\s+|devices?\\s+(?:on|in)\\s+)?${TARGET}`,
    'giu',
  ),
  new RegExp(`(?<!\\p{L})(?:scan|probe|sweep|enumerate)\\s[^.!?\\n]{0,60}${PRIVATE}`, 'giu'),
  /(?:扫描|掃描|探测|探測|枚举|嗅探)(?:一下|你的|用户的|所有|整个|当前|本机|并|和|、|\s){0,4}(?:本地|内部|內部|局域|內網|内网|私有|公司|家庭|办公)(?:网络|網絡|网|網|网段|主机|主機|子网|设备|端口|的\S{0,4}){1,3}/g,
  /(?<!\p{L})(?:escanea|sondea|explora|enumera)\s+(?:\p{L}+\s+){0,3}?(?:red(?:es)?|subred|puertos|equipos|dispositivos)\s+(?:\p{L}+\s+){0,3}?(?:local(?:es)?|privad[ao]s?|intern[ao]s?|doméstica)/giu,
  /(?<!\p{L})(?:scanne|scannen sie|durchsuche|sondiere|taste)\s+(?:\p{L}+\s+){0,3}?(?:lokale[nsrm]?|private[nsrm]?|interne[nsrm]?)\s+(?:netz\p{L}*|netzwerk\p{L}*|subnetz\p{L}*|ports?|geräte|rechner|hosts?)/giu,
  /(?<!\p{L})(?:scanne[zr]?|sonde[zr]?|balaie|balayez|explore[zr]?)\s+(?:\p{L}+['’]?\s*){0,3}?(?:réseau|sous-réseau|ports|machines|hôtes)\s+(?:\p{L}+\s+){0,2}?(?:loca(?:l|ux)|privée?s?|interne?s?)/giu,
  /(?<!\p{L})(?:про)?сканируй(?:те)?\s+(?:\p{L}+\s+){0,3}?(?:локальн|внутренн|частн|домашн)\p{L}*\s+(?:сет\p{L}*|подсет\p{L}*|узл\p{L}*|порт\p{L}*|хост\p{L}*)/giu,
  /(?:ローカル|内部|社内|プライベート|家庭内)(?:の)?(?:ネットワーク|LAN|サブネット|ホスト|ポート)[^。！？\n]{0,20}(?:スキャン|探索|調査|列挙)し(?:て|ろ|なさい)(?!はいけ|はなら)/g,
];

/** What a tool can do is no order to do it; what "you" can do may be one. */
const CAPABLE = /(?<!\byou )\b(?:can|could|may|might|would|able to|used to|helps?(?: to)?|designed to)\s+$/i;

const PROBES = [...COMMANDS, ...ORDERS].map((pattern) => gated(pattern));

function matchProbes(window: Window, scene: Scene): void {
  for (const { pattern } of worthTrying(PROBES, window.text)) {
    for (const found of window.text.matchAll(pattern)) {
      const from = window.base + found.index;
      const to = from + found[0].length;
      const stance = stanceOf(scene.surface.text, from, to);
      if (isAbout(stance) || stance.described || CAPABLE.test(scene.surface.text.slice(Math.max(0, from - 40), from)))
        continue;
      scene.report('security/network-probe', from, to, { quote: found[0].trim().replace(/\s+/g, ' ').slice(0, 120) });
    }
  }
}

export const PROBE_MATCHER: Matcher = { keywords: KEYWORDS, before: 160, after: 400, weight: 3, match: matchProbes };
