/** The report of a problem: what gets in is on the allow list; whatever else the sources hold stays out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { logLine } from './log.ts';
import { type ProblemParts, problemReport, redactedLogLine } from './problem-report.ts';
import { textsOf } from './texts.ts';

const UTC = '2026-06-24T12:00:00.000Z';
const t = textsOf('en');

const PARTS: ProblemParts = {
  utc: UTC,
  versions: { Node: '24.21.0', release: '6.8.0-41-generic' },
  startProblem: null,
  doctor: [
    {
      check: 'blobs',
      subject: '/home/ada/desk/quarantine/ab/secret-plan.uai',
      state: 'damaged',
      detail: 'blob-changed',
      values: { path: '/home/ada/x', events: 7 },
      repairable: true,
      repaired: false,
    },
  ],
  packagesByState: { in_review: 2, no_op: 1 },
  findings: [{ rule: 'zip/crc', severity: 'no-op', findings: 3, packages: 1 }],
  log: logLine(UTC, 'info', 'desk-opened', { code: 'yes' }),
};

describe('the report of a problem', () => {
  it('says what it knows, line by line', () => {
    expect(
      problemReport(PARTS, t)
        .split('\n')
        .filter((line) => !/^$|^#|^Holds/.test(line)),
    ).toEqual([
      `utc ${UTC}`,
      'Node 24.21.0',
      'release 6.8.0-41-generic',
      '-',
      'blobs damaged blob-changed events=7 repairable',
      'in_review 2',
      'no_op 1',
      'zip/crc no-op 3 (1)',
      `${UTC} level=info what=desk-opened code=yes`,
    ]);
  });

  it('names the reason of a desk that cannot be opened, in both languages', () => {
    const parts = { ...PARTS, startProblem: 'database-newer' as const };
    expect(problemReport(parts, t)).toContain('\ndatabase-newer\n');
    expect(problemReport(parts, textsOf('zh-CN'))).toContain('## 工作台打不开的原因\ndatabase-newer\n');
  });

  it('keeps of a place the file, line and column, not the folders', () => {
    const place = 'at open (file:///home/ada/My%20Desk/dist/electron/main.js:120:7)';
    expect(redactedLogLine(logLine(UTC, 'fault', 'uncaught-exception', { name: 'TypeError', place }))).toBe(
      `${UTC} level=fault what=uncaught-exception name=TypeError place=main.js:120:7`,
    );
  });

  it.each([
    ['cut off', '{"utc":"2026'],
    ['no object', '"text"'],
    ['a list', '[1]'],
    ['empty', 'null'],
  ])('leaves out a line of the log that is %s', (_what, line) => {
    expect(redactedLogLine(line)).toBeNull();
    expect(problemReport({ ...PARTS, log: `${line}\n` }, t)).toMatch(/\n…\n$/);
  });

  it('shows the last sixty lines of a long log', () => {
    const log = Array.from({ length: 100 }, (_, n) => logLine(UTC, 'info', 'x', { exitCode: n })).join('');
    const lines = problemReport({ ...PARTS, log }, t)
      .split('\n')
      .filter((line) => line.includes('exitCode='));
    expect(lines).toHaveLength(60);
    expect(lines[0]).toBe(`${UTC} level=info what=x exitCode=40`);
  });

  it('holds nothing of a foreign text, wherever it stands in the sources', () => {
    // Every foreign text carries this mark; a digit in it keeps it from being a word of our code by chance.
    const mark = 'f0re1gn';
    const foreign = fc.string({ unit: 'grapheme' }).map((text) => `${text}${mark}${text}`);
    const members = fc.constantFrom(
      'what',
      'method',
      'code',
      'name',
      'reason',
      'type',
      'desk',
      'place',
      'utc',
      'level',
      'other',
    );
    fc.assert(
      fc.property(fc.dictionary(members, foreign), foreign, foreign, (entry, a, b) => {
        const report = problemReport(
          {
            ...PARTS,
            utc: a,
            versions: { [a]: `/${b}`, Node: `/${a}` },
            doctor: [{ ...PARTS.doctor[0]!, subject: a, detail: b, values: { [a]: b, path: a, [b]: 1 } }],
            packagesByState: { [a]: 1 },
            log: `${JSON.stringify(entry)}\n${a}\n`,
          },
          t,
        );
        expect(report).not.toContain(mark);
      }),
    );
  });
});
