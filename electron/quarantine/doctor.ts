/** Examines the whole data folder, row by row of a table, and repairs what can be repaired without guessing. */
import type { Problem } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { systemFiles } from '../files.ts';
import type { Rederive } from './blobs.ts';
import { checkArchives, checkBlobs, checkGenerations } from './doctor-bytes.ts';
import { checkBackups, checkCounts, checkDatabase, checkEvents, checkWitness } from './doctor-database.ts';
import { checkImports, checkOrphans, checkPermissions, checkSpace } from './doctor-folder.ts';
import { type DoctorCheck, type DoctorRow, type Examined, row } from './doctor-row.ts';
import type { DataLayout } from './layout.ts';

export { DOCTOR_CHECKS, type DoctorRow } from './doctor-row.ts';

export interface DoctorOptions {
  /** Puts right what is repairable. */
  readonly repair?: boolean;
  readonly actor?: string;
  /** Without it a damaged blob can be named, not restored. */
  readonly rederive?: Rederive;
  /** What is wrong with the policy file; null when it can be read. */
  readonly policyProblem?: () => Problem | null;
  /** Looks at the private copies of handed-over files. */
  readonly handoff?: (db: DeskDatabase) => Promise<Examined[]>;
}

/** Reasons with a sentence of their own. */
const UNOPENED: readonly string[] = ['database-damaged', 'database-newer', 'database-locked'];

/** Every check; each gives at least one row. Bytes are read and digested wholly, so this takes as long as reading the folder. */
export async function examine(db: DeskDatabase, options: DoctorOptions = {}): Promise<DoctorRow[]> {
  const { rederive, policyProblem, handoff, actor = 'doctor' } = options;
  const checks: readonly (readonly [DoctorCheck, () => Examined[] | Promise<Examined[]>])[] = [
    ['database', () => checkDatabase(db)],
    ['counts', () => checkCounts(db)],
    ['events', () => checkEvents(db)],
    ['witness', () => checkWitness(db)],
    ['backups', () => checkBackups(db.layout, db.files)],
    ['archives', () => checkArchives(db)],
    ['blobs', () => checkBlobs(db, rederive)],
    ['generations', () => checkGenerations(db)],
    ['handoff', () => handoff?.(db) ?? []],
    ['imports', () => checkImports(db, actor)],
    ['orphans', () => checkOrphans(db, actor)],
    ['permissions', () => checkPermissions(db)],
    ['space', () => checkSpace(db)],
    ['policy', () => checkPolicy(db.layout, policyProblem)],
  ];
  const rows: Examined[] = [];
  for (const [check, work] of checks) rows.push(...(await examined(check, work)));
  const told: DoctorRow[] = [];
  for (const { repair, ...row } of rows) told.push(options.repair && repair ? await repaired(row, repair) : row);
  return told;
}

/**
 * What can be said of a folder whose database cannot be opened: why, and which copies of it there are.
 * @param problem as `openDatabase` gave it
 */
export function examineUnopened(layout: DataLayout, problem: Problem): DoctorRow[] {
  const { code, values } = problem;
  return [
    row('database', layout.database, 'damaged', UNOPENED.includes(code) ? `problem-${code}` : 'problem-other', values),
    ...checkBackups(layout, systemFiles),
  ];
}

/** A check that cannot be made is a row too: on a damaged database most of them end that way. */
async function examined(check: DoctorCheck, work: () => Examined[] | Promise<Examined[]>): Promise<Examined[]> {
  try {
    return await work();
  } catch (thrown) {
    return [
      row(check, '', 'damaged', 'unexamined', { message: thrown instanceof Error ? thrown.message : String(thrown) }),
    ];
  }
}

async function repaired(found: DoctorRow, repair: NonNullable<Examined['repair']>): Promise<DoctorRow> {
  try {
    return (await repair()) ? { ...found, state: 'ok', repaired: true } : found;
  } catch {
    // The row keeps its state: it could not be put right, for the reason that the other rows (space, permissions) tell.
    return found;
  }
}

function checkPolicy(layout: DataLayout, policyProblem: DoctorOptions['policyProblem']): DoctorRow[] {
  const problem = policyProblem?.() ?? null;
  if (!policyProblem) return [];
  if (problem === null) return [row('policy', layout.policy, 'ok', 'policy-readable')];
  return [row('policy', layout.policy, 'damaged', 'policy-broken', problem.values)];
}
