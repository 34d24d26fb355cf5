/** Files that a command writes at a person's request: whole or not at all, and never over something that is there. */
import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ProblemError } from '../problem.ts';

/**
 * Writes a new file.
 * @returns its full path
 * @throws ProblemError bad-request (`exists`) when something is there already, or one of the environment
 */
export async function writeNew(cwd: string, file: string, content: string | Buffer): Promise<string> {
  const path = resolve(cwd, file);
  try {
    await writeFile(path, content, { flag: 'wx', flush: true });
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    throw new ProblemError('bad-request', { variant: 'exists', what: path });
  }
  return path;
}
