import { describe, expect, it } from 'vitest';
import { ipv4Kind, ipv6Kind, parseDotted, parseIpv6, parseLoose } from './addresses.ts';
import { hostKind } from './hosts.ts';

describe('addresses', () => {
  it('reads what resolvers read', () => {
    for (const text of ['127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '127.0.1']) {
      expect(parseLoose(text)).toEqual([127, 0, 0, 1]);
    }
    for (const text of ['256.0.0.1', '1.2.3.4.5', '4294967296', '0x', '08.0.0.1', 'a.b', ''])
      expect(parseLoose(text)).toBeNull();
    expect(parseDotted('01.2.3.999')).toBeNull();
    expect(parseIpv6('::ffff:10.0.0.1')).toEqual([0, 0, 0, 0, 0, 0xffff, 0x0a00, 1]);
    for (const text of [':::', '1::2::3', '1:2:3', '12345::', 'g::1']) expect(parseIpv6(text)).toBeNull();
  });

  it('knows the edges of the ranges', () => {
    const kinds = [
      '9.255.255.255',
      '10.0.0.0',
      '172.15.0.1',
      '172.16.0.0',
      '172.31.255.255',
      '172.32.0.0',
      '192.167.1.1',
      '192.168.0.0',
      '100.63.0.1',
      '100.64.0.0',
      '100.127.0.1',
      '100.128.0.1',
      '169.254.1.1',
      '169.254.169.254',
      '192.0.2.1',
      '198.51.100.1',
      '203.0.113.1',
    ].map((text) => ipv4Kind(parseDotted(text) as number[]));
    expect(kinds).toEqual([
      null,
      'private',
      null,
      'private',
      'private',
      null,
      null,
      'private',
      null,
      'carrier',
      'carrier',
      null,
      'link-local',
      'metadata',
      null,
      null,
      null,
    ]);
    const six = [
      '::1',
      '::',
      'fc00::1',
      'fdff::1',
      'fe00::1',
      'fe80::1',
      'febf::1',
      'fec0::1',
      '2001:db8::1',
      '::ffff:192.168.1.1',
      '64:ff9b::7f00:1',
      '2002:a00:1::',
    ].map((text) => ipv6Kind(parseIpv6(text) as number[]));
    expect(six).toEqual([
      'loopback',
      'unspecified',
      'private',
      'private',
      null,
      'link-local',
      'link-local',
      null,
      null,
      'private',
      'loopback',
      'private',
    ]);
  });

  it('judges names', () => {
    expect(
      [
        'localhost',
        'LOCALHOST.',
        'a.localhost',
        'db.internal',
        'x.corp',
        '127.0.0.1.nip.io',
        'metadata.google.internal',
      ].map((name) => hostKind(name, false)),
    ).toEqual(['loopback', 'loopback', 'loopback', 'internal-name', 'internal-name', 'internal-name', 'metadata']);
    expect(
      ['example.com', 'a.example', 'local.com', 'internal.io', 'corp.com', 'host', 'x.test'].map((name) =>
        hostKind(name, true),
      ),
    ).toEqual([null, null, null, null, null, null, null]);
    expect([hostKind('jenkins', true), hostKind('jenkins', false)]).toEqual(['internal-name', null]);
  });
});
