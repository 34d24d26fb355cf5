/** Problems of a place that the person chose: their words are about that place, not about the data folder. */
import type { Problem, ProblemCode } from '../shared/models.ts';
import { problemOf } from './problem.ts';

/** Codes that have words of their own for a chosen folder (`problems.json`, `…_chosen-folder`). */
const ABOUT_THE_PLACE: ReadonlySet<ProblemCode> = new Set(['disk-full', 'read-only', 'permission-denied', 'io']);

/** The problem that a thrown value stands for, when it came from writing into a folder that a person named. */
export function problemOfChosenFolder(thrown: unknown): Problem {
  const problem = problemOf(thrown);
  if (!ABOUT_THE_PLACE.has(problem.code)) return problem;
  return { code: problem.code, values: { ...problem.values, variant: 'chosen-folder' } };
}
