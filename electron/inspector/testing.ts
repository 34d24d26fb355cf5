/** For tests of the inspector process. */
import type { ProblemError } from '../problem.ts';

/** Code of the problem that a promise ends in, and its reason where it has one; `none` when it is fulfilled. */
export async function problemCode(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (thrown) {
    const { code, values } = (thrown as ProblemError).problem;
    return [code, values.reason ?? values.found].filter((word) => word !== undefined).join(' ');
  }
}
