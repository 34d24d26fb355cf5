/** `uaix export PROFILE [--generation N] [-o OUT.uaix]`: a generation as a package that lints clean and gives back the same files. */
import { type CommandContext, deskAndProfile } from '../context.ts';
import type { ExitCode } from '../exit.ts';
import { writeNew } from '../write-new.ts';
import { generationNumber } from './rollback.ts';

export async function run(
  context: CommandContext,
  [name]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { opened, profileKey } = await deskAndProfile(context, name);
  const generation = options.generation === undefined ? null : generationNumber(String(options.generation));
  const exported = await opened.local.profiles.export(profileKey, generation);
  const file = await writeNew(context, String(options.output ?? exported.name), exported.archive);
  const { sha256, manner } = exported;
  output.item({
    schema: 'uaix-desktop.export.v1',
    profileKey,
    file,
    sha256,
    sizeBytes: exported.archive.length,
    manner,
  });
  output.say(`export.${manner}`, { file, sha256 });
  return 0;
}
