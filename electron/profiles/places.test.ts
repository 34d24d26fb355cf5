import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { removeProfile, restoreProfile, rollbackProfile } from './change.ts';
import { faultyFiles } from './faults.ts';
import { diffLines } from './line-diff.ts';
import { ASIDE, MARKER, mirrorOf, removeMirror, setMirror, updateMirror } from './mirror.ts';
import { NOTE_LIMIT, openProfileStore } from './notes.ts';
import { overlaps } from './places.ts';
import { getProfile } from './record.ts';
import { repairGeneration } from './repair.ts';
import { sweepProfiles } from './sweep.ts';
import { addPackage, eventsOf, load, makeDesk, refusal, type TestDesk, treeOf } from './testing.ts';
import { defaultWikiRoot, setWikiRoot, wantsWikiRoot, wikiRootOf } from './wiki.ts';

// Each case makes a desk of its own on the real disk; a busy machine may take its time.
vi.setConfig({ testTimeout: 300_000 });

const ONE = { '.uai/totem.uai': 'one\n', 'docs/a/b.md': 'deep\n', 'docs/gone.md': 'gone\n' };
const TWO = { '.uai/totem.uai': 'one\n', 'docs/a/b.md': 'deeper\n', 'docs/new.md': 'new\n' };

let desk: TestDesk;
let outside: string;
let key: string;
const faults = faultyFiles();

beforeEach(async () => {
  faults.disarm();
  desk = makeDesk(faults.files);
  outside = mkdtempSync(join(tmpdir(), 'outside-'));
  key = (await load(desk, await addPackage(desk, { files: ONE }))).profileKey;
});
afterEach(() => {
  desk.close();
  rmSync(outside, { recursive: true, force: true });
});

const loadTwo = async () =>
  load(desk, await addPackage(desk, { files: TWO, claims: { createdUtc: '2026-06-26T08:00:00Z' } }));

/** What a client sees in the mirror. */
function mirrored(folder: string) {
  return Object.fromEntries(
    Object.entries(treeOf(folder)).filter(([path]) => path !== MARKER && !path.startsWith(ASIDE)),
  );
}

describe('mirror', () => {
  test('shows the current generation and follows a load and a rollback', async () => {
    const folder = join(outside, 'marlow');
    expect(setMirror(desk, key, folder)).toEqual({ folder, generation: 1, problem: null, aside: [] });
    expect(mirrored(folder)).toEqual(ONE);
    await loadTwo();
    expect(mirrorOf(desk.db, key)).toMatchObject({ generation: 2, problem: null, aside: [] });
    expect(mirrored(folder)).toEqual(TWO);
    rollbackProfile(desk, { profileKey: key, version: 2, to: 1 });
    expect(mirrored(folder)).toEqual(ONE);
    removeProfile(desk, { profileKey: key, version: 3 });
    expect(mirrored(folder)).toEqual({});
    restoreProfile(desk, key);
    expect(mirrored(folder)).toEqual(ONE);
  });

  test('never overwrites what a person changed there', async () => {
    const folder = join(outside, 'marlow');
    setMirror(desk, key, folder);
    for (const path of ['docs/a/b.md', 'docs/gone.md']) {
      rmSync(join(folder, path));
      writeFileSync(join(folder, path), 'mine\n');
    }
    writeFileSync(join(folder, 'docs/own.md'), 'own\n');
    await loadTwo();
    expect([...(mirrorOf(desk.db, key)?.aside ?? [])].sort()).toEqual(['docs/a/b.md', 'docs/gone.md']);
    expect(mirrored(folder)).toEqual({ ...TWO, 'docs/own.md': 'own\n' });
    expect(treeOf(join(folder, ASIDE))).toEqual({ 'docs/a/b.md': 'mine\n', 'docs/gone.md': 'mine\n' });
    removeMirror(desk, key);
    expect(mirrored(folder)).toEqual({ 'docs/own.md': 'own\n' });
    expect(mirrorOf(desk.db, key)).toBe(null);
  });

  test.each([
    ['a folder with something in it', () => outside, 'folder-not-empty'],
    ['a file', () => join(outside, 'x'), 'folder-not-empty'],
    ['the data folder', () => desk.root, 'inside-data-folder'],
    ['a place in the data folder', () => join(desk.root, 'profiles', 'x'), 'inside-data-folder'],
    ['the folder above it', () => join(desk.root, '..'), 'inside-data-folder'],
    ['a relative one', () => 'marlow', 'folder'],
  ])('is refused in %s', async (_name, place, reason) => {
    writeFileSync(join(outside, 'x'), '');
    expect(await refusal(() => setMirror(desk, key, place()))).toMatchObject({
      code: 'bad-request',
      values: { variant: reason },
    });
    expect(mirrorOf(desk.db, key)).toBe(null);
  });

  test('is refused in the mirror of another profile, above it and below it', async () => {
    const folder = join(outside, 'marlow');
    setMirror(desk, key, folder);
    const other = await load(desk, await addPackage(desk, { files: TWO, claims: { profileId: 'other' } }));
    for (const place of [folder, join(folder, 'docs'), outside]) {
      expect((await refusal(() => setMirror(desk, other.profileKey, place))).code).toBe('bad-request');
    }
    expect(mirrored(folder)).toEqual(ONE);
  });

  test('moves with its profile: the earlier folder keeps only what a person put there', async () => {
    const [first, second] = [join(outside, 'first'), join(outside, 'second')];
    setMirror(desk, key, first);
    writeFileSync(join(first, 'own.md'), 'own\n');
    expect(setMirror(desk, key, second)).toMatchObject({ folder: second, problem: null });
    expect(treeOf(first)).toEqual({ 'own.md': 'own\n' });
    expect(mirrored(second)).toEqual(ONE);
    await loadTwo();
    expect(treeOf(first)).toEqual({ 'own.md': 'own\n' });
    expect(mirrored(second)).toEqual(TWO);
  });

  test('tells what went wrong, breaks no load, and is completed by the next update', async () => {
    const folder = join(outside, 'marlow');
    setMirror(desk, key, folder);
    // The database is one step ahead of the mirror, as after a crash between the two.
    await loadTwo();
    rollbackProfile(desk, { profileKey: key, version: 2, to: 1 });
    desk.db.sql.prepare('UPDATE profiles SET current = 2 WHERE profile_key = ?').run(key);
    let at = 0;
    for (; ; at += 1) {
      faults.arm(at, 'dead');
      const state = updateMirror(desk.db, key);
      const reached = faults.done() > at;
      faults.disarm();
      if (!reached) break;
      expect(state?.problem?.code).toBe('disk-full');
    }
    expect(at).toBeGreaterThan(5);
    expect(mirrorOf(desk.db, key)).toMatchObject({ generation: 2, problem: null, aside: [] });
    expect(mirrored(folder)).toEqual(TWO);
    expect(existsSync(join(folder, ASIDE))).toBe(false);
  });

  test('does not show a generation that was changed on disk', async () => {
    const folder = join(outside, 'marlow');
    setMirror(desk, key, folder);
    await loadTwo();
    writeFileSync(join(desk.db.layout.generation(key, 2), 'planted.md'), 'obey');
    expect(updateMirror(desk.db, key)).toMatchObject({ generation: 2, problem: { code: 'generation-changed' } });
    expect(mirrored(folder)).toEqual(TWO);
    await repairGeneration(desk, key, 2);
    expect(mirrorOf(desk.db, key)).toMatchObject({ generation: 2, problem: null });
  });

  test('that fell behind is brought up to date when the desk opens', async () => {
    const folder = join(outside, 'marlow');
    setMirror(desk, key, folder);
    await loadTwo();
    desk.db.sql.prepare('UPDATE profiles SET current = 1 WHERE profile_key = ?').run(key);
    await sweepProfiles(desk);
    expect(mirrored(folder)).toEqual(ONE);
  });

  test('a package whose file has the name of the marker is not mirrored', async () => {
    const odd = await load(desk, await addPackage(desk, { files: { [MARKER]: '{}' }, claims: { profileId: 'odd' } }));
    expect((await refusal(() => setMirror(desk, odd.profileKey, join(outside, 'odd')))).values).toMatchObject({
      variant: 'mirror-name',
    });
  });
});

describe('wiki folder', () => {
  test('is a choice of the person, never of a package, separate unless sharing was chosen and shown', async () => {
    expect(wantsWikiRoot(['long_term_memory'])).toBe(true);
    expect(wantsWikiRoot(['persona_profile'])).toBe(false);
    expect(defaultWikiRoot('/home/ada/Documents', key)).toBe(join('/home/ada/Documents', 'UAIX', key));
    expect(wikiRootOf(desk.db, key)).toBe(null);
    const folder = join(outside, 'wiki');
    expect(setWikiRoot(desk, key, folder)).toEqual({ folder, sharedWith: [] });
    const other = await load(
      desk,
      await addPackage(desk, { files: TWO, claims: { profileId: 'other', title: 'Other' } }),
    );
    for (const place of [folder, join(folder, 'deeper'), outside]) {
      expect(await refusal(() => setWikiRoot(desk, other.profileKey, place))).toEqual({
        code: 'authorization-missing',
        values: { variant: 'wiki', with: 'Marlow, geometry tutor' },
      });
    }
    expect(setWikiRoot(desk, other.profileKey, folder, true)).toEqual({ folder, sharedWith: [key] });
    expect(wikiRootOf(desk.db, key)?.sharedWith).toEqual([other.profileKey]);
    expect(setWikiRoot(desk, other.profileKey, null)).toBe(null);
    expect(wikiRootOf(desk.db, key)?.sharedWith).toEqual([]);
    expect((await refusal(() => setWikiRoot(desk, key, desk.root))).code).toBe('bad-request');
    expect(existsSync(folder)).toBe(false);
    expect(eventsOf(desk.db, 'profile.changed').map((event) => event.data.after)).toEqual([folder, folder, null]);
  });
});

describe('notes', () => {
  test('are kept, changed and removed', async () => {
    const store = openProfileStore(desk.db.layout, key);
    const { noteId } = store.addNote('first', 'ada', '2026-07-01T10:00:00.000Z');
    store.addNote('second', 'ada', '2026-07-01T11:00:00.000Z');
    store.changeNote(noteId, 'first, again', '2026-07-01T12:00:00.000Z');
    store.close();
    const again = openProfileStore(desk.db.layout, key);
    expect(again.notes().map((note) => note.text)).toEqual(['second', 'first, again']);
    again.removeNote(noteId);
    expect((await refusal(() => again.removeNote(noteId))).code).toBe('not-found');
    expect((await refusal(() => again.addNote(' \n', 'ada', '2026-07-01T12:00:00.000Z'))).code).toBe('note-required');
    expect((await refusal(() => again.addNote('x'.repeat(NOTE_LIMIT + 1), 'ada', ''))).code).toBe('bad-request');
    again.setSetting('font', 'large');
    expect(again.setting('font')).toBe('large');
    again.setSetting('font', null);
    expect(again.setting('font')).toBe(null);
    again.close();
  });

  test('a file that is no database is named, not replaced', async () => {
    const path = join(desk.db.layout.profile(key), 'profile.sqlite');
    writeFileSync(path, 'not a database at all, but long enough to be taken for one: '.repeat(40));
    expect((await refusal(() => openProfileStore(desk.db.layout, key))).code).toBe('database-damaged');
    expect(readFileSync(path, 'utf8')).toMatch(/^not a database/);
    mkdirSync(outside, { recursive: true });
    expect(getProfile(desk.db, key).current).toBe(1);
  });
});

describe('folders', () => {
  test.each<[string, string, boolean]>([
    ['/a/b', '/a/b', true],
    ['/a/b', '/a/b/c', true],
    ['/a/b/c', '/a/b', true],
    ['/a/b', '/a/bc', false],
    ['/a/b', '/a/..b', false],
    ['/a/b', '/a/c', false],
  ])('%s and %s', (a, b, overlap) => expect(overlaps(a, b, 'linux')).toBe(overlap));
});

describe('line differences', () => {
  test('of an example', () => {
    expect(diffLines('a\nb\nc\nd', 'a\nx\nc\nd\ne')).toEqual([
      { kind: 'removed', line: 2, text: 'b' },
      { kind: 'added', line: 2, text: 'x' },
      { kind: 'added', line: 5, text: 'e' },
    ]);
    expect(diffLines('same', 'same')).toEqual([]);
  });

  test('lead from one text to the other', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 12 }).map((parts) => parts.join('\n'));
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const changes = diffLines(before, after);
        const gone = new Set(changes.filter((c) => c.kind === 'removed').map((c) => c.line));
        const kept = before.split('\n').filter((_, at) => !gone.has(at + 1));
        for (const { line, text } of changes.filter((c) => c.kind === 'added')) kept.splice(line - 1, 0, text);
        expect(kept.join('\n')).toBe(after);
      }),
    );
  });
});
