/** Files that a command writes at a person's request: whole or not at all. What goes wrong is told of the folder that the person named. */
import { resolve } from 'node:path';
import { problemOfChosenFolder } from '../chosen-folder.ts';
import { ProblemError } from '../problem.ts';
import { saveNew, saveOver } from '../saving.ts';
import type { CommandContext } from './context.ts';

/**
 * Writes a new file, and never over something that is there.
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
    if ((thrown as NodeJS.ErrnoException).code !== 'EEXIST') throw placeProblem(thrown);
    throw new ProblemError('bad-request', { variant: 'exists', what: path });
  }
  return path;
}

/** Writes a file in place of the one that is there, if any. @throws ProblemError of the environment */
export async function writeOver({ interruption }: CommandContext, path: string, content: Buffer): Promise<void> {
  interruption.hold();
  try {
    await saveOver(path, content);
  } catch (thrown) {
    throw placeProblem(thrown);
  }
}

function placeProblem(thrown: unknown): ProblemError {
  const { code, values } = problemOfChosenFolder(thrown);
  return new ProblemError(code, values, thrown);
}
