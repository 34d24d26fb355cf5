/** The way of one package through an open desk: import, review, load, and back from the next edition. Each step by itself, without any start. */
import { value } from '../../../electron/desk/testing.ts';
import { answer, question, timed } from './answer.ts';
import { takeIn, warmDesk } from './desk.ts';

const { dataFolder, first, second } = question<Readonly<Record<'dataFolder' | 'first' | 'second', string>>>();
const opened = await warmDesk(dataFolder);
const { desk } = opened;

/** Approves every file by its name, as a person has to. */
async function approve(archive: string): Promise<void> {
  const { version, files } = value(await desk.getPackage({ archive }));
  const paths = files.map(({ path }) => path);
  value(await desk.decideFiles({ archive, version, paths, decision: 'approved', manner: 'single', note: null }));
}

async function load(archive: string) {
  const { version } = value(await desk.planLoad({ archive }));
  return value(await desk.loadPackage({ archive, version, authorizations: [], source: 'same' }));
}

try {
  const imported = await timed(() => takeIn(opened, [first]));
  const [archive = ''] = imported.value;
  const reviewed = await timed(() => desk.getPackage({ archive }));
  value(reviewed.value);
  await approve(archive);
  const loaded = await timed(() => load(archive));
  const [next = ''] = await takeIn(opened, [second]);
  await approve(next);
  const { profileKey, version, current } = await load(next);
  const back = await timed(() => desk.rollbackProfile({ profileKey, version, to: current - 1 }));
  value(back.value);
  const steps = { import: imported, review: reviewed, load: loaded, rollback: back };
  // The inspector's share of an import is in no number of this process.
  answer(
    Object.fromEntries(
      Object.entries(steps).map(([name, { wallMs, cpuMs }]) => [
        name,
        { wallMs, cpuMs: name === 'import' ? null : cpuMs },
      ]),
    ),
  );
} finally {
  await opened.close();
}
