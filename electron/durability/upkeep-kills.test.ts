import { afterAll, expect, test } from 'vitest';
import { removeLayouts } from './sample.ts';
import { runUpkeepKills } from './upkeep-kills.ts';

afterAll(removeLayouts);

/** Every step and many moments where nobody waits for it. */
const LONG = process.env.UAIX_LONG === '1';

test('killed during backup, restore or migration: nothing is lost, and nothing half-done stays', {
  timeout: LONG ? 1_800_000 : 240_000,
}, async () => {
  const { kills, faults } = await runUpkeepKills({
    random: LONG ? 30 : 2,
    perPhase: LONG ? 'every' : 1,
    seed: Number(process.env.UAIX_SEED ?? 7),
  });
  console.info(`kills: ${JSON.stringify(kills)}`);
  expect(faults).toEqual([]);
  const phases = (work: string): string[] =>
    Object.keys(kills).filter((where) => where.startsWith(work) && !where.endsWith('at random'));
  expect([...phases('backup'), ...phases('restore'), ...phases('migration')]).toEqual([
    'backup snapshotting',
    'backup reading',
    'backup zipping',
    'backup naming',
    'backup syncing',
    'backup tidying',
    'restore unpacking',
    'restore syncing',
    'restore witnessing',
    'restore executing',
    'restore moving-out',
    'restore moving-in',
    'restore tidying',
    'migration tidying',
    'migration naming',
    'migration syncing',
    'migration executing',
  ]);
});
