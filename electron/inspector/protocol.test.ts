import { describe, expect, it, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { ANSWERS, PIECE } from './message-schemas.ts';
import { readAnswer, readRequest } from './protocol.ts';

const REQUEST = {
  type: 'inspect',
  job: 1,
  archivePath: '/staging/1/package.uaix',
  fileName: 'a.uaix',
  stagingFolder: null,
  limits: DEFAULT_LIMITS,
  packId: 'uaix-0.1',
  part: 'whole',
};

const DIGEST = 'a'.repeat(64);
const CRC = {
  rule: 'zip/crc',
  severity: 'no-op',
  basis: 'local',
  path: 'a',
  offset: 0,
  detail: { expected: '0', actual: '1' },
};
const REPORT = {
  archiveSha256: DIGEST,
  sizeBytes: 1,
  verdict: 'no_op',
  formatPack: { id: 'uaix-0.1', version: '1', sha256: DIGEST },
  claims: null,
  files: [],
  findings: [CRC],
};

const MARK = { from: 0, to: 1, kind: 'invisible', name: 'U+200B ZERO WIDTH SPACE', decoded: null };

const answer = (report: unknown): unknown => ({ type: 'report', job: 1, report });

const READ = { type: 'read', job: 1, path: `/quarantine/a/blobs/${DIGEST}`, sha256: DIGEST, marks: true };
const SEARCH = { type: 'search', job: 1, folder: '/quarantine/a/blobs', files: [DIGEST], words: 'lamp', most: 500 };

describe('requests', () => {
  it('are taken whole', () => {
    expect(readRequest(READ)).toEqual(READ);
    expect(readRequest(SEARCH)).toEqual(SEARCH);
    expect(readRequest(REQUEST)).toEqual(REQUEST);
    expect(readRequest({ ...REQUEST, stagingFolder: '/staging/1/blobs' })).not.toBeNull();
  });

  it.each([
    ['nothing', null],
    ['a text', 'inspect'],
    ['another type', { ...REQUEST, type: 'run' }],
    ['a missing limit', { ...REQUEST, limits: { ...DEFAULT_LIMITS, ratio: undefined } }],
    ['a negative limit', { ...REQUEST, limits: { ...DEFAULT_LIMITS, entries: -1 } }],
    ['a member too many', { ...REQUEST, command: 'ls' }],
    ['no path', { ...REQUEST, archivePath: 7 }],
    ['a reading without a digest', { ...READ, sha256: '../../policy.json' }],
    ['a search outside the folder', { ...SEARCH, files: ['../../policy.json'] }],
    ['a search for nothing', { ...SEARCH, words: '' }],
  ])('%s is none', (_what, value) => {
    expect(readRequest(value)).toBeNull();
  });
});

describe('answers', () => {
  it.each([
    ['ready', { type: 'ready', confined: true }],
    ['progress', { type: 'progress', job: 1, done: 0, total: 0 }],
    ['failed', { type: 'failed', job: 1, code: 'disk-full', values: { path: '/x', system: 'ENOSPC' } }],
    ['report', answer(REPORT)],
    ['a piece of a report', { type: 'piece', job: 1, findings: [CRC] }],
    ['a piece of a text', { type: 'piece', job: 1, text: 'x'.repeat(PIECE.units) }],
    ['marks', { type: 'piece', job: 1, marks: [MARK] }],
    ['the end of a text', { type: 'text', job: 1, isText: true, encoding: 'utf-16le' }],
    ['hits', { type: 'hits', job: 1, hits: [{ file: 0, line: 1, excerpt: 'lamp' }] }],
  ])('%s is taken', (_what, value) => {
    expect(readAnswer(value)).toEqual(value);
  });

  it.each([
    ['a rule that is not in the catalogue', { ...REPORT, findings: [{ ...CRC, rule: 'zip/fine' }] }],
    ['a softened severity', { ...REPORT, findings: [{ ...CRC, severity: 'note' }], verdict: 'review_required' }],
    [
      'a severity that only another rule may have',
      { ...REPORT, findings: [{ ...CRC, severity: 'review' }], verdict: 'review_required' },
    ],
    ['another basis', { ...REPORT, findings: [{ ...CRC, basis: 'spec' }] }],
    ['no digest', { ...REPORT, archiveSha256: 'x' }],
    ['a nested detail', { ...REPORT, findings: [{ ...CRC, detail: { expected: { html: '<b>' } } }] }],
    ['line 0', { ...REPORT, findings: [{ ...CRC, line: 0 }] }],
    ['no findings', { ...REPORT, findings: undefined }],
    ['a file without size', { ...REPORT, files: [{ path: 'a' }] }],
  ])('a report with %s is refused', (_what, report) => {
    expect(readAnswer(answer(report))).toBeNull();
  });

  it.each([
    ['a softened finding', { findings: [{ ...CRC, severity: 'note' }] }],
    ['more text than a piece holds', { text: 'x'.repeat(PIECE.units + 1) }],
    ['more marks than a piece holds', { marks: Array.from({ length: PIECE.marks + 1 }, () => MARK) }],
    ['a mark of no kind', { marks: [{ ...MARK, kind: 'harmless' }] }],
    ['a member too many', { text: 'x', html: '<b>' }],
  ])('a piece with %s is refused', (_what, piece) => {
    expect(readAnswer({ type: 'piece', job: 1, ...piece })).toBeNull();
  });

  it('a name that every object has is no type', () => {
    expect(readAnswer({ type: 'constructor' })).toBeNull();
    expect(readAnswer({ type: '__proto__' })).toBeNull();
  });
});

describe('checks made ahead', () => {
  it('are made one a turn, and answers then wait for none', async () => {
    vi.resetModules();
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const fresh = await import('./protocol.ts');
    const compile = vi.spyOn(Ajv2020.prototype, 'compile');
    const perTurn: number[] = [];
    let done = false;
    const ahead = fresh.prepareAnswers().then(() => {
      done = true;
    });
    let before = 0;
    while (!done) {
      perTurn.push(compile.mock.calls.length - before);
      before = compile.mock.calls.length;
      await new Promise((resolve) => setImmediate(resolve));
    }
    await ahead;
    expect(compile).toHaveBeenCalledTimes(Object.keys(ANSWERS).length);
    expect(Math.max(...perTurn)).toBe(1);
    expect(fresh.readAnswer({ type: 'piece', job: 1, findings: [CRC] })).not.toBeNull();
    expect(fresh.readAnswer({ type: 'piece', job: 1, findings: [{ ...CRC, severity: 'note' }] })).toBeNull();
    expect(compile).toHaveBeenCalledTimes(Object.keys(ANSWERS).length);
    // What the other side reads was not made.
    expect(fresh.readRequest(REQUEST)).toEqual(REQUEST);
    expect(compile).toHaveBeenCalledTimes(Object.keys(ANSWERS).length + 1);
    compile.mockRestore();
  });
});
