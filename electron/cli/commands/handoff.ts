/** `uaix handoff ACTION …`: the handoff desk on the command line (format F11). */
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { decide, finish, preserve, remove, take, undo } from '../handoff/acts.ts';
import { buckets, list, scan, show } from '../handoff/look.ts';
import { exportMessage, receive, validate } from '../handoff/message-files.ts';

/** What every action gets: its words after the name, and the options of the line. */
export type HandoffAction = (
  context: CommandContext,
  items: readonly string[],
  options: Readonly<Record<string, unknown>>,
) => Promise<ExitCode>;

const ACTIONS: Readonly<Record<string, HandoffAction>> = {
  buckets,
  scan,
  list,
  take,
  show,
  decide,
  preserve,
  remove,
  undo,
  finish,
  validate,
  export: exportMessage,
  receive,
};

export async function run(
  context: CommandContext,
  [action, items]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const name = String(action);
  const chosen = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!chosen) {
    const known = Object.keys(ACTIONS).join(', ');
    throw new ProblemError('bad-request', { variant: 'unknown-action', what: name, known });
  }
  return await chosen(context, items as readonly string[], options);
}
