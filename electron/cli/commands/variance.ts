/** `uaix variance PROFILE`: the variance-report template, filled with what this client knows (format F7). */
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
  const report = opened.local.profiles.variance(profileKey, generation, output.text);
  if (options.output === undefined) {
    if (output.json) output.item({ schema: 'uaix-desktop.variance.v1', profileKey, text: report });
    else output.raw(report);
    return 0;
  }
  const file = await writeNew(context, String(options.output), report);
  output.item({ schema: 'uaix-desktop.written.v1', file });
  output.say('report.written', { file });
  return 0;
}
