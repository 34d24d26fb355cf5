/** `uaix rollback ID [--to N]`: makes an earlier generation current; nothing is lost by it. */
import type { Profile } from '../../../shared/models.ts';
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndProfile } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { profileItem } from '../profile-lines.ts';

export async function run(
  context: CommandContext,
  [name]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { opened, profileKey } = await deskAndProfile(context, name);
  const before = unwrap(await opened.desk.listProfiles({ removed: false })).find(
    (profile) => profile.profileKey === profileKey,
  );
  if (!before) throw new ProblemError('not-found', { what: String(name) });
  const to = options.to === undefined ? previous(before) : generationNumber(String(options.to));
  const profile = unwrap(await opened.desk.rollbackProfile({ profileKey, version: before.version, to }));
  context.output.item(profileItem(profile));
  context.output.say('rollback.done', { title: profile.title, generation: profile.current, from: before.current });
  return 0;
}

/** The newest generation before the current one. @throws ProblemError not-found */
function previous({ current, generations, profileId }: Profile): number {
  const earlier = generations.map(({ n }) => n).filter((n) => n < current);
  if (earlier.length === 0) throw new ProblemError('not-found', { what: profileId });
  return Math.max(...earlier);
}

/** @throws ProblemError bad-request when it is no whole number from 1 on */
export function generationNumber(word: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(word)) throw new ProblemError('bad-request', { variant: 'generation', what: word });
  return Number(word);
}
