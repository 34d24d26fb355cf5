/** `uaix diff PKG PATH`: what changed in a file against the loaded generation, or against another package. */

import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { unifiedDiff } from '../unified-diff.ts';

/** Exits 0 when the file is the same, 1 when it differs. */
export async function run(
  context: CommandContext,
  [prefix, path]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { opened, archive } = await deskAndPackage(context, prefix);
  const against = options.against === undefined ? null : opened.local.findPackage(String(options.against));
  const difference = unwrap(await opened.desk.diffFile({ archive, path: String(path), against }));
  output.item({ schema: 'uaix-desktop.diff.v1', archiveSha256: archive, ...difference });
  if (difference.identical) output.say('diff.same', { path: difference.path, against: difference.beforeLabel });
  else if (difference.before === null && difference.after === null)
    output.say('diff.binary', { path: difference.path });
  else output.block(unifiedDiff(difference));
  return difference.identical ? 0 : 1;
}
