/** `uaix remove ID`: puts a profile away. Its generations stay on disk until they are pruned; `restore-profile` brings it back. */
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndProfile } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { profileItem } from '../profile-lines.ts';

export async function run(context: CommandContext, [name]: readonly unknown[]): Promise<ExitCode> {
  const { opened, profileKey } = await deskAndProfile(context, name);
  const before = unwrap(await opened.desk.listProfiles({ removed: false })).find(
    (profile) => profile.profileKey === profileKey,
  );
  if (!before) throw new ProblemError('not-found', { what: String(name) });
  const profile = unwrap(await opened.desk.removeProfile({ profileKey, version: before.version }));
  context.output.item(profileItem(profile));
  context.output.say('remove.done', { title: profile.title, profile: profile.profileId });
  return 0;
}
