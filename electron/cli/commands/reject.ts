/** `uaix reject PKG --note T`: ends a package; the note says why. */
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { summaryItem } from '../package-lines.ts';

export async function run(
  context: CommandContext,
  [prefix]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  if (typeof options.note !== 'string' || options.note.trim() === '') throw new ProblemError('note-required');
  const { opened, archive } = await deskAndPackage(context, prefix);
  const { version } = unwrap(await opened.desk.getPackage({ archive }));
  const after = unwrap(await opened.desk.rejectPackage({ archive, version, note: options.note }));
  context.output.item(summaryItem(after));
  context.output.say('reject.done', { name: after.claims?.title ?? after.fileName });
  return 0;
}
