/** `uaix backup FILE`: the whole desk in one file, read again and proven before the command says yes. */
import { resolve } from 'node:path';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export async function run(context: CommandContext, [file]: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const { local } = await context.openDesk();
  const summary = await local.backup(resolve(context.cwd, String(file)));
  output.item({ schema: 'uaix-desktop.backup.v1', ...summary });
  output.say('backup.done', { file: summary.file, size: output.text.bytes(summary.sizeBytes), events: summary.events });
  for (const path of summary.omitted) output.say('backup.omitted', { path });
  return summary.omitted.length > 0 ? 1 : 0;
}
