/**
 * Kills a working process with SIGKILL, at random moments and in each phase, and proves after each kill that nothing was lost: restart,
 * sweep, integrity, chain, hashes, no orphan, every state exactly before or after.
 *
 * SIGKILL does not take the system's cache away: that files are synced in the right order is not shown by this (docs/durability.md).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { listProfiles } from '../profiles/record.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { archivesIn, getSummary } from '../quarantine/packages.ts';
import { phaseOfDeath } from './mark.ts';
import { DIARY, type Diary, MARK, PHASES, type Phase } from './phases.ts';
import { randomFrom } from './random.ts';
import { faultsAfterRestart } from './restart.ts';
import { newLayout, sampleBytes, sha256 } from './sample.ts';

export interface KillRun {
  /** Kills at random moments. */
  readonly random: number;
  /** Kills at the entry of each phase. */
  readonly perPhase: number;
  readonly seed: number;
  readonly tell?: (line: string) => void;
}

export interface KillFigures {
  readonly kills: number;
  /** Where the kills at random moments fell, and all kills. */
  readonly random: Readonly<Record<string, number>>;
  readonly phases: Readonly<Record<Phase, number>>;
  /** Acts that were committed and told before their process was killed. */
  readonly acts: number;
  /** What came of the acts in which a kill fell. */
  readonly outcomes: Readonly<Record<string, number>>;
  readonly events: number;
  /** One line for each thing that was not as it must be; empty when nothing was lost. */
  readonly faults: readonly string[];
}

/** The longest time from start to a random kill: several acts fit in. In milliseconds. */
const LONGEST_LIFE = 500;
/** A victim that has not reached its phase by then never will. In milliseconds. */
const PATIENCE = 20_000;

const PROFILE_KEY_LENGTH = 16;

const VICTIM = fileURLToPath(new URL('./victim.ts', import.meta.url));

/** A data folder and the user's files beside it: small ones, and two of several chunks. */
function prepare(): { readonly layout: DataLayout; readonly folder: string } {
  const layout = newLayout();
  const folder = dirname(layout.root);
  const sources = Array.from({ length: 6 }, (_, index) => {
    const long = index < 2 ? 'long memory '.repeat(150_000 + index) : `note ${index}`;
    const bytes = sampleBytes({
      'title.md': `Package ${index}`,
      'profile.md': `p${index % 2}`,
      'a.md': long,
      'b.md': `b ${index}`,
    });
    const path = join(folder, `source-${index}.uaix`);
    writeFileSync(path, bytes);
    return [path, sha256(bytes)] as const;
  });
  writeFileSync(join(folder, 'sources.json'), JSON.stringify(sources));
  openDatabase(layout).close();
  return { layout, folder };
}

interface Victim {
  readonly child: ChildProcess;
  readonly output: string[];
  readonly ready: Promise<void>;
  readonly ended: Promise<NodeJS.Signals | number | null>;
}

function startVictim(folder: string, seed: number, die: readonly [Phase, number] | null): Victim {
  const args = [VICTIM, folder, String(seed), ...(die ? [die[0], String(die[1])] : [])];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    // Most of a victim's life would otherwise be the compiling of its modules.
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') },
  });
  const output: string[] = [];
  const ready = new Promise<void>((resolve) => {
    child.stdout?.on('data', (bytes: Buffer) => {
      output.push(bytes.toString());
      resolve();
    });
  });
  child.stderr?.on('data', (bytes: Buffer) => output.push(bytes.toString()));
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) =>
    child.on('exit', (code, signal) => resolve(signal ?? code)),
  );
  return { child, output, ready: Promise.race([ready, ended.then(() => {})]), ended };
}

/** Runs the kills one after the other on one folder. */
export async function runKills({
  random: randomKills,
  perPhase,
  seed,
  tell = () => {},
}: KillRun): Promise<KillFigures> {
  const { layout, folder } = prepare();
  const random = randomFrom(seed);
  const directed = PHASES.flatMap((phase) => Array.from({ length: perPhase }, () => phase));
  const plan: (Phase | null)[] = [...Array.from({ length: randomKills }, () => null), ...directed];
  const figures = {
    kills: 0,
    random: {} as Record<string, number>,
    phases: Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>,
    acts: 0,
    outcomes: {} as Record<string, number>,
    events: 0,
    faults: [] as string[],
  };
  const next = (index: number): Victim | null => {
    if (index >= plan.length) return null;
    const phase = plan[index] ?? null;
    return startVictim(folder, seed * 10_000 + index, phase && [phase, 1 + Math.floor(random() * 2)]);
  };
  let known = statesOf(layout);
  let waiting = next(0);
  for (let index = 0; waiting; index += 1) {
    const victim = waiting;
    writeFileSync(join(folder, DIARY), '');
    await victim.ready;
    victim.child.stdin?.write('go\n');
    // The next one loads its modules meanwhile; it touches nothing before it is told to go.
    waiting = next(index + 1);
    const isRandom = plan[index] === null;
    const life = isRandom ? random() * LONGEST_LIFE : PATIENCE;
    const timer = setTimeout(() => victim.child.kill('SIGKILL'), life);
    const end = await victim.ended;
    clearTimeout(timer);
    if (end !== 'SIGKILL') {
      figures.faults.push(`kill ${index}: the victim ended by itself: ${String(end)} ${victim.output.join('')}`);
      break;
    }
    const phase = (phaseOfDeath(join(folder, `${MARK}-${seed * 10_000 + index}`)) ?? 'opening') as Phase;
    figures.kills += 1;
    figures.phases[phase] += 1;
    if (isRandom) figures.random[phase] = (figures.random[phase] ?? 0) + 1;
    const where = `kill ${index} in ${phase}`;
    if (!isRandom && phase !== plan[index]) figures.faults.push(`${where}: never came to ${plan[index]}`);
    const diary = readDiary(folder);
    const checked = await checkAfter(layout, known, diary);
    figures.acts += diary.filter(({ at }) => at === 'end').length;
    figures.events = checked.events;
    if (checked.outcome) figures.outcomes[checked.outcome] = (figures.outcomes[checked.outcome] ?? 0) + 1;
    figures.faults.push(...checked.faults.map((fault) => `${where}: ${fault}`));
    known = checked.states;
    if (figures.faults.length > 0) break;
    if ((index + 1) % 100 === 0) tell(`${index + 1} kills`);
  }
  waiting?.child.kill('SIGKILL');
  for (const phase of PHASES) if (figures.phases[phase] === 0) figures.faults.push(`phase never hit: ${phase}`);
  return figures;
}

type States = ReadonlyMap<string, string>;

interface Checked {
  readonly states: States;
  readonly faults: readonly string[];
  readonly outcome: string | null;
  readonly events: number;
}

/** The restart after a kill, and everything that must hold then. */
async function checkAfter(layout: DataLayout, before: States, diary: readonly Diary[]): Promise<Checked> {
  const faults: string[] = [];
  const db = openDatabase(layout);
  try {
    const lost = diary.filter(({ seq, hash }) => seq !== undefined && hashOf(db, seq) !== hash);
    for (const { act, subject } of lost) faults.push(`a committed ${act} of ${subject} is lost`);
    faults.push(...(await faultsAfterRestart(db)));
    const states = statesIn(db);
    const { expected, inWork } = follow(before, diary);
    for (const subject of new Set([...expected.keys(), ...states.keys()])) {
      const now = states.get(subject) ?? 'none';
      const was = expected.get(subject) ?? 'none';
      const allowed = inWork === null ? [was] : afterwards(inWork, subject, was);
      if (allowed !== null && !allowed.includes(now))
        faults.push(`${subject} is ${now}, may be ${allowed.join(' or ')}`);
    }
    const outcome =
      inWork &&
      `${inWork.act}: ${(states.get(inWork.subject) ?? 'none') === (expected.get(inWork.subject) ?? 'none') ? 'before' : outcomeOf(states, inWork)}`;
    const events = db.sql.prepare<[], number>('SELECT COUNT(*) FROM events').pluck().get() ?? 0;
    return { states, faults, outcome, events };
  } finally {
    db.close();
  }
}

function outcomeOf(states: States, { subject, act }: Diary): string {
  return act !== 'retry' && states.get(subject) === 'failed' ? 'failed, can be retried' : 'after';
}

/** States of a subject after an act that was killed in its middle; null when any is right. */
function afterwards({ act, subject: changed, state }: Diary, subject: string, was: string): readonly string[] | null {
  // A load gives one profile a new generation; that its files are whole and its row is there is proven apart.
  if (act === 'load' && subject !== changed) return subject.length === PROFILE_KEY_LENGTH ? null : [was];
  if (subject !== changed) return [was];
  switch (act) {
    case 'import':
      return was === 'none' || was === 'failed' || was === 'purged' ? [was, 'failed', 'in_review'] : [was];
    case 'retry':
      return was === 'failed' ? ['failed', 'in_review'] : [was];
    case 'purge':
      return [was, 'purged'];
    case 'load':
      return [was, 'loaded'];
    case 'reject':
      return [was, 'rejected'];
    case 'roll-back':
      return [was, state ?? was];
  }
}

/** What the diary says was committed, and the act that had begun and not ended. */
function follow(before: States, diary: readonly Diary[]): { readonly expected: States; readonly inWork: Diary | null } {
  const expected = new Map(before);
  let inWork: Diary | null = null;
  for (const line of diary) {
    inWork = line.at === 'begin' ? line : null;
    if (line.at === 'end' && line.state !== undefined) expected.set(line.subject, line.state);
    if (line.profile !== undefined && line.generation !== undefined) expected.set(line.profile, line.generation);
  }
  return { expected, inWork };
}

function statesOf(layout: DataLayout): States {
  const db = openDatabase(layout);
  try {
    return statesIn(db);
  } finally {
    db.close();
  }
}

/** State of every package and current generation of every profile, by archive or profile key. */
export function statesIn(db: DeskDatabase): States {
  const states = new Map<string, string>();
  for (const archive of archivesIn(db, ['no_op', 'in_review', 'loaded', 'rejected', 'failed', 'purged'])) {
    states.set(archive, getSummary(db, archive).state);
  }
  for (const { profileKey, current } of listProfiles(db, { removed: true })) states.set(profileKey, String(current));
  return states;
}

function hashOf(db: DeskDatabase, seq: number): string | undefined {
  return db.prepared<[number], { hash: string }>('SELECT hash FROM events WHERE seq = ?').get(seq)?.hash;
}

/** The last line may be cut: the process was killed while it wrote it. */
function readDiary(folder: string): Diary[] {
  const lines = readFileSync(join(folder, DIARY), 'utf8').split('\n');
  lines.pop();
  return lines.map((line) => JSON.parse(line) as Diary);
}
