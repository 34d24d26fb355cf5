/** What must hold of a data folder at every moment at which nobody works on it. Written apart from the program's own doctor. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PackageState } from '../../shared/models.ts';
import { verifyChain } from '../database/events.ts';
import type { DeskDatabase } from '../database/open.ts';

/** Every fault of the folder as a line; empty when all holds. */
export function faultsOf(db: DeskDatabase): string[] {
  const { layout, sql } = db;
  const faults: string[] = [];
  const whole = sql.pragma('integrity_check', { simple: true });
  if (whole !== 'ok') faults.push(`integrity: ${String(whole)}`);
  if ((sql.pragma('foreign_key_check') as unknown[]).length > 0) faults.push('foreign keys');
  const { holds, broken } = verifyChain(db);
  if (!holds) faults.push(`chain: ${JSON.stringify(broken)}`);
  for (const name of readdirSync(layout.staging)) faults.push(`left in staging: ${name}`);

  const packages = sql
    .prepare<[], { archive: string; state: PackageState }>('SELECT archive_sha256 AS archive, state FROM packages')
    .all();
  const states = new Map(packages.map(({ archive, state }) => [archive, state]));
  for (const name of readdirSync(layout.quarantine)) {
    const state = states.get(name);
    if (state === undefined || state === 'purged') faults.push(`orphan: ${name} (${state ?? 'no row'})`);
  }
  for (const { archive, state } of packages) faults.push(...packageFaults(db, archive, state));
  faults.push(...profileFaults(db));
  const open = sql.prepare<[], string>('SELECT import_id FROM imports WHERE ended_utc IS NULL').pluck().all();
  for (const importId of open) faults.push(`open import: ${importId}`);
  return faults;
}

function packageFaults({ layout, sql }: DeskDatabase, archive: string, state: PackageState): string[] {
  if (state === 'purged') return [];
  const faults: string[] = [];
  if (digestOf(layout.archive(archive)) !== archive) faults.push(`archive of ${archive} (${state})`);
  const listed = sql
    .prepare<[string], string>('SELECT DISTINCT sha256 FROM files WHERE archive_sha256 = ?')
    .pluck()
    .all(archive);
  const kept = existsSync(layout.blobs(archive)) ? readdirSync(layout.blobs(archive)) : [];
  if (state === 'failed') {
    if (kept.length > 0) faults.push(`blobs of a failed package: ${archive}`);
    return faults;
  }
  for (const digest of listed) {
    if (digestOf(join(layout.blobs(archive), digest)) !== digest)
      faults.push(`blob ${digest} of ${archive} (${state})`);
  }
  for (const name of kept) if (!listed.includes(name)) faults.push(`stray blob ${name} of ${archive}`);
  const events = sql.prepare<[string], string>(`SELECT kind FROM events WHERE subject = ?`).pluck().all(archive);
  for (const kind of ['package.received', 'package.inspected']) {
    if (!events.includes(kind)) faults.push(`${archive} is ${state} without ${kind}`);
  }
  return faults;
}

/** Every generation with a row is whole, nothing else lies there, and the pointer names the current one. */
function profileFaults({ layout, sql }: DeskDatabase): string[] {
  const faults: string[] = [];
  const rows = sql
    .prepare<[], { key: string; n: number; path: string; sha256: string }>(
      'SELECT profile_key AS key, n, path, sha256 FROM generation_files',
    )
    .all();
  for (const { key, n, path, sha256 } of rows) {
    if (digestOf(join(layout.generation(key, n), path)) !== sha256) faults.push(`generation ${n} of ${key}: ${path}`);
  }
  const profiles = sql
    .prepare<[], { key: string; current: number }>('SELECT profile_key AS key, current FROM profiles')
    .all();
  for (const { key, current } of profiles) {
    const pointer = layout.currentPointer(key);
    if (!existsSync(pointer) || readFileSync(pointer, 'utf8') !== `generations/${current}\n`)
      faults.push(`pointer of ${key}`);
    const known = sql.prepare<[string], number>('SELECT n FROM generations WHERE profile_key = ?').pluck().all(key);
    const wanted = new Set(known.flatMap((n) => [String(n), `${n}.json`]));
    if (!wanted.has(String(current))) faults.push(`${key} shows a generation that is not there: ${current}`);
    for (const name of readdirSync(join(layout.profile(key), 'generations'))) {
      if (!wanted.has(name)) faults.push(`left beside the generations of ${key}: ${name}`);
    }
  }
  for (const key of readdirSync(layout.profiles)) {
    const left = profiles.some((profile) => profile.key === key)
      ? []
      : readdirSync(layout.profile(key), { recursive: true });
    for (const name of left) if (name !== 'generations') faults.push(`left in profiles: ${key}/${String(name)}`);
  }
  return faults;
}

function digestOf(path: string): string | null {
  if (!existsSync(path)) return null;
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
