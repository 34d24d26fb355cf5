import { describe, expect, it } from 'vitest';
import { archiveKind } from './signatures.ts';

describe('a tar archive', () => {
  /** A header as POSIX and GNU write it: the magic stands at 257. */
  const header = (magic: string): Buffer => {
    const block = Buffer.alloc(512);
    block.write('notes.md');
    block.write(magic, 257, 'latin1');
    return block;
  };

  it.each([
    ['POSIX', 'ustar\u000000'],
    ['GNU', 'ustar  \u0000'],
  ])('of %s is known by its magic', (_, magic) => {
    expect(archiveKind(header(magic))).toBe('tar');
  });

  it('is not prose in which those letters stand at that place', () => {
    const prose = Buffer.from(`${'She keeps notes on food. '.repeat(11).slice(0, 256)}mustard and honey. `.repeat(3));
    expect(prose.toString('latin1', 257, 262)).toBe('ustar');
    expect(archiveKind(prose)).toBeNull();
  });
});
