/** Inspection, import, review, load and rollback of the inputs, beside the yardsticks. */
import { join } from 'node:path';
import { type Contest, type Contestant, type Row, rowOf, runInTurn } from './contest.ts';
import { INPUT_NAMES, type Input, type InputName } from './inputs.ts';
import { peakMemory } from './memory.ts';
import type { Place } from './place.ts';
import { askProgram, type Sample } from './programs.ts';
import { emptyNode, python, sevenZip, unzipAll, unzipTest, yauzl } from './yardsticks.ts';

/** Exit code of `uaix lint` and `uaix import` for packages that nothing refuses: the inputs are valid. */
const ACCEPTED = [0];

/** The package on which single steps of a desk are looked at. */
const STEPS: readonly InputName[] = ['persona', 'small-500', 'small-5000', 'large-50'];

export async function measureInspection(place: Place): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of INPUT_NAMES) {
    const input = await place.input(name);
    rows.push(...(await runInTurn(inspectionContest(place, input), place.runs, place.say)));
  }
  return rows;
}

function inspectionContest(place: Place, { name, title, path }: Input): Contest {
  const lint = place.uaix('lint', path);
  const warm: Sample[] = [];
  const alone = async (): Promise<Sample> => {
    const both = await askProgram<Readonly<Record<'first' | 'warm', Sample>>>(place.inside('inspection.ts', { path }));
    warm.push(both.warm);
    return both.first;
  };
  /** The second inspection of the process that has just made the first. */
  const again = async (): Promise<Sample> => warm.pop() ?? Promise.reject(new Error('nothing was inspected yet'));
  const contestants: readonly Contestant[] = [
    { id: 'lint', what: 'uaix lint', run: () => place.stopwatch.run(lint, ACCEPTED), peak: () => peakMemory(lint) },
    { id: 'first', what: 'inspection, without any start', run: alone },
    { id: 'warm', what: 'inspection, code warm', run: again },
    ...python(place, path),
    ...unzipTest(place, path),
    ...sevenZip(place, path),
    ...yauzl(place, path),
  ];
  return { name: `inspect/${name}`, about: title, contestants };
}

export async function measureImport(place: Place): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of INPUT_NAMES) {
    const { title, path } = await place.input(name);
    const cold = (folder: string) => place.uaix('import', path, '--data', join(folder, 'data'));
    const contestants: readonly Contestant[] = [
      {
        id: 'import',
        what: 'uaix import, fresh data folder',
        run: () => place.inFolderOfMany((folder) => place.stopwatch.run(cold(folder), ACCEPTED)),
        peak: () => place.inFolderOfMany((folder) => peakMemory(cold(folder))),
      },
      ...unzipTest(place, path),
      ...unzipAll(place, path),
    ];
    rows.push(...(await runInTurn({ name: `import/${name}`, about: title, contestants }, place.runs, place.say)));
  }
  return rows;
}

const STEP_TEXTS = {
  import: 'import, desk warm',
  review: 'open for review',
  load: 'load',
  rollback: 'rollback',
} as const;

type Step = keyof typeof STEP_TEXTS;

export async function measureSteps(place: Place): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const name of STEPS) {
    const { title, path } = await place.input(name);
    const second = (await place.input(name, 2)).path;
    const samples: Readonly<Record<Step, Sample>>[] = [];
    for (let round = 1; round <= place.runs; round += 1) {
      place.say(`steps/${name}: ${round} of ${place.runs}`);
      samples.push(
        await place.inFolderOfMany((folder) =>
          askProgram(place.inside('journey.ts', { dataFolder: join(folder, 'data'), first: path, second })),
        ),
      );
    }
    for (const [id, what] of Object.entries(STEP_TEXTS)) {
      rows.push(
        rowOf(
          { contest: `steps/${name}`, id, about: title, what },
          samples.map((each) => each[id as Step]),
        ),
      );
    }
  }
  return rows;
}

/** A short thing needs more looks. */
const SHORT_RUNS = { full: 3, quick: 1 } as const;

export async function measureDrop(place: Place): Promise<readonly Row[]> {
  const { path, title } = await place.input('persona');
  const contestants: readonly Contestant[] = [
    {
      id: 'drop',
      what: 'drop on an open window, to the verdict',
      run: () =>
        place.inFolder((folder) =>
          askProgram<Sample>(place.inside('drop.ts', { dataFolder: join(folder, 'data'), path })),
        ),
    },
    {
      id: 'lint',
      what: 'uaix lint',
      run: () => place.stopwatch.run(place.uaix('lint', path), ACCEPTED),
    },
    {
      id: 'import',
      what: 'uaix import, fresh data folder',
      run: () =>
        place.inFolder((folder) =>
          place.stopwatch.run(place.uaix('import', path, '--data', join(folder, 'data')), ACCEPTED),
        ),
    },
    emptyNode(place),
  ];
  return runInTurn({ name: 'drop', about: title, contestants }, place.runs * SHORT_RUNS[place.size], place.say);
}
