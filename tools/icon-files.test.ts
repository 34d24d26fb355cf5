import { describe, expect, it } from 'vitest';
import { icns, ico } from './icon-files.ts';

const images = new Map([
  [16, Buffer.from('small')],
  [256, Buffer.from('large!!')],
  [1024, Buffer.from('huge')],
]);

describe('icon containers', () => {
  it('lists the images of an .ico with size, length and offset', () => {
    const bytes = ico(images);
    expect(bytes.subarray(0, 6).toString('hex')).toBe('000001000200');
    expect(bytes.subarray(6, 22).toString('hex')).toBe('1010000001002000' + '05000000' + '26000000');
    expect(bytes.subarray(22, 38).toString('hex')).toBe('0000000001002000' + '07000000' + '2b000000');
    expect(bytes.subarray(38).toString()).toBe('smalllarge!!');
  });
  it('lists the images of an .icns by type and length', () => {
    expect(icns(images).toString('latin1')).toBe('icns\0\0\0\x23ic08\0\0\0\x0flarge!!ic10\0\0\0\x0chuge');
  });
});
