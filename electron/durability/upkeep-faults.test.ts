/**
 * The Nth call of the file layer fails during backup, restore and migration, for every N to the end of the work, once or lastingly.
 * The work ends or says why not; then the desk is restarted and judged as after a kill.
 */
import { cpSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { systemFiles } from '../files.ts';
import { problemOf } from '../problem.ts';
import { faultyFiles, newFault } from './faulty.ts';
import { newLayout, removeLayouts } from './sample.ts';
import { UPKEEP, UPKEEP_NAMES } from './upkeep.ts';

afterAll(removeLayouts);

/** Both at every place where nobody waits for it; otherwise one of them in turn. */
const LONG = process.env.UAIX_LONG === '1';

/** How the work ended: done, or the code of its problem. */
async function endOf(work: () => Promise<void>): Promise<string> {
  try {
    await work();
    return 'done';
  } catch (thrown) {
    return problemOf(thrown).code;
  }
}

test.each(UPKEEP_NAMES)(
  '%s: whatever call fails, nothing is lost and nothing half-done stays',
  {
    timeout: 300_000,
  },
  async (name) => {
    const { prepare, act, faultsAfter } = UPKEEP[name];
    const template = dirname(newLayout().root);
    await prepare(template);
    const folder = (): string => {
      const made = dirname(newLayout().root);
      cpSync(template, made, { recursive: true });
      return made;
    };
    const whole = folder();
    const counting = newFault(0, 'EIO', false);
    await act(whole, faultyFiles(systemFiles, counting));
    expect(await faultsAfter(whole)).toEqual([]);

    const ends = new Set<string>();
    const faults: string[] = [];
    for (let nth = 1; nth <= counting.calls; nth += 1) {
      for (const lasting of LONG ? [false, true] : [nth % 2 === 0]) {
        const at = folder();
        const fault = newFault(nth, 'EIO', lasting);
        const end = await endOf(() => act(at, faultyFiles(systemFiles, fault)));
        ends.add(end);
        const found = await faultsAfter(at);
        faults.push(
          ...found.map((one) => `call ${nth} (${fault.hit[0]}${lasting ? ', lasting' : ''}, ${end}): ${one}`),
        );
      }
    }
    expect(faults).toEqual([]);
    expect(ends).toContain('io');
    expect([...ends].filter((end) => end !== 'io' && end !== 'done')).toEqual([]);
  },
);

test('whoever judges sees what is lost and what is left', async () => {
  const judged = async (name: (typeof UPKEEP_NAMES)[number], spoil: (folder: string) => void): Promise<string[]> => {
    const { prepare, act, faultsAfter } = UPKEEP[name];
    const folder = dirname(newLayout().root);
    await prepare(folder);
    await act(folder, systemFiles);
    spoil(folder);
    return await faultsAfter(folder);
  };
  const aside = (folder: string): string => {
    const [name = ''] = readdirSync(join(folder, 'data')).filter((each) => each.startsWith('replaced-'));
    return join(folder, 'data', name);
  };
  const sql = (folder: string, text: string): void => {
    const database = new Sqlite(join(folder, 'data', 'desk.sqlite'));
    database.exec(text);
    database.close();
  };
  expect(await judged('backup', (folder) => rmSync(join(folder, 'data', 'policy.json')))).toEqual([
    'its files are others',
  ]);
  await expect(judged('backup', (folder) => truncateSync(join(folder, 'desk.backup.zip'), 9))).rejects.toThrow();
  expect(await judged('restore', (folder) => rmSync(join(aside(folder), 'desk.sqlite')))).toEqual([
    'lost: the database',
  ]);
  expect(await judged('restore', (folder) => rmSync(join(aside(folder), 'policy.json')))).toEqual([
    'lost: policy.json',
  ]);
  expect(
    await judged('migration', (folder) => sql(folder, `UPDATE packages SET search_text = '' WHERE rowid = 1`)),
  ).toEqual(['2999 packages of 3000']);
});
