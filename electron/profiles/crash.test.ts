/** A load, a repair or a prune that breaks off at any file operation leaves the state before it or the state after it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { verifyChain } from '../database/events.ts';
import { openDatabase } from '../database/open.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { getSummary } from '../quarantine/packages.ts';
import { faultyFiles } from './faults.ts';
import { getProfile } from './record.ts';
import { repairGeneration } from './repair.ts';
import { pruneGenerations } from './retire.ts';
import { sweepProfiles } from './sweep.ts';
import { addPackage, load, makeDesk, PERSONA_FILES, type TestDesk, treeOf } from './testing.ts';
import { verifyGeneration } from './verify.ts';

// Each case makes a desk of its own on the real disk; a busy machine may take its time.
vi.setConfig({ testTimeout: 300_000 });

const OLD = { '.uai/totem.uai': 'one\n', '.uai/persona.uai': 'one\n' };
const NEW = { ...OLD, '.uai/persona.uai': 'two\n', 'docs/x.md': 'new\n' };
const authorizations: readonly string[] = [];

/** Opens the same folder again as another run of the program does, long after. */
function reopened(desk: TestDesk): TestDesk {
  const db = openDatabase(new DataLayout(desk.root));
  return { ...desk, db, clock: { now: () => '2199-01-01T00:00:00.000Z' } };
}

async function eachFault(
  setUp: (desk: TestDesk) => Promise<string>,
  act: (desk: TestDesk, key: string) => Promise<unknown>,
  then: 'dead' | 'once',
  check: (desk: TestDesk, key: string) => Promise<void>,
): Promise<number> {
  for (let at = 0; ; at += 1) {
    const faults = faultyFiles();
    const desk = makeDesk(faults.files);
    const key = await setUp(desk);
    faults.arm(at, then);
    const ended = await act(desk, key).then(
      () => 'done',
      (thrown: NodeJS.ErrnoException) => thrown.code ?? String(thrown),
    );
    const reached = faults.done() > at;
    faults.disarm();
    if (reached && ended !== 'done') expect(ended).toBe('ENOSPC');
    desk.db.close();
    const after = reopened(desk);
    await sweepProfiles(after);
    await check(after, key);
    after.close();
    if (!reached) {
      expect(ended).toBe('done');
      return at;
    }
  }
}

function requireWhole({ db }: TestDesk, key: string): void {
  const profile = getProfile(db, key);
  for (const { n } of profile.generations) expect(verifyGeneration(db, key, n)).toEqual([]);
  expect(readFileSync(db.layout.currentPointer(key), 'utf8')).toBe(`generations/${profile.current}\n`);
  const names = readdirSync(join(db.layout.profile(key), 'generations')).sort();
  expect(names).toEqual(profile.generations.flatMap(({ n }) => [String(n), `${n}.json`]).sort());
  expect(verifyChain(db).holds).toBe(true);
}

test.each(['dead', 'once'] as const)('load, %s', async (then) => {
  let update = '';
  let before = 0;
  let after = 0;
  const faults = await eachFault(
    async (desk) => {
      const { profileKey } = await load(desk, await addPackage(desk, { files: OLD }));
      update = await addPackage(desk, { files: NEW, claims: { createdUtc: '2026-06-26T08:00:00Z' } });
      return profileKey;
    },
    (desk) => load(desk, update, { authorizations }),
    then,
    async (desk, key) => {
      requireWhole(desk, key);
      const profile = getProfile(desk.db, key);
      if (profile.current === 1) {
        before += 1;
        expect(treeOf(profile.path)).toEqual(OLD);
        expect(getSummary(desk.db, update).state).toBe('in_review');
        const again = await load(desk, update, { authorizations });
        expect(again.current).toBe(2);
      } else {
        after += 1;
        expect(getSummary(desk.db, update).state).toBe('loaded');
      }
      expect(treeOf(getProfile(desk.db, key).path)).toEqual(NEW);
      requireWhole(desk, key);
    },
  );
  expect(faults).toBeGreaterThan(20);
  expect(before).toBeGreaterThan(15);
  expect(after).toBeGreaterThan(0);
});

test('a first load, dead', async () => {
  let archive = '';
  await eachFault(
    async (desk) => {
      archive = await addPackage(desk, { files: OLD });
      return '';
    },
    (desk) => load(desk, archive),
    'dead',
    async (desk) => {
      if (getSummary(desk.db, archive).state === 'in_review') {
        expect(desk.db.sql.prepare('SELECT COUNT(*) FROM profiles').pluck().get()).toBe(0);
        await load(desk, archive);
      }
      const { loadedAs } = getSummary(desk.db, archive);
      requireWhole(desk, loadedAs?.profileKey ?? '');
    },
  );
});

test.each(['dead', 'once'] as const)('repair, %s', async (then) => {
  await eachFault(
    async (desk) => {
      const { profileKey, path } = await load(desk, await addPackage(desk, { files: PERSONA_FILES }));
      const { db } = desk;
      db.files.setMode(join(path, 'docs/a/b.md'), 0o600);
      db.files.replace(join(path, 'docs/a/b.md'), 'Evil.\n');
      return profileKey;
    },
    (desk, key) => repairGeneration(desk, key, 1),
    then,
    async (desk, key) => {
      if (verifyGeneration(desk.db, key, 1).length > 0) await repairGeneration(desk, key, 1);
      requireWhole(desk, key);
      expect(treeOf(getProfile(desk.db, key).path)).toEqual(PERSONA_FILES);
    },
  );
});

test('prune, dead', async () => {
  await eachFault(
    async (desk) => {
      const { profileKey } = await load(desk, await addPackage(desk, { files: OLD }));
      await load(desk, await addPackage(desk, { files: NEW }));
      return profileKey;
    },
    (desk, profileKey) => pruneGenerations(desk, { profileKey, version: 2, generations: [1] }),
    'dead',
    async (desk, key) => {
      requireWhole(desk, key);
      expect(treeOf(getProfile(desk.db, key).path)).toEqual(NEW);
      expect([1, 2]).toContain(getProfile(desk.db, key).generations.length);
    },
  );
});
