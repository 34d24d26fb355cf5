import { describe, expect, it } from 'vitest';
import { finding } from '../../shared/findings.ts';
import type { InspectedFile, InspectionReport, TextMark } from '../../shared/models.ts';
import { collectHits, collectReport, collectText, type Listener } from './collect.ts';
import { PIECE } from './message-schemas.ts';
import { reportPieces, textPieces } from './pieces.ts';
import { type InspectorMessage, readAnswer } from './protocol.ts';

const DIGEST = 'a'.repeat(64);
const PIECE_OF = { type: 'piece', job: 1 } as const;

function file(path: string): InspectedFile {
  const claims = { mediaType: null, role: null, requiredStatus: null, scope: null, reviewState: null, source: null };
  return { path, sizeBytes: 1, sha256: DIGEST, kind: 'text', declared: true, ...claims };
}

const mark = (from: number, to = from + 1): TextMark => ({
  from,
  to,
  kind: 'invisible',
  name: 'U+200B ZERO WIDTH SPACE',
  decoded: null,
});

const REPORT: InspectionReport = {
  archiveSha256: DIGEST,
  sizeBytes: 1,
  verdict: 'no_op',
  formatPack: { id: 'uaix-0.1', version: '1', sha256: DIGEST },
  claims: null,
  files: Array.from({ length: 2 * PIECE.rows + 1 }, (_, index) => file(`${index}.md`)),
  findings: Array.from({ length: PIECE.rows + 1 }, (_, index) =>
    finding('zip/crc', { path: `${index}.md`, offset: 0 }, { expected: '0', actual: '1' }),
  ),
};

/** Everything that is sent, as it comes out at the other side. */
function messagesOf(cut: (send: (message: InspectorMessage) => void) => InspectorMessage): InspectorMessage[] {
  const sent: InspectorMessage[] = [];
  sent.push(cut((message) => sent.push(message)));
  return sent.map((message) => readAnswer(JSON.parse(JSON.stringify(message))) as InspectorMessage);
}

/** What the collector makes of the messages: its end, or the first refusal. */
function collected<T>(collect: Listener<T>, messages: readonly InspectorMessage[]): ReturnType<Listener<T>> {
  for (const message of messages) {
    const state = collect(message);
    if (state !== 'more') return state;
  }
  return 'more';
}

describe('a report in pieces', () => {
  it('is put together as it was', () => {
    const messages = messagesOf((send) => reportPieces(1, REPORT, send));
    expect(messages.map(({ type }) => type)).toEqual(['piece', 'piece', 'piece', 'piece', 'piece', 'report']);
    expect(collected(collectReport(), messages)).toEqual({ done: REPORT });
  });

  it('keeps a verdict only when it follows from the findings of all pieces', () => {
    const softened = messagesOf((send) => reportPieces(1, { ...REPORT, verdict: 'review_required' }, send));
    expect(collected(collectReport(), softened)).toBe('bad');
    const invented = messagesOf((send) => reportPieces(1, { ...REPORT, findings: [] }, send));
    expect(collected(collectReport(), invented)).toBe('bad');
  });

  it('has no pieces of a text', () => {
    expect(collectReport()({ ...PIECE_OF, text: 'x' })).toBe('bad');
    expect(collectReport()({ type: 'hits', job: 1, hits: [] })).toBe('bad');
  });
});

describe('a text in pieces', () => {
  it('is put together as it was, also where a pair of surrogates is cut', () => {
    const text = `x${'💡'.repeat(PIECE.units)}`;
    const shown = { text, encoding: null, marks: Array.from({ length: PIECE.marks + 1 }, (_, index) => mark(index)) };
    const messages = messagesOf((send) => textPieces(1, shown, send));
    expect(messages.map(({ type }) => type)).toEqual(['piece', 'piece', 'piece', 'piece', 'piece', 'text']);
    expect(collected(collectText(4 * text.length), messages)).toEqual({ done: shown });
  });

  it('may be empty, and may be no text', () => {
    const empty = { text: '', encoding: null, marks: [] };
    expect(
      collected(
        collectText(0),
        messagesOf((send) => textPieces(1, empty, send)),
      ),
    ).toEqual({ done: empty });
    expect(
      collected(
        collectText(9),
        messagesOf((send) => textPieces(1, null, send)),
      ),
    ).toEqual({ done: null });
  });

  it.each<readonly [string, readonly InspectorMessage[]]>([
    ['is longer than its file', [{ ...PIECE_OF, text: 'xxxxx' }]],
    [
      'has a mark behind its end',
      [
        { ...PIECE_OF, text: 'xxx', marks: [mark(3)] },
        { type: 'text', job: 1, isText: true, encoding: null },
      ],
    ],
    ['has marks that overlap', [{ ...PIECE_OF, text: 'xxxx', marks: [mark(0, 3), mark(2)] }]],
    ['has a mark that ends before it begins', [{ ...PIECE_OF, text: 'xxxx', marks: [mark(2, 1)] }]],
    ['has findings', [{ ...PIECE_OF, findings: REPORT.findings.slice(0, 1) }]],
    [
      'is none and yet there',
      [
        { ...PIECE_OF, text: 'xxx' },
        { type: 'text', job: 1, isText: false, encoding: null },
      ],
    ],
  ])('that %s is refused', (_what, messages) => {
    expect(collected(collectText(4), messages)).toBe('bad');
  });

  it('with more marks than a viewer shows is refused', () => {
    const collect = collectText(1_000_000);
    const piece = (from: number) => ({
      ...PIECE_OF,
      marks: Array.from({ length: PIECE.marks }, (_, at) => mark(from + at)),
    });
    const states = Array.from({ length: 26 }, (_, index) => collect(piece(index * PIECE.marks)));
    expect(states.slice(0, 25)).toEqual(Array.from({ length: 25 }, () => 'more'));
    expect(states[25]).toBe('bad');
  });
});

describe('hits', () => {
  it('are those of the files asked for, and no more than asked for', () => {
    const hits = [{ file: 1, line: 1, excerpt: 'lamp' }];
    expect(collectHits(2, 1)({ type: 'hits', job: 1, hits })).toEqual({ done: hits });
    expect(collectHits(1, 1)({ type: 'hits', job: 1, hits })).toBe('bad');
    expect(collectHits(2, 1)({ type: 'hits', job: 1, hits: [...hits, ...hits] })).toBe('bad');
  });
});
