/** `uaix wiki PROFILE [DIR | --off]`: the wiki folder of a profile with long-term memory; a setting of this client, never of a package. */
import { resolve } from 'node:path';
import { type CommandContext, deskAndProfile } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export async function run(
  context: CommandContext,
  [name, folder]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { opened, profileKey } = await deskAndProfile(context, name);
  const { profiles } = opened.local;
  if (options.off === true) profiles.setWiki(profileKey, null, false);
  else if (typeof folder === 'string')
    profiles.setWiki(profileKey, resolve(context.cwd, folder), options.share === true);
  const wiki = profiles.wiki(profileKey);
  output.item({ schema: 'uaix-desktop.wiki.v1', profileKey, wiki });
  if (wiki === null) output.say('wiki.none');
  else
    output.say(wiki.sharedWith.length > 0 ? 'wiki.shared' : 'wiki.own', { folder: wiki.folder, with: wiki.sharedWith });
  return 0;
}
