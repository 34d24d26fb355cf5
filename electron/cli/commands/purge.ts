/** `uaix purge PKG`: deletes the bytes of a package; its record and its events stay. */
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { summaryItem } from '../package-lines.ts';

export async function run(context: CommandContext, [prefix]: readonly unknown[]): Promise<ExitCode> {
  const { opened, archive } = await deskAndPackage(context, prefix);
  const { version } = unwrap(await opened.desk.getPackage({ archive }));
  const after = unwrap(await opened.desk.purgePackage({ archive, version }));
  context.output.item(summaryItem(after));
  context.output.say('purge.done', { name: after.claims?.title ?? after.fileName });
  return 0;
}
