/** Peak memory of a program and of every process it starts, as Linux counts it (VmHWM). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Command } from './programs.ts';

/** Often enough that the last look comes shortly before the end, where the peak is known. In milliseconds. */
const LOOK_EVERY = 5;

/** Peak resident memory in MiB. */
export interface Peak {
  /** The program itself. */
  readonly ownMiB: number;
  /** The largest of the processes it started; null when it started none. */
  readonly helperMiB: number | null;
}

/** Runs a program once, apart from all timing, since looking costs time. Null where the system does not tell. */
export async function peakMemory([program, ...args]: Command): Promise<Peak | null> {
  if (!existsSync('/proc/self/status')) return null;
  const child = spawn(program, args, { stdio: 'ignore' });
  const peaks = new Map<number, number>();
  const own = child.pid;
  if (own === undefined) throw new Error(`${program} cannot be started`);
  const timer = setInterval(() => look(own, peaks), LOOK_EVERY);
  try {
    await once(child, 'exit');
  } finally {
    clearInterval(timer);
  }
  const helpers = [...peaks].filter(([pid]) => pid !== own).map(([, mib]) => mib);
  return { ownMiB: peaks.get(own) ?? 0, helperMiB: helpers.length > 0 ? Math.max(...helpers) : null };
}

function look(pid: number, peaks: Map<number, number>): void {
  try {
    // It only grows, but for the moment before a new process runs its own program and shows the memory of its parent: the last look counts.
    const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (peak !== undefined) peaks.set(pid, Number(peak) / 1024);
    for (const thread of readdirSync(`/proc/${pid}/task`)) {
      const children = readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean);
      for (const each of children) look(Number(each), peaks);
    }
  } catch {
    // The process has ended between two looks.
  }
}
