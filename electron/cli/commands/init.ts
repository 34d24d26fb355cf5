/** `uaix init DIR --scope S…`: a folder with every file that the scopes require, and a heading for each obligation. */
import { resolve } from 'node:path';
import { currentFormatPack } from '../../inspector/format-packs.ts';
import { initFolder } from '../../packer/init.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export async function run(
  context: CommandContext,
  [folder]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const scopes = ((options.scope as string[] | undefined) ?? [])
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '');
  const pack = currentFormatPack(context.resourcesFolder);
  const target = resolve(context.cwd, String(folder));
  const { written } = await initFolder(target, scopes, {
    pack,
    ...(typeof options.name === 'string' ? { name: options.name } : {}),
  });
  output.item({ schema: 'uaix-desktop.init.v1', folder: target, scopes, written });
  for (const path of written) output.line(`  + ${path}`);
  output.say('init.done', { count: written.length, folder: String(folder) });
  return 0;
}
