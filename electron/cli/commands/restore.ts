/** `uaix restore FILE --confirm`: puts a backup in the place of the desk. The old desk is moved aside, never deleted. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { restoreFromBackup } from '../../desk/local-desk.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export async function run(
  context: CommandContext,
  [file]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output, dataFolder } = context;
  if (existsSync(join(dataFolder, 'desk.sqlite')) && options.confirm !== true) {
    output.item({ schema: 'uaix-desktop.restore.v1', restored: false });
    output.say('restore.confirm', { folder: dataFolder });
    return 1;
  }
  const summary = await restoreFromBackup(resolve(context.cwd, String(file)), dataFolder, 'restore (command line)');
  output.item({ schema: 'uaix-desktop.restore.v1', restored: true, ...summary });
  output.say('restore.done', {
    packages: summary.packages,
    events: summary.events,
    utc: output.text.utc(summary.createdUtc),
  });
  if (summary.replaced !== null) output.say('restore.replaced', { folder: summary.replaced });
  for (const path of summary.omitted) output.say('backup.omitted', { path });
  return 0;
}
