/** Which addresses are private. Numbers only; names are in hosts.ts. */

export type AddressKind = 'private' | 'loopback' | 'link-local' | 'metadata' | 'carrier' | 'unspecified';

/** Kind of an IPv4 address given as four octets; null for public and documentation ranges. */
export function ipv4Kind(octets: readonly number[]): AddressKind | null {
  const [a, b, c, d] = octets as [number, number, number, number];
  if (a === 127) return 'loopback';
  if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return 'private';
  if (a === 169 && b === 254) return (c === 169 && d === 254) || (c === 170 && d === 2) ? 'metadata' : 'link-local';
  if (a === 100 && b === 100 && c === 100 && d === 200) return 'metadata';
  if (a === 100 && b >= 64 && b <= 127) return 'carrier';
  if (a === 0 && b === 0 && c === 0 && d === 0) return 'unspecified';
  if (a === 192 && b === 0 && c === 0 && d === 192) return 'metadata';
  return null;
}

/** Parses strict dotted decimal. */
export function parseDotted(text: string): readonly number[] | null {
  const parts = text.split('.');
  if (parts.length !== 4) return null;
  const octets = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  return octets.every((octet) => octet <= 255) ? octets : null;
}

/** Parses what resolvers accept: 1 to 4 parts, each decimal, octal or hexadecimal (`2130706433`, `0x7f.1`, `0177.0.0.1`). */
export function parseLoose(text: string): readonly number[] | null {
  const parts = text.split('.');
  if (parts.length < 1 || parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    if (/^0x[0-9a-f]{1,8}$/i.test(part)) numbers.push(Number.parseInt(part, 16));
    else if (/^0[0-7]{1,11}$/.test(part)) numbers.push(Number.parseInt(part, 8));
    else if (/^(?:0|[1-9]\d{0,9})$/.test(part)) numbers.push(Number(part));
    else return null;
  }
  const last = numbers.pop() as number;
  if (numbers.some((number) => number > 255) || last >= 256 ** (4 - numbers.length)) return null;
  const value = numbers.reduce((sum, number, index) => sum + number * 256 ** (3 - index), last);
  return [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
}

/** Expands an IPv6 address without brackets and zone to eight groups. */
export function parseIpv6(text: string): readonly number[] | null {
  let address = text.replace(/%[\w.-]*$/, '').toLowerCase();
  if (!/^[0-9a-f:.]{2,45}$/.test(address)) return null;
  const dotted = /[\d.]+$/.exec(address)?.[0];
  if (dotted?.includes('.')) {
    const octets = parseDotted(dotted);
    if (!octets) return null;
    const [a, b, c, d] = octets as [number, number, number, number];
    address = `${address.slice(0, -dotted.length)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  }
  const halves = address.split('::');
  if (halves.length > 2) return null;
  const groups = (half: string): number[] =>
    half === ''
      ? []
      : half.split(':').map((group) => (/^[0-9a-f]{1,4}$/.test(group) ? Number.parseInt(group, 16) : Number.NaN));
  const head = groups(halves[0] as string);
  const tail = halves.length === 2 ? groups(halves[1] as string) : [];
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...head, ...new Array<number>(Math.max(0, missing)).fill(0), ...tail];
  return all.some(Number.isNaN) ? null : all;
}

/** Kind of an IPv6 address; mapped, compatible, translated (64:ff9b::/96) and 6to4 forms are judged by the IPv4 inside. */
export function ipv6Kind(groups: readonly number[]): AddressKind | null {
  const [a, b, c, d, e, f, g, h] = groups as [number, number, number, number, number, number, number, number];
  const inner = (high: number, low: number): AddressKind | null =>
    ipv4Kind([high >> 8, high & 255, low >> 8, low & 255]);
  const zeros = a === 0 && b === 0 && c === 0 && d === 0 && e === 0;
  if (zeros && f === 0 && g === 0 && h === 1) return 'loopback';
  if (zeros && f === 0 && g === 0 && h === 0) return 'unspecified';
  if (zeros && (f === 0xffff || f === 0)) return inner(g, h);
  if (a === 0x64 && b === 0xff9b) return inner(g, h);
  if (a === 0x2002) return inner(b, c);
  if (a === 0xfd00 && b === 0xec2 && h === 0x254) return 'metadata';
  if ((a & 0xfe00) === 0xfc00) return 'private';
  if ((a & 0xffc0) === 0xfe80) return 'link-local';
  return null;
}
