/** Which host names point into a private network. */
import { type AddressKind, ipv4Kind, ipv6Kind, parseDotted, parseIpv6, parseLoose } from './addresses.ts';

export type HostKind = AddressKind | 'internal-name';

/** Suffixes of names that no public resolver answers, or that name the caller's own machine or network. */
const INTERNAL_SUFFIX =
  /(?:^|\.)(?:local|localdomain|internal|intranet|intra|corp|lan|home|home\.arpa|private|priv|localnet|cluster\.local|svc|ec2\.internal|compute\.internal|consul|onion|ts\.net|docker\.internal|containers\.internal)$/;
/** Public names that resolve to a loopback or private address. */
const REBINDING =
  /(?:^|\.)(?:localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|fbi\.com\.localhost|yoogle\.com|127-0-0-1\.org\.uk)$|(?:^|[.-])(?:127[.-]0[.-]0[.-]1|10[.-]\d{1,3}[.-]\d{1,3}[.-]\d{1,3}|192[.-]168[.-]\d{1,3}[.-]\d{1,3}|7f000001)[.-](?:nip\.io|sslip\.io|xip\.io)$/;
const METADATA =
  /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data|instance-data\.ec2\.internal|metadata\.azure\.internal|metadata\.tencentyun\.com)$/;
/** Reserved for documentation and tests (RFC 2606, 6761), and what people write when they mean "some host". */
const EXAMPLE =
  /(?:^|\.)(?:example|example\.(?:com|org|net|edu)|test|invalid|tld)$|^(?:host|hostname|server|domain|your[-.].*|my[-.].*|some[-.]?host|foo|bar)$/;

/**
 * Kind of a host as it stands between `//` and the port, brackets included.
 * @param bareName a name without a dot counts as internal: only where the text is surely an address
 */
export function hostKind(host: string, bareName: boolean): HostKind | null {
  const key = bareName ? `${host} ` : host;
  const known = KINDS.get(key);
  if (known !== undefined) return known;
  if (KINDS.size >= REMEMBERED) KINDS.clear();
  const kind = judgeHost(host, bareName);
  KINDS.set(key, kind);
  return kind;
}

/** A text names few hosts, and those often. */
const KINDS = new Map<string, HostKind | null>();
const REMEMBERED = 4_096;

function judgeHost(host: string, bareName: boolean): HostKind | null {
  const name = host
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[。．｡]/g, '.')
    .replace(/\.$/, '');
  if (name.startsWith('[')) {
    const groups = parseIpv6(name.slice(1, name.endsWith(']') ? -1 : undefined));
    return groups && ipv6Kind(groups);
  }
  const octets = parseDotted(name) ?? parseLoose(name);
  if (octets) return ipv4Kind(octets);
  if (name === 'localhost' || name.endsWith('.localhost') || name === 'ip6-localhost') return 'loopback';
  if (METADATA.test(name)) return 'metadata';
  if (EXAMPLE.test(name)) return null;
  if (INTERNAL_SUFFIX.test(name) || REBINDING.test(name)) return 'internal-name';
  return bareName && /^[a-z][a-z0-9-]{1,62}$/.test(name) ? 'internal-name' : null;
}
