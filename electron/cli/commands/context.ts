/** `uaix context ID`: what a client reads from a profile, in read order, with file boundaries and digests. */
import { contextText } from '../../profiles/context.ts';
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
  const generation = options.generation === undefined ? null : generationNumber(String(options.generation));
  const read = unwrap(await opened.desk.readContext({ profileKey, generation }));
  const head = { profileId: read.profileId, generation: read.generation };
  for (const file of read.files) output.item({ schema: 'uaix-desktop.context.v1', ...head, ...file });
  if (!output.json) output.raw(contextText(read));
  return 0;
}
