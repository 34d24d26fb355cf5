/**
 * Kills a process with SIGKILL while it backs a desk up, restores one, or brings its schema to that of today: at its Nth step, and at
 * random moments in between. After each kill the desk is restarted, and everything must be there.
 */
import { spawn } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { randomFrom } from './random.ts';
import { newLayout } from './sample.ts';
import { UPKEEP, UPKEEP_NAMES, type UpkeepName } from './upkeep.ts';

export interface UpkeepRun {
  /** Kills at random moments of each work. */
  readonly random: number;
  /** Kills at steps of each phase of each work; `every` for all steps. */
  readonly perPhase: number | 'every';
  readonly seed: number;
}

export interface UpkeepFigures {
  /** Kills by work and phase: `backup zipping`; those at random moments as `backup at random`. */
  readonly kills: Readonly<Record<string, number>>;
  /** One line for each thing that was not as it must be; empty when nothing was lost. */
  readonly faults: readonly string[];
}

const VICTIM = fileURLToPath(new URL('./upkeep-victim.ts', import.meta.url));

/** Runs a victim. @param life after so many milliseconds it is killed; null leaves that to itself */
async function runVictim(folder: string, name: UpkeepName, nth: number, life: number | null) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', VICTIM, folder, name, String(nth)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, '..', 'compiled') },
  });
  const timer = life === null ? null : setTimeout(() => child.kill('SIGKILL'), life);
  const output: Buffer[] = [];
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes));
  child.stderr.on('data', (bytes: Buffer) => output.push(bytes));
  const end = await new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code)));
  if (timer) clearTimeout(timer);
  return { end, output: Buffer.concat(output).toString(), milliseconds: performance.now() - started };
}

/** Kills each of the works as told; each time on a fresh copy of the same desk. */
export async function runUpkeepKills({ random: randomKills, perPhase, seed }: UpkeepRun): Promise<UpkeepFigures> {
  const random = randomFrom(seed);
  const kills: Record<string, number> = {};
  const faults: string[] = [];
  for (const name of UPKEEP_NAMES) {
    const { prepare, faultsAfter } = UPKEEP[name];
    const template = dirname(newLayout().root);
    await prepare(template);
    const judge = async (where: string, nth: number, life: number | null) => {
      const folder = dirname(newLayout().root);
      cpSync(template, folder, { recursive: true });
      const ran = await runVictim(folder, name, nth, life);
      // Whom a random moment does not reach has done its work.
      const isRight = ran.end === 'SIGKILL' || (ran.end === 0 && nth === 0);
      if (!isRight) faults.push(`${name} ${where}: the victim ended by itself: ${String(ran.end)} ${ran.output}`);
      else faults.push(...(await faultsAfter(folder)).map((fault) => `${name} ${where}: ${fault}`));
      if (ran.end === 'SIGKILL') kills[`${name} ${where}`] = (kills[`${name} ${where}`] ?? 0) + 1;
      rmSync(folder, { recursive: true, force: true });
      return ran;
    };
    const whole = await judge('untouched', 0, null);
    const steps = JSON.parse(whole.output) as string[];
    for (const [phase, nths] of stepsByPhase(steps)) {
      const picked = perPhase === 'every' ? nths : pickSome(nths, perPhase, random);
      for (const nth of picked) await judge(phase, nth, null);
    }
    for (let n = 0; n < randomKills; n += 1) await judge('at random', 0, random() * whole.milliseconds);
  }
  return { kills, faults };
}

/** Numbers of the steps of each phase, from 1. */
function stepsByPhase(steps: readonly string[]): ReadonlyMap<string, readonly number[]> {
  return Map.groupBy(
    steps.map((_phase, index) => index + 1),
    (nth) => steps[nth - 1] ?? '',
  );
}

function pickSome(nths: readonly number[], number: number, random: () => number): readonly number[] {
  const left = [...nths];
  return Array.from({ length: Math.min(number, left.length) }, () => {
    return left.splice(Math.floor(random() * left.length), 1)[0] ?? 0;
  });
}
