import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { finding } from '../../shared/findings.ts';
import { verifyChain } from '../database/events.ts';
import { getSummary } from '../quarantine/packages.ts';
import { planLoad } from './plan.ts';
import { getProfile, listProfiles } from './record.ts';
import {
  addPackage,
  evaluateApproved,
  eventsOf,
  load,
  makeDesk,
  PERSONA_FILES,
  refusal,
  sha256,
  type TestDesk,
  treeOf,
} from './testing.ts';

let desk: TestDesk;
beforeEach(() => {
  desk = makeDesk();
});
afterEach(() => desk.close());

const NEW_TABOO = '# Taboo\nNever invent a theorem, nor a proof.\n';
const updated = {
  ...PERSONA_FILES,
  '.uai/taboo.uai': NEW_TABOO,
  '.uai/short-term-memory.uai': '# Now\nChapter two.\n',
};
const later = { createdUtc: '2026-06-26T08:00:00Z', packageId: 'lamp-room.marlow.2' };

test('the key is 16 hex digits of SHA-256 over id, NUL, issuer', async () => {
  const profile = await load(desk, await addPackage(desk));
  // printf 'marlow\0Lamp Room' | sha256sum
  expect(profile.profileKey).toBe('31b2f216f2127702');
});

test('a first load makes a profile with one generation, read-only, byte for byte', async () => {
  const archive = await addPackage(desk);
  const plan = planLoad(desk.db, archive, evaluateApproved(desk.db, archive)([], []));
  expect(plan).toMatchObject({
    profileKey: null,
    generation: 1,
    changed: [],
    removed: [],
    unchanged: 0,
    anchors: [],
    sourceConflict: null,
    downgrade: null,
  });
  expect([...plan.added].sort()).toEqual(Object.keys(PERSONA_FILES).sort());

  const profile = await load(desk, archive);
  expect(profile).toMatchObject({
    profileId: 'marlow',
    issuer: 'Lamp Room',
    title: 'Marlow, geometry tutor',
    badge: 'MG',
    current: 1,
    active: true,
    version: 1,
    removedUtc: null,
  });
  expect(profile.generations).toMatchObject([
    { n: 1, archiveSha256: archive, files: 7, pinned: false, loadedBy: 'ada (window)' },
  ]);
  expect(treeOf(profile.path)).toEqual(PERSONA_FILES);
  expect(statSync(join(profile.path, '.uai/taboo.uai')).mode & 0o777).toBe(0o444);
  const folder = desk.db.layout.profile(profile.profileKey);
  expect(readFileSync(join(folder, 'current'), 'utf8')).toBe('generations/1\n');
  expect(Object.keys(treeOf(folder)).filter((path) => !path.startsWith('generations/1/'))).toEqual([
    'current',
    'generations/1.json',
  ]);
  expect(getSummary(desk.db, archive)).toMatchObject({
    state: 'loaded',
    version: 2,
    loadedAs: { profileKey: profile.profileKey, generation: 1 },
  });
  expect(eventsOf(desk.db, 'profile.created', 'profile.loaded', 'anchor.changed').map((e) => e.kind)).toEqual([
    'profile.created',
    'profile.loaded',
  ]);
  expect(verifyChain(desk.db)).toMatchObject({ holds: true });
});

test('the list file gives the digests that sha256sum gives', async () => {
  const profile = await load(desk, await addPackage(desk));
  const list = JSON.parse(readFileSync(desk.db.layout.generationList(profile.profileKey, 1), 'utf8')) as {
    files: { path: string; sha256: string }[];
  };
  const lines = list.files.map((file) => `${file.sha256}  ${file.path}\n`).join('');
  expect(list.files).toHaveLength(7);
  const checked = execFileSync('sha256sum', ['--check', '--strict'], {
    cwd: profile.path,
    input: lines,
    encoding: 'utf8',
  });
  expect(
    checked
      .trim()
      .split('\n')
      .every((line) => line.endsWith(': OK')),
  ).toBe(true);
});

describe('an update', () => {
  test('that changes a file and an anchor waits for the exact authorisation', async () => {
    await load(desk, await addPackage(desk));
    const archive = await addPackage(desk, { files: updated, claims: later });
    const plan = planLoad(desk.db, archive, evaluateApproved(desk.db, archive)([], []));
    expect(plan).toMatchObject({ generation: 2, added: [], removed: [], unchanged: 5 });
    expect([...plan.changed].sort()).toEqual(['.uai/short-term-memory.uai', '.uai/taboo.uai']);
    expect(plan.anchors).toEqual([
      {
        path: '.uai/taboo.uai',
        operation: 'replace',
        oldSha256: sha256(PERSONA_FILES['.uai/taboo.uai'] ?? ''),
        newSha256: sha256(NEW_TABOO),
        authorization: 'replace .uai/taboo.uai',
      },
    ]);

    for (const authorizations of [
      [],
      ['replace .uai/totem.uai'],
      ['Replace .uai/taboo.uai'],
      ['remove .uai/taboo.uai'],
    ]) {
      expect(await refusal(() => load(desk, archive, { authorizations }))).toEqual({
        code: 'authorization-missing',
        values: { variant: 'anchor', words: 'replace .uai/taboo.uai' },
      });
    }
    expect(listProfiles(desk.db, { removed: true })[0]?.generations).toHaveLength(1);

    const profile = await load(desk, archive, { authorizations: ['replace .uai/taboo.uai'] });
    expect(profile.current).toBe(2);
    expect(treeOf(profile.path)).toEqual(updated);
    expect(treeOf(desk.db.layout.generation(profile.profileKey, 1))).toEqual(PERSONA_FILES);
    expect(eventsOf(desk.db, 'anchor.changed')).toEqual([
      {
        kind: 'anchor.changed',
        subject: profile.profileKey,
        data: {
          path: '.uai/taboo.uai',
          operation: 'replace',
          oldSha256: sha256(PERSONA_FILES['.uai/taboo.uai'] ?? ''),
          newSha256: sha256(NEW_TABOO),
          authorization: 'replace .uai/taboo.uai',
          from: 1,
          generation: 2,
        },
      },
    ]);
  });

  test('that takes an anchor out, or brings one, needs its own words', async () => {
    const { '.uai/talisman.uai': _, ...without } = PERSONA_FILES;
    await load(desk, await addPackage(desk, { files: without }));
    const full = await addPackage(desk, { claims: later });
    expect((await refusal(() => load(desk, full))).values).toMatchObject({ words: 'add .uai/talisman.uai' });
    await load(desk, full, { authorizations: ['add .uai/talisman.uai'] });
    const again = await addPackage(desk, { files: { ...without, 'docs/x.md': 'x' }, claims: later });
    expect((await refusal(() => load(desk, again))).values).toMatchObject({ words: 'remove .uai/talisman.uai' });
  });

  test('older than what is loaded is named a downgrade', async () => {
    await load(desk, await addPackage(desk, { claims: later }));
    const archive = await addPackage(desk, { files: { ...PERSONA_FILES, 'docs/x.md': 'x' } });
    const plan = planLoad(desk.db, archive, evaluateApproved(desk.db, archive)([], []));
    expect(plan.downgrade).toEqual({ loadedCreatedUtc: '2026-06-26T08:00:00Z', createdUtc: '2026-06-25T08:00:00Z' });
    await load(desk, archive);
    expect(eventsOf(desk.db, 'profile.loaded').at(-1)?.data).toMatchObject({ downgrade: plan.downgrade });
  });

  test('of what is loaded already is refused', async () => {
    const archive = await addPackage(desk);
    await load(desk, archive);
    expect((await refusal(() => load(desk, archive))).code).toBe('not-allowed-in-state');
  });
});

describe('the same id from another issuer', () => {
  let first: string;
  let other: string;
  const files = { ...PERSONA_FILES, '.uai/totem.uai': '# Totem\nSales first.\n' };
  beforeEach(async () => {
    first = (await load(desk, await addPackage(desk))).profileKey;
    other = await addPackage(desk, { files, claims: { ...later, issuer: 'Quarry', title: 'Marlow' } });
  });

  test('is told in the plan and never a silent update', async () => {
    const plan = planLoad(desk.db, other, evaluateApproved(desk.db, other)([], []));
    expect(plan.sourceConflict).toEqual({ profileKey: first, issuer: 'Lamp Room', generation: 2 });
    expect(plan.profileKey).toBe(null);
    expect(await refusal(() => load(desk, other))).toEqual({
      code: 'source-differs',
      values: { profileId: 'marlow', issuer: 'Quarry', loaded: 'Lamp Room' },
    });
    expect(getProfile(desk.db, first).generations).toHaveLength(1);
  });

  test('keep both makes a second profile', async () => {
    const second = await load(desk, other, { source: 'keep-both' });
    expect(second.profileKey).not.toBe(first);
    expect(second).toMatchObject({ profileId: 'marlow', issuer: 'Quarry', current: 1, active: false });
    expect(treeOf(getProfile(desk.db, first).path)).toEqual(PERSONA_FILES);
    expect(treeOf(second.path)).toEqual(files);
  });

  test('replace is an update of the first, with every anchor asked', async () => {
    expect((await refusal(() => load(desk, other, { source: 'replace' }))).values).toMatchObject({
      words: 'replace .uai/totem.uai',
    });
    const replaced = await load(desk, other, { source: 'replace', authorizations: ['replace .uai/totem.uai'] });
    expect(replaced).toMatchObject({ profileKey: first, issuer: 'Quarry', current: 2 });
    expect(eventsOf(desk.db, 'profile.loaded').at(-1)?.data).toMatchObject({
      issuer: 'Quarry',
      replacedIssuer: 'Lamp Room',
    });

    // The first issuer comes again: its own key is taken now, so it is asked like any other source and gets another key.
    const back = await addPackage(desk, { files: { ...PERSONA_FILES, 'docs/x.md': 'x' } });
    expect((await refusal(() => load(desk, back))).code).toBe('source-differs');
    const kept = await load(desk, back, { source: 'keep-both' });
    expect(kept.profileKey).not.toBe(first);
    expect(treeOf(getProfile(desk.db, first).path)).toEqual(files);
  });
});

describe('what refuses a load leaves everything as it was', () => {
  test('an undecided package', async () => {
    const archive = await addPackage(desk, {
      findings: [finding('security/secret', { path: 'docs/a/b.md' }, { masked: 'abcd…' })],
    });
    expect(await refusal(() => load(desk, archive))).toEqual({
      code: 'blocked-by-policy',
      values: { number: 1, clauses: 'findings' },
    });
    expect(treeOf(desk.db.layout.profiles)).toEqual({});
  });

  test('another version than the person saw', async () => {
    const archive = await addPackage(desk);
    expect((await refusal(() => load(desk, archive, { version: 7 }))).code).toBe('changed-meanwhile');
  });

  test('a policy that changes while files are written', async () => {
    const archive = await addPackage(desk);
    let asked = 0;
    const evaluate = evaluateApproved(desk.db, archive);
    const refused = await refusal(() =>
      load(desk, archive, {
        evaluate: (...args) => {
          asked += 1;
          const { clauses, policySha256 } = evaluate(...args);
          return asked === 1
            ? { accepted: true, clauses, policySha256 }
            : {
                accepted: false,
                clauses: clauses.map((c) => (c.id === 'scopes' ? { ...c, outcome: 'block' as const } : c)),
                policySha256,
              };
        },
      }),
    );
    expect(refused).toEqual({ code: 'blocked-by-policy', values: { number: 1, clauses: 'scopes' } });
    expect(treeOf(desk.db.layout.profiles)).toEqual({});
    expect(getSummary(desk.db, archive).state).toBe('in_review');
  });

  test('a blob that was changed in the quarantine', async () => {
    const archive = await addPackage(desk);
    const blob = desk.db.layout.blob(archive, sha256('Deep.\n'));
    writeFileSync(blob, 'Evil.\n');
    expect((await refusal(() => load(desk, archive))).code).toBe('damaged');
    rmSync(blob);
    expect((await refusal(() => load(desk, archive))).code).toBe('damaged');
    expect(treeOf(desk.db.layout.profiles)).toEqual({});
    const rederive = async () => new Map([[sha256('Deep.\n'), Buffer.from('Deep.\n')]]);
    expect(treeOf((await load(desk, archive, { rederive })).path)).toEqual(PERSONA_FILES);
  });

  test.each(['../evil.uai', '/etc/evil', 'a/../../evil', 'C:/evil', 'a\\evil', 'con.uai', 'a:b', '.UAI/totem.uai'])(
    'a name that somebody wrote into the database: %s',
    async (name) => {
      const archive = await addPackage(desk);
      desk.db.sql
        .prepare('UPDATE files SET path = ? WHERE archive_sha256 = ? AND path = ?')
        .run(name, archive, 'docs/a/b.md');
      expect(await refusal(() => load(desk, archive))).toMatchObject({
        code: 'bad-request',
        values: { variant: 'name' },
      });
      expect(treeOf(desk.db.layout.profiles)).toEqual({});
    },
  );
});

test('two loads into one profile at once: one wins, the other is told', async () => {
  await load(desk, await addPackage(desk));
  const a = await addPackage(desk, { files: { ...PERSONA_FILES, 'docs/x.md': 'a' }, claims: later });
  const b = await addPackage(desk, { files: { ...PERSONA_FILES, 'docs/x.md': 'b' }, claims: later });
  const ended = await Promise.allSettled([load(desk, a), load(desk, b)]);
  expect(ended.map((end) => end.status).sort()).toEqual(['fulfilled', 'rejected']);
  const profile = listProfiles(desk.db, { removed: false })[0];
  expect(profile?.generations.map((g) => g.n)).toEqual([1, 2]);
  const lost = ended[0]?.status === 'rejected' ? a : b;
  expect((await load(desk, lost)).current).toBe(3);
});
