/** The program's log: what happened, by code and number. No text of a package, no path inside one, no secret gets here. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

export type LogLevel = 'info' | 'warning' | 'fault';

/** Only values that cannot carry foreign text: numbers, flags, and words of our own code. */
export type LogValues = Readonly<Record<string, string | number | boolean>>;

export interface Log {
  readonly path: string;
  write(level: LogLevel, what: string, values?: LogValues): void;
}

/** Large enough for weeks, small enough to attach to a report. */
const MAX_BYTES = 1024 * 1024;
const KEPT = 3;
/** A single value may not flood the log. */
const MAX_VALUE = 300;

/** One line of the log: JSON, so that no value can forge a line. */
export function logLine(utc: string, level: LogLevel, what: string, values: LogValues): string {
  const short = Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, MAX_VALUE) : value]),
  );
  return `${JSON.stringify({ utc, level, what, ...short })}\n`;
}

/** Opens the log. A log that cannot be written never stops the program. */
export function openLog(folder: string, now: () => Date = () => new Date()): Log {
  const path = join(folder, 'uaix-desktop.log');
  return {
    path,
    write(level, what, values = {}) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        rotate(path);
        appendFileSync(path, logLine(now().toISOString(), level, what, values));
      } catch {
        // full or read-only disk: the desk tells the person, the log cannot
      }
    },
  };
}

function rotate(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < MAX_BYTES) return;
  for (let n = KEPT - 1; n >= 1; n -= 1) {
    const older = n === 1 ? path : `${path}.${n - 1}`;
    if (statSync(older, { throwIfNoEntry: false })) renameSync(older, `${path}.${n}`);
  }
}
