/**
 * A process that works on a data folder until it is killed: imports, purges, retries, loads, rolls back, rejects. It says at each moment in which
 * phase it is, and writes a diary of what was committed; both survive its death, since the system keeps what was written.
 *
 * node victim.ts FOLDER SEED [PHASE NTH]: with a phase, it kills itself when it enters that phase for the NTH time.
 */
import { openSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import type { Profile } from '../../shared/models.ts';
import { systemClock } from '../clock.ts';
import { readHead } from '../database/chain-head.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { Recorder } from '../desk/recorder.ts';
import { type Files, systemFiles } from '../files.ts';
import { currentFormatPackId } from '../inspector/format-packs.ts';
import { Intake } from '../intake/import.ts';
import type { ImportClerk } from '../intake/run.ts';
import { problemOf } from '../problem.ts';
import { rollbackProfile } from '../profiles/change.ts';
import { loadGeneration } from '../profiles/load.ts';
import { listProfiles } from '../profiles/record.ts';
import { sweepProfiles } from '../profiles/sweep.ts';
import { advanceImport } from '../quarantine/imports-table.ts';
import { DataLayout } from '../quarantine/layout.ts';
import { archivesIn, getSummary } from '../quarantine/packages.ts';
import { purgePackage } from '../quarantine/purge.ts';
import { recordImport } from '../quarantine/record.ts';
import { sweep } from '../quarantine/recovery.ts';
import { resourcesFolder } from '../resources.ts';
import { FATE_OF_THREAD, type FateOfThread, marker } from './mark.ts';
import { DIARY, type Diary, MARK, type Phase } from './phases.ts';
import { randomFrom } from './random.ts';
import { sampleInspect } from './sample.ts';

const [folder = '', seed = '1', phaseToDieIn, nthTime = '1'] = process.argv.slice(2);
const layout = new DataLayout(join(folder, 'data'));
const random = randomFrom(Number(seed));
// Its own file: the next victim starts while this one works.
const mark = join(folder, `${MARK}-${seed}`);
const die = phaseToDieIn === undefined ? null : { phase: phaseToDieIn, nth: Number(nthTime) };
const say = marker({ mark, die, random });
const diary = openSync(join(folder, DIARY), 'a');
const actor = 'victim (durability)';
/** As behind a window: half of the lives at random moments, and those that are to end in a phase of the thread. */
const isThreaded = die === null ? random() < 0.5 : die.phase.startsWith('thread-');
let isSweeping = false;

function enter(phase: Phase): void {
  say(isSweeping ? 'sweeping' : phase);
}

function note(line: Diary): void {
  writeSync(diary, `${JSON.stringify(line)}\n`);
}

/** Tells the phase before each call of the file layer, and kills between the call and what follows it as often as before it. */
function watchedFiles(files: Files): Files {
  const around = <T>(phase: Phase, work: () => T): T => {
    enter(phase);
    const result = work();
    enter(phase);
    return result;
  };
  return {
    ...files,
    async open(path, flags, mode) {
      if (!path.endsWith('package.uaix.part')) return await files.open(path, flags, mode);
      const file = await around('copying', () => files.open(path, flags, mode));
      return {
        ...file,
        write: (bytes) => around('copying', () => file.write(bytes)),
        sync: () => around('syncing', () => file.sync()),
      };
    },
    removeTree: (path) => around('removing', () => files.removeTree(path)),
    rename: (from, to) => around(phaseOfRename(to), () => files.rename(from, to)),
    replace: (path, bytes) =>
      around(path === layout.eventsHead ? 'witnessing' : 'pointing', () => files.replace(path, bytes)),
    makeFolder: (path) =>
      path.startsWith(layout.profiles) ? around('building', () => files.makeFolder(path)) : files.makeFolder(path),
  };
}

function phaseOfRename(to: string): Phase {
  if (basename(to) === 'package.uaix') return 'naming';
  if (dirname(to) === layout.quarantine) return 'placing';
  if (basename(to).startsWith('trash-')) return 'purging';
  return to.startsWith(layout.profiles) ? 'placing-generation' : 'placing';
}

function end(db: DeskDatabase, act: Diary['act'], subject: string, state: string): void {
  note({ at: 'end', act, subject, state, ...readHead(db) });
}

interface Room {
  readonly db: DeskDatabase;
  readonly intake: Intake;
  readonly sources: readonly (readonly [path: string, archive: string])[];
  readonly recorder: Recorder | null;
}

function pick<T>(items: readonly T[]): T | undefined {
  return items[Math.floor(random() * items.length)];
}

async function importOne({ db, intake, sources }: Room): Promise<void> {
  const [path, archive] = pick(sources) ?? ['', ''];
  note({ at: 'begin', act: 'import', subject: archive });
  const [started] = intake.start([path], actor);
  const { stage, problem } = await intake.wait(started?.importId ?? '');
  if (stage !== 'done') throw new Error(`import ended as ${stage}: ${JSON.stringify(problem)}`);
  end(db, 'import', archive, getSummary(db, archive).state);
}

async function purgeOne({ db }: Room): Promise<void> {
  const archive = pick(archivesIn(db, ['in_review', 'failed', 'loaded', 'rejected']));
  if (archive === undefined) return;
  note({ at: 'begin', act: 'purge', subject: archive });
  enter('purging');
  await purgePackage(db, archive, getSummary(db, archive).version, actor);
  end(db, 'purge', archive, 'purged');
}

async function retryOne({ db, intake }: Room): Promise<void> {
  const archive = pick(archivesIn(db, ['failed'])) ?? pick(archivesIn(db, ['in_review']));
  if (archive === undefined) return;
  note({ at: 'begin', act: 'retry', subject: archive });
  const { stage, problem } = await intake.wait(intake.retry(archive, actor).importId);
  if (stage !== 'done') throw new Error(`retry ended as ${stage}: ${JSON.stringify(problem)}`);
  end(db, 'retry', archive, getSummary(db, archive).state);
}

async function loadOne({ db }: Room): Promise<void> {
  const archive = pick(archivesIn(db, ['in_review']));
  if (archive === undefined) return;
  note({ at: 'begin', act: 'load', subject: archive });
  const { version } = getSummary(db, archive);
  // What the policy says is not the point here; that a generation is there wholly or not at all is.
  const evaluate = () => ({ accepted: true, clauses: [], policySha256: 'cd'.repeat(32) });
  let loaded: Profile;
  try {
    loaded = await loadGeneration(
      { db, clock: systemClock, actor },
      { archive, version, authorizations: [], source: 'same', evaluate },
    );
  } catch (thrown) {
    if (problemOf(thrown).code !== 'not-allowed-in-state') throw thrown;
    // Purged and given again while its generation is the current one: there is nothing to load.
    end(db, 'load', archive, getSummary(db, archive).state);
    return;
  }
  const { profileKey, current } = loaded;
  // One line for both: a kill between two lines would look like a loss.
  note({
    at: 'end',
    act: 'load',
    subject: archive,
    state: 'loaded',
    profile: profileKey,
    generation: String(current),
    ...readHead(db),
  });
}

function rollBackOne({ db }: Room): void {
  const profile = pick(listProfiles(db, { removed: false }).filter(({ generations }) => generations.length > 1));
  const to = profile && pick(profile.generations.filter(({ n }) => n !== profile.current));
  if (!profile || !to) return;
  note({ at: 'begin', act: 'roll-back', subject: profile.profileKey, state: String(to.n) });
  enter('rolling-back');
  const { profileKey, version } = profile;
  rollbackProfile({ db, clock: systemClock, actor }, { profileKey, version, to: to.n });
  enter('rolling-back');
  end(db, 'roll-back', profileKey, String(to.n));
}

/** An act of review in the recorder thread. */
async function rejectOne({ db, recorder }: Room): Promise<void> {
  const archive = recorder && pick(archivesIn(db, ['in_review']));
  if (!archive) return;
  note({ at: 'begin', act: 'reject', subject: archive });
  const { version } = getSummary(db, archive);
  const act = { name: 'rejectPackage', args: { archive, version, note: 'a reason' } } as const;
  await recorder.review({ act, actor, look: 'last' });
  end(db, 'reject', archive, 'rejected');
}

/** The real thread, on a file layer that tells its phases. */
function recorderThread(): Recorder {
  process.env[FATE_OF_THREAD] = JSON.stringify({ mark, die, seed: Number(seed) } satisfies FateOfThread);
  const unasked = (): never => {
    throw new Error('the recorder thread did not start');
  };
  return new Recorder({
    dataFolder: layout.root,
    resourcesFolder: resourcesFolder(),
    packId: currentFormatPackId(resourcesFolder()),
    entry: fileURLToPath(new URL('./victim-thread.ts', import.meta.url)),
    here: { advance: unasked, record: unasked, review: unasked },
  });
}

/** Records in this thread, which tells when it is about to commit. */
function clerkHere(db: DeskDatabase): ImportClerk {
  return {
    advance: async ({ importId, stage, archiveSha256 }) => advanceImport(db, importId, stage, archiveSha256),
    record: async (job) => recordImport(db, { ...job, clock: systemClock, afterRecord: () => enter('committing') }),
  };
}

async function work(): Promise<void> {
  enter('opening');
  const files = watchedFiles(systemFiles);
  const db = openDatabase(layout, { files });
  enter('opening');
  const recorder = isThreaded ? recorderThread() : null;
  // As behind a window, which makes ready for the first file.
  recorder?.warm();
  isSweeping = true;
  enter('sweeping');
  await sweep(db, layout, { actor });
  await sweepProfiles({ db, clock: systemClock, actor });
  enter('sweeping');
  isSweeping = false;
  const inspect = sampleInspect();
  const intake = new Intake({
    db,
    limits: () => DEFAULT_LIMITS,
    async inspect(job, options) {
      enter('inspecting');
      const report = await inspect(job, options);
      enter('inspecting');
      return report;
    },
    clerk: recorder ?? clerkHere(db),
  });
  const sources = JSON.parse(systemFiles.readAll(join(folder, 'sources.json')).toString()) as Room['sources'];
  const room = { db, intake, sources, recorder };
  const acts = [
    importOne,
    importOne,
    importOne,
    purgeOne,
    purgeOne,
    retryOne,
    loadOne,
    loadOne,
    rollBackOne,
    rejectOne,
  ];
  for (;;) await pick(acts)?.(room);
}

process.on('uncaughtException', (thrown) => {
  process.stdout.write(`fault ${JSON.stringify(problemOf(thrown))} ${thrown.stack}\n`);
  process.exit(70);
});
process.stdout.write('ready\n');
process.stdin.once('data', () => {
  void work();
});
