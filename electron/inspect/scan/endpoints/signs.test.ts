import { describe, expect, it } from 'vitest';
import { signsOf } from './signs.ts';

describe('signsOf', () => {
  it.each([
    ['connect to 10.0.0.7', { dotted: true, ipv6: false, named: false }],
    ['on [::1] and [fe80::1%eth0]', { dotted: false, ipv6: true, named: false }],
    ['FD12:3456::1', { dotted: false, ipv6: true, named: false }],
    ['::ffff:a', { dotted: false, ipv6: true, named: false }],
    ['nas.LOCAL', { dotted: false, ipv6: false, named: true }],
    ['LOCALHOST:8080', { dotted: false, ipv6: false, named: true }],
    ['A sentence. Its end: nothing. {"sizes": [35, 893]}', { dotted: false, ipv6: false, named: false }],
  ])('%s', (text, signs) => {
    expect(signsOf(text)).toEqual(signs);
  });
});
