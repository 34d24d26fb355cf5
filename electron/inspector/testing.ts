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

export function isRunning(pid: number | undefined): boolean {
  try {
    process.kill(pid ?? 0, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until none of the processes runs any more. */
export async function untilGone(...pids: readonly (number | undefined)[]): Promise<void> {
  while (pids.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
}
