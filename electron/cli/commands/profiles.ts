/** `uaix profiles`: the isolated profiles and their generations. */
import type { CommandContext } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { profileItem } from '../profile-lines.ts';

export async function run(
  context: CommandContext,
  _args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { desk } = await context.openDesk();
  const profiles = unwrap(await desk.listProfiles({ removed: options.removed === true }));
  for (const profile of profiles) output.item(profileItem(profile));
  if (profiles.length === 0) output.say('profiles.empty');
  output.table(
    profiles.map((profile) => [
      profile.active ? '●' : '○',
      profile.profileId,
      profile.title,
      profile.issuer,
      output.text.t('cli:profiles.generation', { n: profile.current, of: profile.generations.length }),
      profile.removedUtc === null ? '' : output.text.t('cli:profiles.removed'),
      profile.path,
    ]),
  );
  return 0;
}
