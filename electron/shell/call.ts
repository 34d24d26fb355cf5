/** One call from a window: who asks, are the arguments of the agreed shape, then the answer. Electron-free. */
import { ARGUMENT_SCHEMAS, type DeskMethod, type ShellMethod } from '../../shared/contract.ts';
import { type Answer, refused } from '../../shared/models.ts';
import { problemOf } from '../problem.ts';
import type { LogLevel, LogValues } from './log.ts';
import { isTrustedSender, type SenderFrame } from './sender.ts';
import { VALIDATORS } from './validators.ts';

export type Method = DeskMethod | ShellMethod;
export const METHODS = Object.keys(ARGUMENT_SCHEMAS) as readonly Method[];

/** Where in the arguments the schema does not hold; null when it holds. */
export function argumentFault(method: Method, args: unknown): string | null {
  const validate = VALIDATORS.of(method);
  if (validate(args)) return null;
  const first = validate.errors?.[0];
  return `${first?.instancePath ?? ''} ${first?.message ?? ''}`.trim();
}

export interface Call {
  readonly method: Method;
  readonly frame: SenderFrame | null;
  readonly args: unknown;
}

/**
 * Answers a call. Never throws: a stranger, a wrong argument and an unforeseen fault are answers too.
 * @param act does the work once the call has passed
 * @param note writes to the log
 */
export async function answerCall(
  { method, frame, args }: Call,
  act: (args: never) => Promise<Answer<unknown>>,
  note: (level: LogLevel, what: string, values: LogValues) => void,
): Promise<Answer<unknown>> {
  if (!isTrustedSender(frame)) {
    note('warning', 'call-from-stranger', { method });
    return refused('bad-request', { method, reason: 'sender' });
  }
  const fault = argumentFault(method, args);
  if (fault !== null) {
    note('warning', 'call-with-wrong-arguments', { method });
    return refused('bad-request', { method, reason: fault });
  }
  try {
    return await act(args as never);
  } catch (thrown) {
    const problem = problemOf(thrown);
    note('fault', 'call-broke-off', {
      method,
      code: problem.code,
      name: thrown instanceof Error ? thrown.name : typeof thrown,
    });
    return { ok: false, problem };
  }
}
