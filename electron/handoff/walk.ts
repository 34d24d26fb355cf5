/** Looks through one bucket. Links are named and never followed; nothing is opened. */
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ScanStatus } from '../../shared/handoff.ts';
import { DEEPEST, MOST_ENTRIES } from './context.ts';
import { isPlaceholder, isUnfinishedName } from './names.ts';

export interface Sight {
  /** Path inside the bucket, with `/`, as the disk spells it. */
  readonly name: string;
  readonly status: ScanStatus;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** Changes when the file is written to, replaced or renamed over. */
  readonly stamp: string;
}

/** What lies in a bucket, in code-unit order of the names. At most `MOST_ENTRIES`; the one after that stands for the rest as `special`. */
export function walkBucket(folder: string): readonly Sight[] {
  const sights: Sight[] = [];
  const open: { path: string; name: string; depth: number }[] = [{ path: folder, name: '', depth: 0 }];
  for (let next = open.pop(); next !== undefined && sights.length <= MOST_ENTRIES; next = open.pop()) {
    for (const entry of entriesOf(next.path)) {
      const name = next.name === '' ? entry.name : `${next.name}/${entry.name}`;
      if (entry === UNREADABLE) sights.push(unreadable(next.name));
      else if (entry.isDirectory() && next.depth < DEEPEST) {
        open.push({ path: join(next.path, entry.name), name, depth: next.depth + 1 });
      } else sights.push(sightOf(join(next.path, entry.name), name));
      if (sights.length > MOST_ENTRIES) break;
    }
  }
  return sights.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

const UNREADABLE = {} as Dirent;

function entriesOf(path: string): readonly Dirent[] {
  try {
    return readdirSync(path, { withFileTypes: true });
  } catch (thrown) {
    // Gone between two looks is nothing; closed to this account is something that may hold work.
    return (thrown as NodeJS.ErrnoException).code === 'ENOENT' ? [] : [UNREADABLE];
  }
}

function unreadable(name: string): Sight {
  return { name: name === '' ? '.' : name, status: 'unreadable', sizeBytes: 0, modifiedMs: 0, stamp: '' };
}

function sightOf(path: string, name: string): Sight {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!found) return { name, status: 'settling', sizeBytes: 0, modifiedMs: 0, stamp: 'gone' };
  const sizeBytes = Number(found.size);
  const modifiedMs = Number(found.mtimeMs);
  const stamp = `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}`;
  const base = { name, sizeBytes, modifiedMs, stamp };
  if (!found.isFile()) return { ...base, status: 'special' };
  if (isUnfinishedName(name)) return { ...base, status: 'settling' };
  return { ...base, status: isPlaceholder(name, sizeBytes) ? 'placeholder' : 'pending' };
}
