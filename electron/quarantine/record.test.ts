import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type Finding, finding } from '../../shared/findings.ts';
import type { InspectionReport } from '../../shared/models.ts';
import { openBench, removeLayouts, sampleBytes, sampleReport, sha256 } from '../durability/sample.ts';
import { ProblemError } from '../problem.ts';
import { filesOf, findingsOf, getSummary } from './packages.ts';
import { stagedArchive, stagedBlobs } from './place.ts';
import { recordFailure, recordImport } from './record.ts';
import { nameFindings } from './rows.ts';

afterAll(removeLayouts);

type Bench = ReturnType<typeof openBench>;

function stage(bench: Bench, importId: string, bytes: Buffer, texts: readonly string[]): void {
  mkdirSync(stagedBlobs(bench.layout, importId), { recursive: true });
  writeFileSync(stagedArchive(bench.layout, importId), bytes);
  for (const text of texts) writeFileSync(join(stagedBlobs(bench.layout, importId), sha256(text)), text);
}

function facts(bench: Bench, importId: string, archiveSha256: string) {
  return { importId, archiveSha256, fileName: 'm.uaix', actor: 'ada (test)', clock: bench.db.clock };
}

test('ids of findings: head of the digest of their canonical form, equal ones numbered', () => {
  const twice = finding('zip/crc', { path: 'b', offset: 7 }, { expected: 1, actual: 'é' });
  const [first, second, third] = nameFindings([twice, twice, finding('zip/not-zip')]).map(([id]) => id);
  const form =
    '{"basis":"local","detail":{"actual":"é","expected":1},"offset":7,"path":"b","rule":"zip/crc","severity":"no-op"}';
  const told = (text: string): string => execFileSync('sha256sum', { input: text }).toString().slice(0, 16);
  expect(first).toBe(told(form));
  expect(second).toBe(told(`${form}\n2`));
  expect(third).toMatch(/^[0-9a-f]{16}$/);
});

test('ids are unique, stable, and do not depend on other findings', () => {
  const arbitrary = fc.array(
    fc.record({
      path: fc.constantFrom('a', 'b', 'c\ud800'),
      line: fc.integer({ min: 1, max: 3 }),
      word: fc.constantFrom('x', 'y'),
    }),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(arbitrary, (rows) => {
      const findings: Finding[] = rows.map(({ path, line, word }) =>
        finding('security/secret', { path, line }, { word }),
      );
      const ids = nameFindings(findings).map(([id]) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(nameFindings(findings.slice(0, 5)).map(([id]) => id)).toEqual(ids.slice(0, 5));
    }),
  );
});

test('rows hold the report as it was, blobs that nobody lists do not stay', () => {
  const bench = openBench();
  const bytes = sampleBytes({ 'a.md': 'alpha', 'review.md': 'r' });
  const archive = sha256(bytes);
  const report = sampleReport(bytes, 'm.uaix');
  stage(bench, 'i1', bytes, ['alpha', 'r', 'stray']);
  expect(recordImport(bench.db, { ...facts(bench, 'i1', archive), report })).toMatchObject({
    state: 'in_review',
    known: false,
  });
  expect(filesOf(bench.db, archive)).toEqual(report.files);
  expect(findingsOf(bench.db, archive).map(({ id: _id, ...rest }) => rest)).toEqual(report.findings);
  expect(readdirSync(bench.layout.blobs(archive)).sort()).toEqual([sha256('alpha'), sha256('r')].sort());
  expect(getSummary(bench.db, archive)).toMatchObject({
    counts: { 'no-op': 0, review: 1, note: 0 },
    toAcknowledge: 1,
    claims: report.claims,
    firstNoOp: null,
    loadedAs: null,
  });
});

test('two entries of one name are one row; what the package says is kept whatever it is', () => {
  const bench = openBench();
  const bytes = sampleBytes({ 'a.md': 'alpha' });
  const archive = sha256(bytes);
  const base = sampleReport(bytes, 'm.uaix');
  const [file] = base.files;
  if (!file || !base.claims) throw new Error('sample');
  const report: InspectionReport = {
    ...base,
    verdict: 'no_op',
    claims: { ...base.claims, title: "'; DROP TABLE packages; --\u202e\ud800\0x", issuer: '' },
    files: [file, { ...file, sha256: sha256('other') }],
    findings: [finding('path/duplicate', { path: 'a.md' }, { other: 'a\ud800' })],
  };
  stage(bench, 'i1', bytes, ['alpha', 'other']);
  recordImport(bench.db, { ...facts(bench, 'i1', archive), report });
  expect(filesOf(bench.db, archive)).toEqual([file]);
  expect(getSummary(bench.db, archive)).toMatchObject({ filesTotal: 1, state: 'no_op', claims: report.claims });
  expect(findingsOf(bench.db, archive)[0]?.detail).toEqual({ other: 'a\ud800' });
});

test('a report of other bytes, and an import that a sweep has ended, record nothing', () => {
  const bench = openBench();
  const bytes = sampleBytes({ 'a.md': 'alpha' });
  const archive = sha256(bytes);
  const report = sampleReport(bytes, 'm.uaix');
  stage(bench, 'i1', bytes, ['alpha']);
  expect(() => recordImport(bench.db, { ...facts(bench, 'i1', 'f'.repeat(64)), report })).toThrow(ProblemError);
  bench.db.sql.exec(`INSERT INTO imports VALUES ('i1','m.uaix','failed','2031','2031',NULL,0,NULL,1,'x','2031')`);
  expect(() => recordImport(bench.db, { ...facts(bench, 'i1', archive), report })).toThrow(/interrupted/);
  expect(bench.db.sql.prepare('SELECT COUNT(*) FROM packages').pluck().get()).toBe(0);
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  expect(readdirSync(bench.layout.staging)).toEqual(['i1']);
});

test('a transaction that breaks takes the files back to where they were', () => {
  const bench = openBench();
  const bytes = sampleBytes({ 'a.md': 'alpha' });
  const archive = sha256(bytes);
  const request = { ...facts(bench, 'i1', archive), report: sampleReport(bytes, 'm.uaix') };
  stage(bench, 'i1', bytes, ['alpha']);
  const breaking = {
    ...request,
    afterRecord: () => {
      throw new Error('the review cannot count');
    },
  };
  expect(() => recordImport(bench.db, breaking)).toThrow('cannot count');
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  expect(readdirSync(bench.layout.stagingOf('i1')).sort()).toEqual(['blobs', 'package.uaix']);
  expect(recordImport(bench.db, request).state).toBe('in_review');
});

test('a full database breaks a record off wholly', () => {
  const bench = openBench();
  const content = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`file-${index}.md`, `text ${index}`]));
  const bytes = sampleBytes(content);
  const archive = sha256(bytes);
  stage(bench, 'i1', bytes, Object.values(content));
  const pages = bench.db.sql.pragma('page_count', { simple: true }) as number;
  bench.db.sql.pragma(`max_page_count = ${pages + 4}`);
  expect(() =>
    recordImport(bench.db, { ...facts(bench, 'i1', archive), report: sampleReport(bytes, 'm.uaix') }),
  ).toThrow(/full/);
  expect(readdirSync(bench.layout.quarantine)).toEqual([]);
  bench.db.sql.pragma('max_page_count = 100000');
  expect(recordImport(bench.db, { ...facts(bench, 'i1', archive), report: sampleReport(bytes, 'm.uaix') }).state).toBe(
    'in_review',
  );
});

test('a failure never takes an understood package back', () => {
  const bench = openBench();
  const bytes = sampleBytes({ 'a.md': 'alpha' });
  const archive = sha256(bytes);
  stage(bench, 'i1', bytes, ['alpha']);
  recordImport(bench.db, { ...facts(bench, 'i1', archive), report: sampleReport(bytes, 'm.uaix') });
  stage(bench, 'i2', bytes, []);
  const problem = { code: 'io', values: {} } as const;
  expect(recordFailure(bench.db, { ...facts(bench, 'i2', archive), sizeBytes: 1, problem })).toMatchObject({
    state: 'in_review',
    known: true,
  });
  expect(getSummary(bench.db, archive)).toMatchObject({ state: 'in_review', failure: null, version: 1 });
});
