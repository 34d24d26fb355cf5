import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { base64, random } from './corpus/random.ts';
import { maskSecrets } from './mask.ts';

describe('maskSecrets', () => {
  it('keeps four characters, the length and the lines', async () => {
    const secret = `ghp_${random(36)}`;
    const { text, marks } = await maskSecrets(`one ${secret}\ntwo`);
    expect(text).toBe(`one ghp_${'•'.repeat(36)}\ntwo`);
    expect(marks).toEqual([{ from: 4, to: 44, kind: 'secret', name: 'GITHUB TOKEN', decoded: null }]);
  });

  it('masks a whole key block line by line', async () => {
    const body = random(128);
    const block = `-----BEGIN PRIVATE KEY-----\n${body.slice(0, 64)}\n${body.slice(64)}\n-----END PRIVATE KEY-----`;
    const { text } = await maskSecrets(`a\n${block}\nb`);
    expect(text.split('\n').map((line) => line.length)).toEqual([1, 27, 64, 64, 25, 1]);
    expect(text).not.toContain(body.slice(0, 8));
    expect(text.startsWith('a\n----•')).toBe(true);
    expect(text.endsWith('•\nb')).toBe(true);
  });

  it('masks the wrapping of a wrapped secret, and shows less of a short one', async () => {
    const blob = base64(`token ghp_${random(36)}`);
    expect((await maskSecrets(blob)).text).toBe(blob.slice(0, 4) + '•'.repeat(blob.length - 4));
    const password = `x${random(5)}!7`;
    expect((await maskSecrets(`password: ${password}`)).text).toBe(`password: ${password.slice(0, 2)}${'•'.repeat(6)}`);
  });

  it('leaves other text as it is, and never changes a length', async () => {
    expect(await maskSecrets('Never invent a theorem.')).toEqual({ text: 'Never invent a theorem.', marks: [] });
    await fc.assert(
      fc.asyncProperty(fc.string({ maxLength: 200 }), async (text) => {
        expect((await maskSecrets(text)).text).toHaveLength(text.length);
      }),
      { numRuns: 100 },
    );
  });
});
