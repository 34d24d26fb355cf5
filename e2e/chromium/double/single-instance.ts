/** One instance per user data folder, without a socket: a lock file with the owner's process id, and a folder for messages to it. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface SecondInstance {
  readonly argv: readonly string[];
  readonly workingDirectory: string;
  readonly additionalData: unknown;
}

function ownerOf(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null; // no lock, or its owner has died
  }
}

/** @returns false when another process owns the folder; it has been left our message */
export function claimInstance(
  folder: string,
  self: SecondInstance,
  onSecond: (second: SecondInstance) => void,
): boolean {
  const lock = join(folder, 'stand-in.lock');
  const inbox = join(folder, 'stand-in-inbox');
  mkdirSync(inbox, { recursive: true });
  const owner = ownerOf(lock);
  if (owner !== null && owner !== process.pid) {
    const message = join(inbox, `${process.pid}-${Date.now()}.json`);
    writeFileSync(`${message}.part`, JSON.stringify(self));
    renameSync(`${message}.part`, message);
    return false;
  }
  rmSync(inbox, { recursive: true, force: true });
  mkdirSync(inbox, { recursive: true });
  writeFileSync(lock, String(process.pid));
  process.on('exit', () => rmSync(lock, { force: true }));
  const read = () => {
    for (const name of readdirSync(inbox).sort()) {
      if (!name.endsWith('.json')) continue;
      const path = join(inbox, name);
      const second = JSON.parse(readFileSync(path, 'utf8')) as SecondInstance;
      rmSync(path);
      onSecond(second);
    }
  };
  watch(inbox, read).unref();
  return true;
}
