/** Exit codes of the command line: 0 yes; 1 the answer is no; 2 wrong usage; 3 the environment failed. */
import { type Answer, assertNever, type Problem } from '../../shared/models.ts';
import { ProblemError } from '../problem.ts';

export type ExitCode = 0 | 1 | 2 | 3;

/** The worse of two answers: a failed environment hides a "no", never the other way round. */
export function worse(a: ExitCode, b: ExitCode): ExitCode {
  return a > b ? a : b;
}

/** The exit code a problem stands for. */
export function exitCodeOf({ code }: Problem): ExitCode {
  switch (code) {
    case 'bad-request':
    case 'not-found':
    case 'ambiguous':
    case 'note-required':
    case 'source-missing':
    case 'source-folder':
    case 'source-special':
      return 2;
    case 'changed-meanwhile':
    case 'not-allowed-in-state':
    case 'blocked-by-policy':
    case 'authorization-missing':
    case 'source-differs':
    case 'nothing-to-undo':
    case 'handoff-refused':
    case 'damaged':
    case 'generation-changed':
    case 'source-too-large':
      return 1;
    case 'source-unreadable':
    case 'inspector-crashed':
    case 'inspector-timeout':
    case 'inspector-memory':
    case 'cancelled':
    case 'interrupted':
    case 'policy-broken':
    case 'disk-full':
    case 'read-only':
    case 'permission-denied':
    case 'too-many-files':
    case 'io':
    case 'database-locked':
    case 'database-newer':
    case 'database-damaged':
    case 'data-folder-missing':
    case 'unexpected':
      return 3;
    default:
      return assertNever(code);
  }
}

/** The value of an answer. @throws ProblemError when it is a problem */
export function unwrap<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value;
  throw new ProblemError(answer.problem.code, answer.problem.values);
}
