/**
 * One of several programs that work on one data folder at once: imports the same files, decides by optimistic versions, purges.
 * node rival.ts FOLDER SEED ACTS. Says `ready`, waits for a line, and answers with one JSON line of what happened to its acts.
 */
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { openDatabase } from '../database/open.ts';
import { systemFiles } from '../files.ts';
import { Intake } from '../intake/import.ts';
import { problemOf } from '../problem.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { getSummary, setState, touch } from '../quarantine/packages.ts';
import { purgePackage } from '../quarantine/purge.ts';
import { sweep } from '../quarantine/recovery.ts';
import { randomFrom } from './random.ts';
import { sampleInspect } from './sample.ts';

const [folder = '', seed = '1', acts = '10'] = process.argv.slice(2);
const layout = new DataLayout(join(folder, 'data'));
const random = randomFrom(Number(seed));
const sources = JSON.parse(systemFiles.readAll(join(folder, 'sources.json')).toString()) as [string, string][];
const actor = `rival ${seed}`;
const told = new Map<string, number>();
/** Changes of versions that this program made: together they must be the versions in the end. */
let touches = 0;

/** Between looking and deciding, long enough for the others to be faster now and then. In milliseconds. */
const THOUGHT = 15;

function count(what: string): void {
  told.set(what, (told.get(what) ?? 0) + 1);
}

async function main(): Promise<void> {
  const db = openDatabase(layout);
  await sweep(db, layout, { actor });
  const intake = new Intake({ db, inspect: sampleInspect(), limits: () => DEFAULT_LIMITS });
  for (let act = 0; act < Number(acts); act += 1) {
    const [path, archive] = sources[Math.floor(random() * sources.length)] ?? ['', ''];
    const dice = random();
    try {
      if (dice < 0.5) {
        const [started] = intake.start([path], actor);
        const { stage, known, problem } = await intake.wait(started?.importId ?? '');
        count(stage === 'done' ? (known ? 'known' : 'new') : `import ${stage} ${problem?.code}`);
      } else if (dice < 0.6) {
        const { version, state } = getSummary(db, archive);
        await purgePackage(db, archive, version, actor);
        count(state === 'purged' ? 'purged already' : 'purged');
      } else if (dice < 0.7) {
        await sweep(db, layout, { actor });
        count('swept');
      } else {
        // Looks, thinks, decides: meanwhile the other one may have decided.
        const { version, state } = getSummary(db, archive);
        await new Promise((resolve) => setTimeout(resolve, random() * THOUGHT));
        db.transaction(() => {
          touch(db, archive, version);
          setState(db, archive, state === 'rejected' ? 'in_review' : 'rejected');
        });
        touches += 1;
        count('decided');
      }
    } catch (thrown) {
      const { code } = problemOf(thrown);
      if (code === 'unexpected') throw thrown;
      count(code);
    }
  }
  await intake.close();
  db.close();
  process.stdout.write(`${JSON.stringify({ told: Object.fromEntries(told), touches })}\n`);
}

// All begin together, once all have loaded their modules.
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  process.stdin.destroy();
  void main();
});
