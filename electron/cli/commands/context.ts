/** `uaix context ID`: what a client reads from a profile, in read order, with file boundaries and digests. */
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
  if (!output.json) for (const file of read.files) output.raw(boundary(file));
  return 0;
}

/** A file between marks that name it: the reader can always tell where foreign text begins and ends. */
function boundary({
  path,
  sha256,
  text,
}: {
  readonly path: string;
  readonly sha256: string;
  readonly text: string;
}): string {
  return `--- begin ${path} sha256:${sha256}\n${text}${text.endsWith('\n') ? '' : '\n'}--- end ${path} sha256:${sha256}\n\n`;
}
