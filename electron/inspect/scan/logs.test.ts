import { describe, expect, it } from 'vitest';
import { NAME_MATCHERS } from './engine.ts';
import { logRuns } from './logs.ts';
import { sweepText } from './triggers/sweep.ts';

const { index, matchers } = NAME_MATCHERS();
const runs = (text: string) =>
  logRuns(text, sweepText(text, index, matchers.length + 1).lines).map(({ from, to, detail }) => ({
    from,
    to,
    lines: detail.lines,
  }));

const LINE = '2026-03-01T10:00:00Z INFO request_id=7 served in 12 ms\n';
const OTHER = 'The neighbour with the greenhouse asks about the map.\n';

describe('logRuns', () => {
  it('takes five lines for a log, and four for an example', () => {
    expect(runs(LINE.repeat(5))).toEqual([{ from: 0, to: 5 * LINE.length - 1, lines: 5 }]);
    expect(runs(LINE.repeat(4))).toEqual([]);
  });

  it('passes over three lines in between, and over no more', () => {
    const three = LINE.repeat(3) + OTHER.repeat(3) + LINE.repeat(2);
    expect(runs(three)).toEqual([{ from: 0, to: three.length - 1, lines: 5 }]);
    expect(runs(LINE.repeat(3) + OTHER.repeat(4) + LINE.repeat(2))).toEqual([]);
    expect(runs(`${LINE.repeat(3)}\n\n\n${LINE.repeat(2)}`)).toHaveLength(1);
    expect(runs(`${LINE.repeat(3)}\n\n\n\n${LINE.repeat(2)}`)).toEqual([]);
  });

  it('looks behind blanks and quote marks, however many', () => {
    for (const lead of ['> ', '\t', ' '.repeat(31), ' '.repeat(33), '> > '.repeat(40)]) {
      expect(runs(`${lead}${LINE}`.repeat(5))).toHaveLength(1);
    }
  });

  it('knows every way in which a line begins', () => {
    for (const begun of [
      '[2026-03-01 10:00:00] ERROR pid=12 the disk is full',
      '"2026-03-01 10:00:00", "level": "warn", "disk"',
      'Mar  1 10:00:00 host daemon[12]: the disk is full',
      'WARN 10:00:00 trace_id=9 the disk is full again',
      'CRITICAL at 10:00:00 pid=12 the disk is full again',
      '{"time":"10:00","level":"warn","text":"full"}',
      'E0301 10:00:00 pid=12 the disk is full again',
      '10.1.2.3 - frank [01/Mar/2026] "GET / HTTP/1.1" 200',
      '(01/Mar/2026:10:00:00) ERROR the disk is full again',
    ]) {
      expect(runs(`${begun}\n`.repeat(5)), begun).toHaveLength(1);
    }
  });

  it('finds a log wherever a chunk of the sweep ends in it', () => {
    for (let lead = 8_192 - LINE.length - 2; lead <= 8_193; lead++) {
      const before = `${'x'.repeat(lead - 1)}\n`;
      expect(runs(before + LINE.repeat(5))).toEqual([{ from: lead, to: lead + 5 * LINE.length - 1, lines: 5 }]);
    }
  });

  it('takes no short lines, no capital words and no dates in prose', () => {
    expect(runs('10:00:00.123 ERROR\n'.repeat(9))).toEqual([]);
    expect(runs('Mara INFO wrote on 2026-03-01T10:00:00 about pid=12\n'.repeat(9))).toEqual([]);
  });
});
