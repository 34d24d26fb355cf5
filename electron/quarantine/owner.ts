/**
 * Who works on an import: a process, named so that a later process with the same number is not taken for it.
 * Linux: boot, pid namespace and start ticks from /proc, exact. Elsewhere: start time in seconds, compared with a tolerance.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { performance } from 'node:perf_hooks';

export interface Owner {
  readonly pid: number;
  /** Start of the process as told by the system; the text is compared, never shown. */
  readonly started: string;
}

/** `unknown`: the system does not tell, or the owner counts pids elsewhere; then the heartbeat decides. */
export type Liveness = 'live' | 'dead' | 'unknown';

/** Between the start that the system notes and the one a process notes of itself. In seconds. */
const START_TOLERANCE = 10;

/** In milliseconds; a `ps` or PowerShell that takes longer tells nothing. */
const ASK_TIMEOUT = 10_000;

let own: Owner | null = null;

/** The running process. */
export function thisProcess(): Owner {
  own ??= { pid: process.pid, started: linuxStart(process.pid) ?? `at:${Math.round(performance.timeOrigin / 1000)}` };
  return own;
}

/** Whether the owner still runs, and is still that process. */
export function livenessOf({ pid, started }: Owner): Liveness {
  const me = thisProcess();
  if (pid === me.pid && started === me.started) return 'live';
  if (started.startsWith('linux:')) return linuxLiveness(pid, started, me.started);
  if (!exists(pid)) return 'dead';
  const noted = Number(started.replace(/^at:/, ''));
  const told = process.platform === 'linux' ? null : askStart(pid);
  if (told === null || !Number.isFinite(noted)) return 'unknown';
  return Math.abs(told - noted) <= START_TOLERANCE ? 'live' : 'dead';
}

function linuxLiveness(pid: number, started: string, mine: string): Liveness {
  const [, boot, namespace] = started.split(':');
  const [, myBoot, myNamespace] = mine.split(':');
  // Another boot of this machine: nothing of then is running.
  if (boot !== myBoot) return myBoot === undefined ? 'unknown' : 'dead';
  if (namespace !== myNamespace) return 'unknown';
  return linuxStart(pid) === started ? 'live' : 'dead';
}

/** Null where there is no /proc, or no such process. */
function linuxStart(pid: number): string | null {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name is in parentheses and may hold anything; the fields after it are counted from 3.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    // A zombie has ended; only its parent has not asked yet.
    if (state === 'Z' || state === 'X' || ticks === undefined) return null;
    return `linux:${boot}:${namespace}:${ticks}`;
  } catch {
    return null;
  }
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Start of a process in seconds since 1970, asked of the system. */
function askStart(pid: number): number | null {
  try {
    const options = { encoding: 'utf8', timeout: ASK_TIMEOUT, windowsHide: true } as const;
    const text =
      process.platform === 'win32'
        ? execFileSync(
            'powershell.exe',
            [
              '-NoProfile',
              '-NonInteractive',
              '-Command',
              `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().ToString('o')`,
            ],
            options,
          )
        : execFileSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { ...options, env: { LC_ALL: 'C' } });
    const milliseconds = Date.parse(text.trim());
    return Number.isNaN(milliseconds) ? null : Math.round(milliseconds / 1000);
  } catch {
    return null;
  }
}
