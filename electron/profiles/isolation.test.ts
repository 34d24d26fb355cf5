/** Nothing of one profile is reachable from another: not by any read, not on disk, not during a fast switch, not while a load runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../database/open.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { switchProfile } from './change.ts';
import { contextText, readContext } from './context.ts';
import { openProfileStore, storePath } from './notes.ts';
import { activeProfileKey, getProfile, listProfiles } from './record.ts';
import { addPackage, load, makeDesk, refusal, type TestDesk } from './testing.ts';

// Each case makes a desk of its own on the real disk; a busy machine may take its time.
vi.setConfig({ testTimeout: 300_000 });

const MARK_A = 'only-in-A-7d1f';
const MARK_B = 'only-in-B-93c2';

/** The same paths on both sides, so that a mix-up would be found by content alone. */
function filesWith(mark: string, edition: number) {
  return {
    '.uai/totem.uai': `# Totem\n${mark}\n`,
    '.uai/persona.uai': `# Persona\n${mark} ${edition}\n`,
    'docs/memory.md': `${mark} ${edition}\n`.repeat(50),
  };
}

let desk: TestDesk;
let a: string;
let b: string;

beforeEach(async () => {
  desk = makeDesk();
  const claims = (id: string) => ({ profileId: id, issuer: 'Lamp Room', title: id });
  a = (await load(desk, await addPackage(desk, { files: filesWith(MARK_A, 1), claims: claims('alpha') }))).profileKey;
  b = (await load(desk, await addPackage(desk, { files: filesWith(MARK_B, 1), claims: claims('beta') }))).profileKey;
});
afterEach(() => desk.close());

function bytesBelow(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(entries.map((entry) => readFileSync(join(entry.parentPath, entry.name))));
}

test('each context holds its own files only', () => {
  const [textA, textB] = [a, b].map((key) => contextText(readContext(desk.db, key)));
  expect(textA).toContain(MARK_A);
  expect(textA).not.toContain(MARK_B);
  expect(textB).toContain(MARK_B);
  expect(textB).not.toContain(MARK_A);
});

test('settings and notes lie in a database of the profile alone', () => {
  const stores = [a, b].map((key) => openProfileStore(desk.db.layout, key));
  const [storeA, storeB] = stores;
  storeA?.addNote(MARK_A, 'ada', '2026-07-01T10:00:00.000Z');
  storeA?.setSetting('font', MARK_A);
  storeB?.addNote(MARK_B, 'ada', '2026-07-01T10:00:00.000Z');
  expect(storeB?.notes().map((note) => note.text)).toEqual([MARK_B]);
  expect(storeB?.setting('font')).toBe(null);
  for (const store of stores) store.close();
  expect(storePath(desk.db.layout, a)).not.toBe(storePath(desk.db.layout, b));
  expect(bytesBelow(desk.db.layout.profile(a)).includes(MARK_B)).toBe(false);
  expect(bytesBelow(desk.db.layout.profile(b)).includes(MARK_A)).toBe(false);
});

test('a key that is no key opens nothing', async () => {
  for (const key of ['', '..', `../${'0'.repeat(13)}`, `${a}/../${b}`, a.toUpperCase(), `${a}\0`, 'f'.repeat(17)]) {
    if (key === a) continue;
    expect((await refusal(() => openProfileStore(desk.db.layout, key))).code).toBe('bad-request');
    expect((await refusal(() => readContext(desk.db, key))).code).toBe('not-found');
  }
  expect((await refusal(() => openProfileStore(desk.db.layout, 'f'.repeat(16)))).code).toBe('not-found');
});

test('a generation number of one profile means nothing in another', async () => {
  const second = await addPackage(desk, {
    files: filesWith(MARK_A, 2),
    claims: { profileId: 'alpha', title: 'alpha' },
  });
  await load(desk, second);
  expect(contextText(readContext(desk.db, a, 2))).toContain(`${MARK_A} 2`);
  expect((await refusal(() => readContext(desk.db, b, 2))).code).toBe('not-found');
});

test('a fast switch, with a load running, never mixes profiles', async () => {
  const edition = await addPackage(desk, {
    files: filesWith(MARK_A, 2),
    claims: { profileId: 'alpha', title: 'alpha' },
  });
  let loading = true;
  const running = load(desk, edition).finally(() => {
    loading = false;
  });
  let reads = 0;
  for (let turn = 0; loading || turn < 40; turn += 1) {
    const key = turn % 2 === 0 ? a : b;
    switchProfile(desk, key);
    expect(activeProfileKey(desk.db)).toBe(key);
    for (const [shown, own, foreign] of [
      [a, MARK_A, MARK_B],
      [b, MARK_B, MARK_A],
    ] as const) {
      const context = readContext(desk.db, shown);
      const text = contextText(context);
      expect(context.profileKey).toBe(shown);
      expect(text).toContain(own);
      expect(text).not.toContain(foreign);
      // One generation as a whole: never a file of the old one beside a file of the new one.
      const editions = new Set([...text.matchAll(/only-in-[AB]-\w{4} (\d)/g)].map(([, n]) => n));
      expect([...editions]).toEqual([String(context.generation)]);
      reads += 1;
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await running;
  expect(reads).toBeGreaterThanOrEqual(80);
  expect(readContext(desk.db, a).generation).toBe(2);
  expect(readContext(desk.db, b).generation).toBe(1);
  expect(bytesBelow(desk.db.layout.profile(b)).includes(MARK_A)).toBe(false);
});

describe('there is no current profile of the process', () => {
  test('another program on the same folder switches the default; what a window shows is its own', () => {
    const other = openDatabase(new DataLayout(desk.root));
    const shown = b;
    switchProfile({ ...desk, db: other }, a);
    expect(contextText(readContext(desk.db, shown))).toContain(MARK_B);
    expect(getProfile(desk.db, b).active).toBe(false);
    expect(getProfile(desk.db, a).active).toBe(true);
    other.close();
  });

  test('two desks in one process know nothing of each other', async () => {
    const other = makeDesk();
    expect(listProfiles(other.db, { removed: true })).toEqual([]);
    expect(activeProfileKey(other.db)).toBe(null);
    const files = { ...filesWith(MARK_B, 9), 'docs/other.md': 'other desk\n' };
    const claims = { profileId: 'alpha', issuer: 'Lamp Room', title: 'alpha' };
    const same = await load(other, await addPackage(other, { files, claims }));
    expect(same.profileKey).toBe(a);
    expect(contextText(readContext(other.db, a))).toContain('other desk');
    expect(contextText(readContext(desk.db, a))).not.toContain(MARK_B);
    other.close();
  });
});
