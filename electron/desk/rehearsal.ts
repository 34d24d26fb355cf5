/** Before the first file comes: the inspector inspects a sample of ours, so that its expressions are compiled when it matters. */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import type { InspectionReport } from '../../shared/models.ts';
import type { InspectorPool } from '../inspector/pool.ts';
import type { DataLayout } from '../quarantine/layout.ts';
import { TRASH } from '../quarantine/purge.ts';

/**
 * Inspects a private copy of an archive and keeps nothing. The copy lies where everything is swept that a killed program left.
 * @param archive a sample package that came with the program
 * @throws ProblemError what an inspection throws; NodeJS.ErrnoException when the copy cannot be made
 */
export async function rehearse(pool: InspectorPool, layout: DataLayout, archive: string): Promise<InspectionReport> {
  await pool.warm();
  const folder = join(layout.staging, `${TRASH}${randomUUID()}`);
  try {
    await mkdir(folder);
    const copy = join(folder, 'archive');
    await copyFile(archive, copy);
    const job = { archivePath: copy, fileName: 'sample.uaix', stagingFolder: null, limits: DEFAULT_LIMITS };
    return await pool.inspect(job);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
