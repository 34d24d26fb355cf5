/** A process that is to be killed says at each moment in which phase it is; what it wrote survives its death. */
import { constants, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { pause } from '../files.ts';
import { MARK_BYTES } from './phases.ts';

export interface Fate {
  /** File that the phase is written to. */
  readonly mark: string;
  /** The phase in which the process kills itself, and on entering it for which time; null leaves that to others. */
  readonly die: { readonly phase: string; readonly nth: number } | null;
  readonly random: () => number;
}

/** What a thread of the process is told of it, in the environment that it inherits. */
export interface FateOfThread extends Omit<Fate, 'random'> {
  readonly seed: number;
}
export const FATE_OF_THREAD = 'UAIX_FATE_OF_THREAD';

/** Longest stay in a phase besides its work: without it, phases of microseconds would never be hit. In milliseconds. */
const STAY = 2;

/** Ending of the file that names the phase in which a process killed itself: its threads may be in several phases at once. */
const DIED = '-died';

/** The phase in which a process died. Null when it died before it entered any. */
export function phaseOfDeath(mark: string): string | null {
  const path = existsSync(`${mark}${DIED}`) ? `${mark}${DIED}` : mark;
  return readFileSync(path, 'utf8').trim() || null;
}

/** @returns says that a phase is entered; does not return when that is the end */
export function marker({ mark, die, random }: Fate): (phase: string) => void {
  // Not emptied: a thread of the same process marks here, too, and each writes the whole of it.
  const file = openSync(mark, constants.O_WRONLY | constants.O_CREAT);
  let entered = 0;
  return (phase) => {
    writeSync(file, phase.padEnd(MARK_BYTES), 0);
    if (phase === die?.phase) {
      entered += 1;
      if (entered >= die.nth) {
        writeFileSync(`${mark}${DIED}`, phase);
        process.kill(process.pid, 'SIGKILL');
      }
    }
    pause(random() * STAY);
  };
}
