/**
 * The Nth call of the file layer fails, for every N up to the end of the operation, with four errors, once and lastingly. Whatever
 * happens: the operation ends in one state that is told, the folder is exactly before or after once it is swept, and a retry succeeds.
 */
import { afterAll, expect, test } from 'vitest';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { type Files, systemFiles } from '../files.ts';
import { findSummary } from '../quarantine/packages.ts';
import { purgePackage } from '../quarantine/purge.ts';
import { sweep } from '../quarantine/recovery.ts';
import { ERRNOS, type Errno, type Fault, faultyFiles, newFault } from './faulty.ts';
import { faultsOf } from './invariants.ts';
import { type Bench, newLayout, openBench, removeLayouts, sampleBytes, sha256, take } from './sample.ts';

afterAll(removeLayouts);

const CONTENT = { 'a.md': 'alpha', 'b.md': 'beta' };
const ARCHIVE = sha256(sampleBytes(CONTENT));
const figures = { operations: 0, faults: 0, ends: new Map<string, number>() };

/** Faults that an operation may be told as. */
const TOLD = new Set([
  'io',
  'disk-full',
  'permission-denied',
  'too-many-files',
  'source-unreadable',
  'unexpected',
  'interrupted',
]);

interface Operation {
  readonly name: string;
  /** Brings the folder to the state before. */
  readonly prepare: (bench: Bench) => Promise<void>;
  /** @returns how it ended: a word, and the code of the problem that was told */
  readonly act: (bench: Bench) => Promise<readonly [string, string | null]>;
  readonly before: string;
  /** States that may hold after a sweep. */
  readonly after: readonly string[];
}

function stateOf(db: DeskDatabase): string {
  return findSummary(db, ARCHIVE)?.state ?? 'none';
}

async function importing(bench: Bench): Promise<readonly [string, string | null]> {
  const { stage, problem } = await take(bench, bench.give('m.uaix', CONTENT));
  return [stage, problem?.code ?? null];
}

async function purging({ db }: Bench): Promise<readonly [string, string | null]> {
  try {
    await purgePackage(db, ARCHIVE, findSummary(db, ARCHIVE)?.version ?? 0, 'ada (test)');
    return ['done', null];
  } catch (thrown) {
    return ['thrown', TOLD_AS[(thrown as { code?: Errno }).code ?? 'EIO']];
  }
}

const TOLD_AS: Readonly<Record<Errno, string>> = {
  EIO: 'io',
  ENOSPC: 'disk-full',
  EACCES: 'permission-denied',
  EMFILE: 'too-many-files',
};

const OPERATIONS: readonly Operation[] = [
  {
    name: 'a new file',
    prepare: async () => {},
    act: importing,
    before: 'none',
    after: ['none', 'failed', 'in_review'],
  },
  {
    name: 'a known file',
    prepare: async (bench) => void (await importing(bench)),
    act: importing,
    before: 'in_review',
    after: ['in_review'],
  },
  {
    name: 'a purged file',
    prepare: async (bench) => {
      await importing(bench);
      await purging(bench);
    },
    act: importing,
    before: 'purged',
    after: ['purged', 'failed', 'in_review'],
  },
  {
    name: 'a failed file',
    prepare: async (bench) => {
      const { db } = bench;
      const broken = openBench(bench.layout, {
        intake: {
          inspect: async () => {
            throw new Error('broken');
          },
        },
      });
      await importing({ ...broken, db });
      broken.db.close();
    },
    act: importing,
    before: 'failed',
    after: ['failed', 'in_review'],
  },
  {
    name: 'a retry',
    prepare: async (bench) => void (await importing(bench)),
    act: async ({ intake }) => {
      const { stage, problem } = await intake.wait(intake.retry(ARCHIVE).importId);
      return [stage, problem?.code ?? null];
    },
    before: 'in_review',
    after: ['in_review'],
  },
  {
    name: 'a purge',
    prepare: async (bench) => void (await importing(bench)),
    act: purging,
    before: 'in_review',
    after: ['in_review', 'purged'],
  },
];

/** A folder in its state before, opened through a file layer that fails as told from the moment `arm` is called. */
async function prepared(operation: Operation, errno: Errno, lasting: boolean) {
  const layout = newLayout();
  const bench = openBench(layout);
  await operation.prepare(bench);
  bench.db.close();
  expect(faultsOf(openDatabase(layout))).toEqual([]);
  const fault: { now: Fault } = { now: newFault(0, errno, lasting) };
  const files = new Proxy(systemFiles, {
    get: (target, name, receiver) => Reflect.get(faultyFiles(target, fault.now), name, receiver),
  }) as Files;
  const broken = openBench(layout, { files });
  return {
    layout,
    broken,
    arm(nth: number) {
      fault.now = newFault(nth, errno, lasting);
      return fault.now;
    },
  };
}

async function attempt(operation: Operation, errno: Errno, lasting: boolean, nth: number): Promise<boolean> {
  const { layout, broken, arm } = await prepared(operation, errno, lasting);
  const fault = arm(nth);
  const [end, code] = await operation.act(broken);
  arm(0);
  broken.db.close();
  figures.operations += 1;
  figures.faults += fault.hit.length;
  const where = `${operation.name}, call ${nth} (${fault.hit[0]}) fails with ${errno}${lasting ? ' and all after it' : ''}`;
  figures.ends.set(end, (figures.ends.get(end) ?? 0) + 1);

  if (code !== null) expect(TOLD.has(code), `${where}: told as ${code}`).toBe(true);
  const after = openBench(layout);
  // The fault may have been one that does not matter (a look, a removal that the sweep does): then the operation succeeds.
  const state = stateOf(after.db);
  if (end === 'done') expect(operation.after.at(-1), where).toBe(state);
  await sweep(after.db, layout, { liveness: () => 'dead' });
  expect(await sweep(after.db, layout), where).toMatchObject({ interrupted: 0, kept: 0, removed: 0, stuck: [] });
  expect(faultsOf(after.db), where).toEqual([]);
  expect(operation.after, where).toContain(stateOf(after.db));
  // What failed once succeeds when the disk is well again.
  const again = await take(after, after.give('m.uaix', CONTENT));
  expect([again.stage, stateOf(after.db)], where).toEqual(['done', 'in_review']);
  after.db.close();
  return fault.hit.length > 0;
}

for (const operation of OPERATIONS) {
  for (const lasting of [false, true]) {
    test(`${operation.name}: every call fails ${lasting ? 'from then on' : 'once'}`, async () => {
      const { broken, arm } = await prepared(operation, 'EIO', lasting);
      expect(stateOf(broken.db)).toBe(operation.before);
      const count = arm(0);
      await operation.act(broken);
      expect(count.calls).toBeGreaterThan(4);
      for (let nth = 1; nth <= count.calls; nth += 1) {
        // Each place with one error in turn keeps the run short; the long run does all four at each.
        const errnos = process.env.UAIX_LONG ? ERRNOS : [ERRNOS[nth % ERRNOS.length] ?? 'EIO'];
        for (const errno of errnos) expect(await attempt(operation, errno, lasting, nth)).toBe(true);
      }
    });
  }
}

afterAll(() => {
  const ends = [...figures.ends].map(([end, number]) => `${end} ${number}`).join(', ');
  console.info(`faults injected: ${figures.faults} in ${figures.operations} operations (${ends}); nothing lost`);
});
