/** Files that a command writes at a person's request: whole or not at all, and never over something that is there. */
import { resolve } from 'node:path';
import { ProblemError } from '../problem.ts';
import { saveNew } from '../saving.ts';
import type { CommandContext } from './context.ts';

/**
 * Writes a new file.
 * @returns its full path
 * @throws ProblemError bad-request (`exists`) when something is there already, or one of the environment
 */
export async function writeNew(
  { cwd, interruption }: CommandContext,
  file: string,
  content: string | Buffer,
): Promise<string> {
  const path = resolve(cwd, file);
  interruption.hold();
  try {
    await saveNew(path, content);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw thrown;
    throw new ProblemError('bad-request', { variant: 'exists', what: path });
  }
  return path;
}
