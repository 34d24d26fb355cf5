import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf, hasText } from './facts.ts';
import { labelKey, memberKey, tokenKey } from './token.ts';

const vocabulary = (labels: readonly string[]) => ({
  labels: new Set(labels.map(labelKey)),
  placeholders: new Set(['todo', 'tbd', '待填写']),
});
const VOCABULARY = vocabulary(['Voice', 'Purpose', 'Privacy boundary', '声音']);

/** What is said under `voice`, or null when the label is not there. */
function voice(text: string): string | null {
  const fact = factsOf(text, VOCABULARY).find(({ keys }) => keys.includes('voice') || keys.includes('声音'));
  return fact ? fact.value : null;
}

describe('the dialects of format F9', () => {
  it.each([
    ['a heading', '## Voice\n\nWarm.'],
    ['a heading in capitals, closed', '## VOICE ##\nWarm.'],
    ['a heading with marks and a number', '### 3. **Voice**\n\nWarm.'],
    ['an underlined heading', 'Voice\n-----\n\nWarm.'],
    ['a bold line', '**Voice**\n\nWarm.'],
    ['a plain line that is exactly the label', 'Intro.\n\nVoice\n\nWarm.'],
    ['text under a lower heading', '## Voice\n\n### Tone\n\nWarm.'],
    ['a heading with a remark', '## Voice (draft)\n\nWarm.'],
    ['a list under it', '## Voice\n\n- Warm.'],
    ['a label', 'Voice: Warm.'],
    ['a label in capitals', 'VOICE: Warm.'],
    ['a bold label', '**Voice:** Warm.'],
    ['a bold label, colon outside', '- **Voice**: Warm.'],
    ['a bold label with a dash', '**Voice** — Warm.'],
    ['a quoted label', '> Voice: Warm.'],
    ['a table row', '| Voice | Warm. |'],
    ['a label with its text below', 'Voice:\n  Warm.'],
    ['a label with a list below', 'Voice:\n- Warm.'],
    ['front matter', '---\nvoice: Warm.\n---\n'],
    ['front matter with quotes', '---\nvoice: "Warm."\n---\n'],
    ['front matter with a block', '---\nvoice: |\n  Warm.\n---\n'],
    ['JSON members', '{\n  "voice": "Warm.",\n  "x": 1\n}'],
    ['CR LF', '## Voice\r\n\r\nWarm.\r\n'],
    ['Chinese, full-width colon', '声音：Warm.'],
    ['Chinese heading', '## 声音\n\nWarm.'],
    ['yaml in a fence', '```yaml\nvoice: Warm.\n```'],
  ])('%s', (_, text) => {
    expect(voice(text)).toBe('Warm.');
  });

  it('a compound heading counts for each part when every part is looked for', () => {
    expect(voice('## Voice and purpose\n\nWarm.')).toBe('Warm.');
    expect(voice('## Voice and colour\n\nWarm.')).toBeNull();
  });
});

describe('what is no fact', () => {
  it.each([
    ['a heading without text', '## Voice\n\n## Other\n\nText.'],
    ['a heading before a looked-for label', '## Voice\n\nPurpose: x'],
    ['a heading over marks', '## Voice\n\n---\n\n***\n'],
    ['a heading over a comment', '## Voice\n\n<!-- warm -->\n'],
    ['a heading over a word to be replaced', '## Voice\n\nTODO\n'],
    ['a heading over a blank of a form', '## Voice\n\n<how it speaks>\n'],
    ['an empty label', 'Voice:\nOther: text'],
    ['an empty quoted value', 'voice: ""'],
    ['null', 'voice: null'],
    ['a plain line without text below', 'Intro.\n\nVoice\n'],
    ['a list item beside it', '- Voice:\n- something'],
  ])('%s', (_, text) => {
    expect(voice(text)).toBe('');
  });

  it.each([
    ['a word in a sentence', 'Its voice is warm.'],
    ['a sentence with a colon', 'About the voice of this persona one can say: warm.'],
    ['a longer label', 'Voice over: Warm.'],
    ['an address', 'voice://warm'],
    ['an example in a fence', '```text\nVoice: Warm.\n```'],
    ['a comment', '<!--\nVoice: Warm.\n-->'],
    ['a list of words', '- Voice\n- Purpose'],
  ])('%s', (_, text) => {
    expect(voice(text)).toBeNull();
  });
});

describe('text at all', () => {
  const metadata = new Set(['type', 'title']);
  it.each([
    ['', false],
    ['# A\n\n## B\n', false],
    ['---\ntype: x\ntitle: y\n---\n', false],
    ['---\nstatus: x\n---\n', true],
    ['- \n\n---\n', false],
    ['<!-- a -->', false],
    ['Label:\n', false],
    ['TODO', false],
    ['💡', true],
    ['好', true],
  ])('%j', (text, expected) => {
    expect(hasText(text, metadata, VOCABULARY)).toBe(expected);
  });
});

describe('any text', () => {
  it('is read without an exception, and places lie in it', () => {
    const piece = fc.constantFrom(
      '# ',
      'Voice',
      ':',
      ' ',
      '\n',
      '\r\n',
      '---',
      '- ',
      '```',
      '<!--',
      '-->',
      '**',
      '|',
      'x',
      '好',
      '\u2028',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        const lines = text.split(/\r\n|\n|\r/);
        for (const { line, column, body } of factsOf(text, VOCABULARY)) {
          expect(line).toBeLessThanOrEqual(lines.length);
          expect(column).toBeLessThanOrEqual((lines[line - 1] as string).length + 1);
          for (const one of body) expect(one.line).toBeGreaterThanOrEqual(line);
        }
      }),
    );
  });
});

describe('keys', () => {
  it('of tokens, members and labels', () => {
    expect(tokenKey(' Universal-required ')).toBe('universal_required');
    expect(memberKey('Tool_Grants')).toBe('toolgrants');
    expect(labelKey('## 3. **User-facing purpose:**')).toBe('user facing purpose');
    expect(labelKey('二、声音：')).toBe('声音');
  });
});
