/** Two generations of a profile side by side: which files came, changed and went. Reads what was recorded, not the disk. */
import { compareText } from '../../shared/findings.ts';
import type { GenerationFileChange } from '../../shared/models.ts';
import type { DeskDatabase } from '../database/open.ts';
import { type GenerationFile, generationFiles, getGeneration } from './record.ts';

/**
 * Every file of either generation, in order of the path.
 * @throws ProblemError not-found
 */
export function compareGenerations(
  db: DeskDatabase,
  profileKey: string,
  before: number,
  after: number,
): readonly GenerationFileChange[] {
  const old = filesByPath(db, profileKey, before);
  const now = filesByPath(db, profileKey, after);
  const paths = [...new Set([...old.keys(), ...now.keys()])].sort(compareText);
  return paths.map((path) => {
    const [was, is] = [old.get(path), now.get(path)];
    const both = was?.sha256 === is?.sha256 ? 'unchanged' : 'changed';
    const change = was === undefined ? 'added' : is === undefined ? 'removed' : both;
    return { path, change, sizeBefore: was?.sizeBytes ?? null, sizeAfter: is?.sizeBytes ?? null };
  });
}

function filesByPath(db: DeskDatabase, profileKey: string, n: number): ReadonlyMap<string, GenerationFile> {
  getGeneration(db, profileKey, n);
  return new Map(generationFiles(db, profileKey, n).map((file) => [file.path, file]));
}
