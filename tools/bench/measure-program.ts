/** The program itself: its start, its window, what grows with the desk, and how long it leaves its windows alone. */
import { join } from 'node:path';
import { fillQueue } from '../measure/data.ts';
import { type Contestant, type Row, rowOf, runInTurn } from './contest.ts';
import { INPUT_NAMES } from './inputs.ts';
import { peakMemory } from './memory.ts';
import type { Place } from './place.ts';
import { askProgram, type Sample } from './programs.ts';
import { emptyNode } from './yardsticks.ts';

/** A start takes so little that more of them are needed for a steady median. */
const START_RUNS = { full: 4, quick: 1 } as const;

export async function measureStart(place: Place): Promise<readonly Row[]> {
  const ours = (id: string, ...args: readonly string[]): Contestant => {
    const command = place.uaix(...args);
    return {
      id,
      what: `uaix ${args.join(' ')}`,
      run: () => place.stopwatch.run(command),
      peak: () => peakMemory(command),
    };
  };
  const contestants = [ours('help', '--help'), ours('version', '--version'), ours('rules', 'rules'), emptyNode(place)];
  return runInTurn(
    { name: 'start', about: 'command line', contestants },
    place.runs * START_RUNS[place.size],
    place.say,
  );
}

/** Lengths that are compared; the first is the yardstick of the second. */
export const QUEUES = { full: [10, 10_000], quick: [10, 100] } as const;
export const CHAINS = { full: [10, 100_000], quick: [10, 1_000] } as const;

export async function measureQueue(place: Place): Promise<readonly Row[]> {
  return place.inFolder(async (folder) => {
    const contestants: Contestant[] = [];
    for (const [at, packages] of QUEUES[place.size].entries()) {
      const dataFolder = join(folder, String(packages));
      place.say(`queue: writing ${packages} packages`);
      await fillQueue(dataFolder, packages);
      contestants.push({
        id: at === 0 ? 'short' : 'long',
        what: `first page of ${packages.toLocaleString('en')} packages`,
        run: () => askProgram<Sample>(place.inside('queue.ts', { dataFolder })),
      });
    }
    return runInTurn({ name: 'queue', about: 'queue', contestants }, place.runs, place.say);
  });
}

export async function measureChain(place: Place): Promise<readonly Row[]> {
  type Answered = Readonly<Record<'append' | 'verify', Sample>>;
  const rows: Row[] = [];
  const lengths = CHAINS[place.size];
  const samples = lengths.map((): Answered[] => []);
  const folders = lengths.map(() => place.freshFolder());
  for (let round = 1; round <= place.runs; round += 1) {
    place.say(`chain: ${round} of ${place.runs}`);
    for (const [at, events] of lengths.entries()) {
      const ask = { dataFolder: folders[at], events };
      samples[at]?.push(await askProgram<Answered>(place.inside('chain.ts', ask)));
    }
  }
  for (const [at, events] of lengths.entries()) {
    const length = at === 0 ? 'short' : 'long';
    const shown = events.toLocaleString('en');
    const named = { contest: 'chain', about: 'event chain' };
    const of = (kind: 'append' | 'verify'): readonly Sample[] => samples[at]?.map((each) => each[kind]) ?? [];
    rows.push(rowOf({ ...named, id: `append-${length}`, what: `one more event after ${shown}` }, of('append')));
    const each = of('verify').map((sample) => perItem(sample, events));
    rows.push(rowOf({ ...named, id: `verify-${length}`, what: `proof of ${shown} events, per event` }, each));
  }
  return rows;
}

function perItem({ wallMs, cpuMs }: Sample, items: number): Sample {
  return { wallMs: wallMs / items, cpuMs: cpuMs === null ? null : cpuMs / items };
}

const PACKAGES = { full: 20, quick: 3 } as const;

export async function measureBlocking(place: Place): Promise<readonly Row[]> {
  const inputs = await Promise.all(INPUT_NAMES.map((name) => place.input(name)));
  const packages = PACKAGES[place.size];
  const editions: string[] = [];
  for (let edition = 1; edition <= packages; edition += 1)
    editions.push((await place.input('small-500', edition)).path);
  const block = (paths: readonly string[]) => () =>
    place.inFolder((folder) =>
      askProgram<Sample>(place.inside('blocking.ts', { dataFolder: join(folder, 'data'), paths })),
    );
  const contestants: readonly Contestant[] = [
    { id: 'twenty', what: `longest block, ${packages} packages of ${inputs[1]?.entries} files`, run: block(editions) },
    { id: 'inputs', what: 'longest block, the inputs one after the other', run: block(inputs.map(({ path }) => path)) },
  ];
  return runInTurn({ name: 'block', about: 'main process', contestants }, place.runs, place.say);
}
