/** `uaix mirror PROFILE [DIR | --off]`: a plain folder that follows the current generation, for other local clients to read. */
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
  if (options.off === true) profiles.setMirror(profileKey, null);
  else if (typeof folder === 'string') profiles.setMirror(profileKey, resolve(context.cwd, folder));
  const mirror = profiles.mirror(profileKey);
  output.item({ schema: 'uaix-desktop.mirror.v1', profileKey, mirror });
  if (mirror === null) output.say('mirror.none');
  else output.say('mirror.state', { folder: mirror.folder, generation: mirror.generation });
  if (mirror?.problem) output.problem(mirror.problem, mirror.folder);
  return mirror?.problem ? 1 : 0;
}
