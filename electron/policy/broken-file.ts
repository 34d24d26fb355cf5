/** A broken policy file is never thrown away: a copy stays beside the one that takes its place. */
import { dirname, join } from 'node:path';
import type { Files } from '../files.ts';

/** Where a broken file was kept. */
export interface KeptFile {
  readonly name: string;
  readonly path: string;
  /** Undoes the keeping as far as the policy's own place is empty by it. */
  putBack(): void;
}

/**
 * Keeps a broken policy file as `policy.broken-<utc>.json` beside it, under a name that is free. A file too long to be read
 * (`bytes` null) is moved, any other copied: a crash in between then leaves the broken file in force, which loads nothing.
 * @param utc ISO 8601, of the act that replaces it
 */
export function keepBroken(
  files: Files,
  { path, bytes }: { readonly path: string; readonly bytes: Buffer | null },
  utc: string,
): KeptFile {
  const folder = dirname(path);
  const name = freeName(files, folder, `policy.broken-${utc.replace(/\.\d+/, '').replace(/[-:]/g, '')}`);
  const kept = join(folder, name);
  if (bytes === null) files.rename(path, kept);
  else files.replace(kept, bytes);
  return {
    name,
    path: kept,
    putBack() {
      if (bytes === null) files.rename(kept, path);
      else files.remove(kept);
    },
  };
}

function freeName(files: Files, folder: string, stem: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? `${stem}.json` : `${stem}-${n}.json`;
    if (files.look(join(folder, name)) === null) return name;
  }
}
