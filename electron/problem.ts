/** Carries a {@link Problem} through code that throws. Turned into an answer at the desk, never shown as a stack. */
import type { Problem, ProblemCode } from '../shared/models.ts';

export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, values: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    super(`${code} ${JSON.stringify(values)}`, { cause });
    this.name = 'ProblemError';
    this.problem = { code, values };
  }
}

const BY_ERRNO: Readonly<Record<string, ProblemCode>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EROFS: 'read-only',
  EACCES: 'permission-denied',
  EPERM: 'permission-denied',
  EMFILE: 'too-many-files',
  ENFILE: 'too-many-files',
  SQLITE_FULL: 'disk-full',
  SQLITE_READONLY: 'read-only',
  SQLITE_BUSY: 'database-locked',
  SQLITE_LOCKED: 'database-locked',
  SQLITE_CORRUPT: 'database-damaged',
  SQLITE_NOTADB: 'database-damaged',
  SQLITE_CANTOPEN: 'permission-denied',
};

/** The problem that a thrown value stands for. What nobody foresaw becomes `unexpected`, with its message for the log. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  const { code, path, message } = thrown as { code?: unknown; path?: unknown; message?: unknown };
  const errno = typeof code === 'string' ? code : '';
  const known = BY_ERRNO[errno] ?? BY_ERRNO[errno.split('_').slice(0, 2).join('_')];
  const place = typeof path === 'string' ? { path } : {};
  if (known) return { code: known, values: { ...place, system: errno } };
  if (errno.startsWith('E')) return { code: 'io', values: { ...place, system: errno } };
  return { code: 'unexpected', values: { message: typeof message === 'string' ? message : String(thrown) } };
}
