import { describe, expect, it } from 'vitest';
import { decodeText } from './decode.ts';

const swap = (bytes: Buffer): Buffer => Buffer.from(bytes).swap16();
const bytes = (...values: number[]): Buffer => Buffer.from(values);

describe('decodeText', () => {
  it('decodes UTF-8 and leaves a byte order mark out', () => {
    expect(decodeText(Buffer.from('# Töpfe\nDrei'))).toMatchObject({ text: '# Töpfe\nDrei', encoding: 'utf-8' });
    expect(decodeText(Buffer.concat([bytes(0xef, 0xbb, 0xbf), Buffer.from('a')]))?.text).toBe('a');
    expect(decodeText(Buffer.alloc(0))).toMatchObject({ text: '', encoding: 'utf-8', lineStarts: [0] });
  });

  it('gives line starts for LF, CR LF and lone CR', () => {
    expect(decodeText(Buffer.from('a\nbc\n'))?.lineStarts).toEqual([0, 2, 5]);
    expect(decodeText(Buffer.from('a\r\nbc\rd'))?.lineStarts).toEqual([0, 3, 6]);
  });

  it('recognises UTF-16 of both orders, with and without a mark', () => {
    const western = Buffer.from('Never invent a theorem.\n', 'utf16le');
    const eastern = Buffer.from('不要编造定理。\n只说你知道的事情。\n', 'utf16le');
    for (const body of [western, eastern]) {
      const text = body.toString('utf16le');
      expect(decodeText(Buffer.concat([bytes(0xff, 0xfe), body]))).toMatchObject({ text, encoding: 'utf-16le' });
      expect(decodeText(Buffer.concat([bytes(0xfe, 0xff), swap(body)]))).toMatchObject({ text, encoding: 'utf-16be' });
      expect(decodeText(body)).toMatchObject({ text, encoding: 'utf-16le' });
      expect(decodeText(swap(body))).toMatchObject({ text, encoding: 'utf-16be' });
    }
  });

  it('falls back to Latin-1 for text-like bytes only', () => {
    expect(decodeText(Buffer.from('Caf\u00e9 au lait, tr\u00e8s bien', 'latin1'))).toMatchObject({
      text: 'Café au lait, très bien',
      encoding: 'latin1',
    });
    expect(decodeText(bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52))).toBeNull();
    expect(decodeText(bytes(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0))).toBeNull();
    expect(decodeText(bytes(0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0))).toBeNull();
  });

  it('keeps text that holds a stray NUL or an escape sequence', () => {
    expect(decodeText(Buffer.from(`${'plain text '.repeat(10)}\0 end`))?.text).toContain('\0 end');
    expect(decodeText(Buffer.from('\u001b[31mred\u001b[0m'))?.encoding).toBe('utf-8');
  });
});
