/** For tests and measurements of the desk. */
import type { Answer } from '../../shared/models.ts';

/** The value of an answer. @throws Error that names the problem */
export function value<T>(answer: Answer<T>): T {
  if (!answer.ok) throw new Error(JSON.stringify(answer.problem));
  return answer.value;
}
