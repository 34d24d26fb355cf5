/** A generation as a package again: the very archive it came from where that is whole, else a new one of the same files. */
import type { Verdict } from '../../shared/findings.ts';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { MANIFEST_PATH } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { writeArchive } from '../packer/archive.ts';
import { ProblemError, problemOf } from '../problem.ts';
import { readArchive } from '../quarantine/blobs.ts';
import { digestBytes } from '../quarantine/digest.ts';
import { getGeneration } from './record.ts';
import { readGeneration } from './verify.ts';

export interface Exported {
  readonly archive: Buffer;
  readonly sha256: string;
  /** `original`: byte for byte the package that was received. `repacked`: a new ZIP of the same files. */
  readonly manner: 'original' | 'repacked';
}

/** What the importer of this program says of an archive. */
export type Lint = (
  archive: Buffer,
  fileName: string,
) => Promise<{ readonly verdict: Verdict; readonly files: ReadonlyMap<string, string> }>;

/**
 * Exports a generation. What is handed out was inspected by the importer's own inspector: an export can never be what an import
 * refuses, and its files are those of the generation, digest for digest.
 * @param lint inspects an archive; gives verdict and the digests of its files by path
 * @throws ProblemError not-found; generation-changed; damaged when neither way gives the same files
 */
export async function exportProfile(db: DeskDatabase, profileKey: string, n: number, lint: Lint): Promise<Exported> {
  const { archiveSha256 } = getGeneration(db, profileKey, n);
  // Proven first: a generation that somebody changed is not passed on, not even from the archive.
  const contents = readGeneration(db, profileKey, n);
  const original = archiveIfWhole(db, archiveSha256);
  if (original && (await givesBack(original, contents, lint))) {
    return { archive: original, sha256: archiveSha256, manner: 'original' };
  }
  const manifest = contents.get(MANIFEST_PATH);
  if (!manifest) throw new ProblemError('damaged', { profileKey, generation: n, name: MANIFEST_PATH });
  const others = [...contents].filter(([path]) => path !== MANIFEST_PATH);
  const archive = await writeArchive([[MANIFEST_PATH, manifest], ...others], DEFAULT_LIMITS);
  if (!(await givesBack(archive, contents, lint))) {
    throw new ProblemError('damaged', { profileKey, generation: n, found: 'refused-by-inspection' });
  }
  return { archive, sha256: digestBytes(archive), manner: 'repacked' };
}

/** A file name of this program's own: nothing of the package is in it. */
export function exportName(profileKey: string, n: number): string {
  return `profile-${profileKey}-generation-${n}.uaix`;
}

function archiveIfWhole(db: DeskDatabase, archive: string): Buffer | null {
  try {
    return readArchive(db.layout, archive, db.files);
  } catch (thrown) {
    if (problemOf(thrown).code === 'damaged') return null;
    throw thrown;
  }
}

async function givesBack(archive: Buffer, contents: ReadonlyMap<string, Buffer>, lint: Lint): Promise<boolean> {
  const { verdict, files } = await lint(archive, 'export.uaix');
  if (verdict === 'no_op' || files.size !== contents.size) return false;
  return [...contents].every(([path, bytes]) => files.get(path) === digestBytes(bytes));
}
