/**
 * Looks into a handed-over file in the inspector's own process, as the only file of an archive: what hangs, crashes or fills memory
 * there costs this one look, and a window never waits for it.
 */
import { type Finding, finding } from '../../shared/findings.ts';
import { DEFAULT_LIMITS, type Limits } from '../../shared/limits.ts';
import type { FileKind, InspectionReport } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { ProblemError } from '../problem.ts';
import { extensionOf } from './blocked.ts';
import { newTakingPath } from './copies.ts';
import { oneFileArchive } from './one-file-archive.ts';

/** Inspects an archive in the inspector's process. @throws ProblemError inspector-crashed, inspector-timeout, inspector-memory */
export type InspectArchive = (job: {
  readonly archivePath: string;
  readonly fileName: string;
  readonly stagingFolder: null;
  readonly limits: Limits;
}) => Promise<InspectionReport>;

export interface LookedInto {
  readonly kind: FileKind;
  /** Findings about the file itself, with `path` as theirs. */
  readonly findings: readonly Finding[];
}

/** Families that judge a file by itself; the others judge a package. */
const OF_A_FILE = /^(?:type|security|spec04)\//;
const LIMITS: Limits = DEFAULT_LIMITS;

/**
 * @param path by which findings name the file
 * @param name as the sender gave it: its extension says how to read it
 */
export async function lookInto(
  db: DeskDatabase,
  inspect: InspectArchive,
  bytes: Buffer,
  { path, name }: { readonly path: string; readonly name: string },
): Promise<LookedInto> {
  const entry = `docs/file${/^[a-z0-9]{1,10}$/.test(extensionOf(name)) ? `.${extensionOf(name)}` : ''}`;
  const archivePath = newTakingPath(db);
  db.files.replace(archivePath, oneFileArchive(entry, bytes));
  try {
    const report = await inspect({ archivePath, fileName: 'file.uaix', stagingFolder: null, limits: LIMITS });
    const found = report.findings.filter((one) => one.path === entry && OF_A_FILE.test(one.rule));
    return {
      kind: report.files.find((file) => file.path === entry)?.kind ?? 'binary',
      findings: found.map((one) => ({ ...one, path })),
    };
  } catch (thrown) {
    if (!(thrown instanceof ProblemError) || !thrown.problem.code.startsWith('inspector-')) throw thrown;
    // A file made to break its reader is taken in unread, and a person is told so.
    return { kind: 'binary', findings: [finding('security/scan-limit', { path }, { variant: thrown.problem.code })] };
  } finally {
    db.files.remove(archivePath);
  }
}
