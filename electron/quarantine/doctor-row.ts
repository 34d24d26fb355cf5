/** Rows of the doctor's table. */

/** Subjects of examination, in the order of the table. */
export const DOCTOR_CHECKS = [
  'database',
  'counts',
  'events',
  'witness',
  'backups',
  'archives',
  'blobs',
  'generations',
  'handoff',
  'imports',
  'orphans',
  'permissions',
  'space',
  'policy',
] as const;
export type DoctorCheck = (typeof DOCTOR_CHECKS)[number];

/** One row of the doctor's table. The sentence is made from `detail` and `values` by the locales (`doctor.json`). */
export interface DoctorRow {
  readonly check: DoctorCheck;
  /** Path in the data folder, digest, or what the row is about; empty for the whole. */
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'damaged';
  /** Key of the sentence. */
  readonly detail: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** `--repair` can put it right without losing or guessing anything. */
  readonly repairable: boolean;
  /** It was damaged or worth a warning, and has been put right by this run. */
  readonly repaired: boolean;
}

/** A row with the way to put it right; it answers whether that worked. */
export interface Examined extends DoctorRow {
  readonly repair?: () => Promise<boolean> | boolean;
}

/** A row that cannot be repaired. */
export function row(
  check: DoctorCheck,
  subject: string,
  state: DoctorRow['state'],
  detail: string,
  values: DoctorRow['values'] = {},
): DoctorRow {
  return { check, subject, state, detail, values, repairable: false, repaired: false };
}
