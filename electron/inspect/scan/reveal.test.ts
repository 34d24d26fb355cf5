import { describe, expect, it } from 'vitest';
import { selectors, tags } from './corpus/random.ts';
import { legitimateMarks, revealMarks } from './reveal.ts';

const names = (text: string) => revealMarks(text).map(({ from, to, kind, name }) => [from, to, kind, name]);

describe('revealMarks', () => {
  it('names each hidden character and says where it is', () => {
    expect(names('a\u200bb')).toEqual([[1, 2, 'invisible', 'U+200B ZERO WIDTH SPACE']]);
    expect(names('\u202eabc\u202c')).toEqual([
      [0, 1, 'bidi', 'U+202E RIGHT-TO-LEFT OVERRIDE'],
      [4, 5, 'bidi', 'U+202C POP DIRECTIONAL FORMATTING'],
    ]);
    expect(names('\u001b[0m')).toEqual([[0, 1, 'control', 'U+001B ESCAPE']]);
    expect(names('x\u3164')).toEqual([[1, 2, 'filler', 'U+3164 HANGUL FILLER']]);
    expect(names('\ue000')).toEqual([[0, 1, 'private-use', 'U+E000 PRIVATE USE CHARACTER']]);
    expect(names('\u0378')).toEqual([[0, 1, 'unassigned', 'U+0378 UNASSIGNED CHARACTER']]);
    expect(names('\ud800')).toEqual([[0, 1, 'unassigned', 'U+D800 LONE SURROGATE']]);
    expect(names('soft\u00adhyphen')).toEqual([[4, 5, 'invisible', 'U+00AD SOFT HYPHEN']]);
  });

  it('takes a run together and spells its message', () => {
    const [tag] = revealMarks(`🏴${tags('hi')}!`);
    expect(tag).toEqual({
      from: 2,
      to: 6,
      kind: 'tag',
      name: 'TAG CHARACTERS ×2 (U+E0068 TAG LATIN SMALL LETTER H …)',
      decoded: 'hi',
    });
    const [payload] = revealMarks(`😀${selectors('go')}`);
    expect(payload).toMatchObject({ kind: 'selector', decoded: 'go' });
    expect(names('a\u200b\u200b\u200b')[0]?.[3]).toBe('U+200B ZERO WIDTH SPACE ×3');
  });

  it('leaves what is part of a visible emoji alone, and nothing else', () => {
    expect(names('❤️ 👩‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣')).toEqual([]);
    expect(names('می\u200cخواهم')).toEqual([[2, 3, 'invisible', 'U+200C ZERO WIDTH NON-JOINER']]);
    expect(legitimateMarks('می\u200cخواهم')).toHaveLength(1);
    expect(legitimateMarks('pass\u200cword')).toEqual([]);
    expect(names('tab\tand\r\nline')).toEqual([]);
  });
});
