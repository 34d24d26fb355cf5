import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { ProblemError } from '../problem.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { DEFAULT_POLICY, policyDigest } from './default.ts';
import {
  departures,
  loadPolicy,
  notePolicyOnDisk,
  type PolicyContext,
  resetPolicy,
  savePolicy,
  viewPolicy,
} from './store.ts';

const resources = join(import.meta.dirname, '../../resources');
const shipped = readFileSync(join(resources, 'policy/policy.jsonc'), 'utf8');
const DEFAULT = policyDigest(DEFAULT_POLICY);

let root: string;
let db: DeskDatabase;
let context: PolicyContext;
let broken: string | null;

/** Real files, of which one operation can be made to fail. */
const files: Files = {
  ...systemFiles,
  replace(path, bytes) {
    if (broken === 'replace' && path.endsWith('policy.json')) {
      throw Object.assign(new Error('full'), { code: 'ENOSPC', path });
    }
    systemFiles.replace(path, bytes);
  },
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'policy-'));
  broken = null;
  db = openDatabase(new DataLayout(root), { files });
  context = { db, clock: { now: () => '2026-07-01T10:00:00.000Z' }, actor: 'ada (window)' };
});
afterEach(() => {
  db.close();
  rmSync(root, { recursive: true, force: true });
});

function events() {
  return db.sql
    .prepare<[], { actor: string; data: string }>(
      `SELECT actor, data FROM events WHERE kind = 'policy.changed' ORDER BY seq`,
    )
    .all()
    .map(({ actor, data }) => ({ actor, ...(JSON.parse(data) as Record<string, unknown>) }));
}

function problemOf(act: () => unknown) {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem;
    throw thrown;
  }
  throw new Error('nothing was refused');
}

const brokenCopies = () => readdirSync(root).filter((name) => name.startsWith('policy.broken-'));
const onDisk = () => readFileSync(join(root, 'policy.json'), 'utf8');

test('on first use the shipped file is written, comments and all', () => {
  const state = loadPolicy(db.layout, resources);
  expect(onDisk()).toBe(shipped);
  expect(state).toEqual({
    policy: loadPolicy(db.layout, resources).policy,
    text: shipped,
    sha256: DEFAULT,
    path: join(root, 'policy.json'),
  });
  expect(notePolicyOnDisk(context, state)).toBe(false);
  expect(events()).toEqual([]);
});

describe('a broken file', () => {
  test('is told with its place, kept as it is, and shown to the editor', () => {
    writeFileSync(join(root, 'policy.json'), '{\n  "requirePersona": yes\n}');
    expect(problemOf(() => loadPolicy(db.layout, resources))).toMatchObject({
      code: 'policy-broken',
      values: { line: 2, column: 21, path: join(root, 'policy.json') },
    });
    expect(onDisk()).toBe('{\n  "requirePersona": yes\n}');
    expect(viewPolicy(db.layout, resources)).toMatchObject({ state: null, text: '{\n  "requirePersona": yes\n}' });
  });
  test('in another encoding', () => {
    writeFileSync(
      join(root, 'policy.json'),
      Buffer.concat([Buffer.from('{\n// '), Buffer.from([0xe9]), Buffer.from('\n}')]),
    );
    expect(problemOf(() => loadPolicy(db.layout, resources)).values).toMatchObject({
      reason: 'encoding',
      line: 2,
      column: 4,
    });
  });
  test('a text that does not pass is never written', () => {
    loadPolicy(db.layout, resources);
    expect(problemOf(() => savePolicy(context, resources, '{"network": true}', true)).values).toMatchObject({
      reason: 'denied-capability',
      line: 1,
      column: 2,
    });
    expect(onDisk()).toBe(shipped);
    expect(events()).toEqual([]);
  });
  test('can be replaced by a strict one without asking', () => {
    writeFileSync(join(root, 'policy.json'), 'nonsense');
    savePolicy(context, resources, '{}', false);
    expect(loadPolicy(db.layout, resources).sha256).toBe(DEFAULT);
    expect(events()).toMatchObject([{ before: null, after: DEFAULT, loosens: [], tightens: [] }]);
  });
  test('is kept beside what takes its place, each time under a name of its own', () => {
    const kept = ['nonsense', 'more nonsense'].map((text) => {
      writeFileSync(join(root, 'policy.json'), text);
      return savePolicy(context, resources, '{}', false).kept;
    });
    expect(kept).toEqual([
      join(root, 'policy.broken-20260701T100000Z.json'),
      join(root, 'policy.broken-20260701T100000Z-2.json'),
    ]);
    expect(kept.map((path) => readFileSync(String(path), 'utf8'))).toEqual(['nonsense', 'more nonsense']);
    expect(events()[0]).toMatchObject({ kept: 'policy.broken-20260701T100000Z.json' });
    expect(savePolicy(context, resources, '{"requirePersona":true}', false).kept).toBeNull();
    expect(brokenCopies()).toHaveLength(2);
  });
  test('is compared with the strict defaults: what is looser than they are needs the confirmation', () => {
    writeFileSync(join(root, 'policy.json'), 'nonsense');
    const text = '{"derivatives":"allow"}';
    expect(problemOf(() => savePolicy(context, resources, text, false)).code).toBe('authorization-missing');
    expect([onDisk(), brokenCopies()]).toEqual(['nonsense', []]);
    savePolicy(context, resources, text, true);
    expect(events()).toMatchObject([{ before: null, loosens: ['derivatives'] }]);
  });
  test('goes back to the shipped policy, and what the last one had of its own is named', () => {
    savePolicy(context, resources, '{"requirePersona":true,"issuers":{"mode":"allow-list"}}', false);
    expect(departures(db)).toEqual(['issuers.mode', 'requirePersona']);
    writeFileSync(join(root, 'policy.json'), 'nonsense');
    expect(departures(db)).toEqual(['issuers.mode', 'requirePersona']);
    const { text, sha256, kept } = resetPolicy(context, resources);
    expect([text, sha256, onDisk()]).toEqual([shipped, DEFAULT, shipped]);
    expect(readFileSync(String(kept), 'utf8')).toBe('nonsense');
    expect(events().at(-1)).toMatchObject({ before: null, after: DEFAULT, kept: brokenCopies()[0] });
    expect(departures(db)).toEqual([]);
  });
  test('that somebody mended meanwhile is not thrown away', () => {
    writeFileSync(join(root, 'policy.json'), '{"requirePersona":true}');
    expect(problemOf(() => resetPolicy(context, resources)).code).toBe('changed-meanwhile');
    expect([onDisk(), brokenCopies(), events()]).toEqual(['{"requirePersona":true}', [], []]);
  });
  test('longer than any policy is not read; it is moved aside whole', () => {
    writeFileSync(join(root, 'policy.json'), '');
    truncateSync(join(root, 'policy.json'), 4_000_000);
    const view = viewPolicy(db.layout, resources, { ...files, readAll: () => expect.unreachable('was read') });
    expect(view).toMatchObject({ bytes: null, text: null, problems: [{ values: { reason: 'size' } }] });
    const { kept } = resetPolicy(context, resources);
    expect(statSync(String(kept)).size).toBe(4_000_000);
    expect(onDisk()).toBe(shipped);
  });
  test('of bytes that are no text is not offered for editing', () => {
    writeFileSync(join(root, 'policy.json'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0xff]));
    expect(viewPolicy(db.layout, resources)).toMatchObject({
      text: null,
      problems: [{ values: { reason: 'encoding' } }],
    });
  });
  test.each([
    ['copied', 12],
    ['moved', 4_000_000],
  ])('a disk that is full leaves the broken file in force (%s)', (_, sizeBytes) => {
    writeFileSync(join(root, 'policy.json'), '');
    truncateSync(join(root, 'policy.json'), sizeBytes);
    broken = 'replace';
    expect(() => resetPolicy(context, resources)).toThrow('full');
    expect(statSync(join(root, 'policy.json')).size).toBe(sizeBytes);
    expect([brokenCopies(), events()]).toEqual([[], []]);
  });
});

test('tightening takes effect at once and is logged with both digests', () => {
  const text = '// stricter\n{ "requirePersona": true }';
  const saved = savePolicy(context, resources, text, false);
  expect(onDisk()).toBe(text);
  expect({ ...loadPolicy(db.layout, resources), kept: null }).toEqual(saved);
  expect(events()).toMatchObject([
    {
      actor: 'ada (window)',
      before: DEFAULT,
      after: saved.sha256,
      loosens: [],
      tightens: ['requirePersona'],
      door: 'desk',
    },
  ]);
});

test('loosening is refused until it is confirmed', () => {
  const text = '{ "limits": { "entries": 6000 }, "requirePersona": true }';
  const refusal = problemOf(() => savePolicy(context, resources, text, false));
  expect(refusal).toEqual({ code: 'authorization-missing', values: { variant: 'policy', members: 'limits.entries' } });
  expect(onDisk()).toBe(shipped);
  expect(events()).toEqual([]);
  const saved = savePolicy(context, resources, text, true);
  expect(events()).toMatchObject([
    { before: DEFAULT, after: saved.sha256, loosens: ['limits.entries'], tightens: ['requirePersona'] },
  ]);
});

test('new comments alone are no change of the policy', () => {
  loadPolicy(db.layout, resources);
  savePolicy(context, resources, '{} // mine', false);
  expect(onDisk()).toBe('{} // mine');
  expect(events()).toEqual([]);
});

test('a disk that is full leaves file and log as they were', () => {
  loadPolicy(db.layout, resources);
  broken = 'replace';
  expect(() => savePolicy(context, resources, '{"requirePersona":true}', false)).toThrow('full');
  expect(onDisk()).toBe(shipped);
  expect(events()).toEqual([]);
});

test('a file edited outside is told to the log once, with what became looser', () => {
  loadPolicy(db.layout, resources);
  writeFileSync(join(root, 'policy.json'), '{ "derivatives": "allow" }');
  const state = loadPolicy(db.layout, resources);
  expect(notePolicyOnDisk(context, state)).toBe(true);
  expect(notePolicyOnDisk(context, state)).toBe(false);
  expect(events()).toMatchObject([{ before: DEFAULT, after: state.sha256, loosens: ['derivatives'], door: 'file' }]);
});
