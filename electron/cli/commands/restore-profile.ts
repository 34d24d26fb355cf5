/** `uaix restore-profile ID`: brings a removed profile back. */
import { type CommandContext, deskAndProfile } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { profileItem } from '../profile-lines.ts';

export async function run(context: CommandContext, [name]: readonly unknown[]): Promise<ExitCode> {
  const { opened, profileKey } = await deskAndProfile(context, name);
  const profile = unwrap(await opened.desk.restoreProfile({ profileKey }));
  context.output.item(profileItem(profile));
  context.output.say('restoreProfile.done', { title: profile.title, generation: profile.current });
  return 0;
}
