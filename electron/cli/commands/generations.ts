/** `uaix generations PROFILE [--pin N | --unpin N | --prune N…]`: the generations of a profile; old ones go only by their number. */
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndProfile } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { generationNumber } from './rollback.ts';

export async function run(
  context: CommandContext,
  [name]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { opened, profileKey } = await deskAndProfile(context, name);
  const { profiles } = opened.local;
  if (options.pin !== undefined) profiles.pin(profileKey, generationNumber(String(options.pin)), true);
  if (options.unpin !== undefined) profiles.pin(profileKey, generationNumber(String(options.unpin)), false);
  const pruned = ((options.prune as string[] | undefined) ?? [])
    .flatMap((word) => word.split(','))
    .map(generationNumber);
  if (pruned.length > 0) await profiles.prune(profileKey, pruned);
  const all = unwrap(await opened.desk.listProfiles({ removed: true }));
  const profile = all.find((candidate) => candidate.profileKey === profileKey);
  if (!profile) throw new ProblemError('not-found', { what: String(name) });
  for (const { n, pinned, archiveSha256, loadedUtc, loadedBy, files } of profile.generations) {
    const current = n === profile.current;
    output.item({
      schema: 'uaix-desktop.generation.v1',
      profileKey,
      n,
      current,
      pinned,
      archiveSha256,
      loadedUtc,
      loadedBy,
      files,
    });
  }
  output.table(
    profile.generations.map(({ n, pinned, archiveSha256, loadedUtc, loadedBy }) => [
      n === profile.current ? '●' : '○',
      String(n),
      pinned ? output.text.t('cli:generations.pinned') : '',
      archiveSha256.slice(0, 12),
      output.text.utc(loadedUtc),
      loadedBy,
    ]),
  );
  if (options.keep !== undefined) {
    const numbers = profiles.prunable(profileKey, generationNumber(String(options.keep)));
    output.item({ schema: 'uaix-desktop.prunable.v1', profileKey, generations: numbers });
    output.say(numbers.length > 0 ? 'generations.prunable' : 'generations.nothing', { numbers: numbers.map(String) });
  }
  return 0;
}
