/** `uaix report PKG [--format json|md|html] [-o FILE]`: what was received, checked, found and decided. */
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { writeNew } from '../write-new.ts';

const FORMATS = ['json', 'md', 'html'] as const;

export async function run(
  context: CommandContext,
  [prefix]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const wanted = options.format ?? (output.json ? 'json' : 'md');
  const format = FORMATS.find((known) => known === wanted);
  if (!format)
    throw new ProblemError('bad-request', {
      variant: 'unknown-format',
      what: String(wanted),
      known: FORMATS.join(', '),
    });
  const { opened, archive } = await deskAndPackage(context, prefix);
  const { name, text } = unwrap(await opened.desk.makeReport({ archive, format }));
  if (options.output !== undefined) {
    const file = await writeNew(context, String(options.output), text);
    output.item({ schema: 'uaix-desktop.written.v1', file, name });
    output.say('report.written', { file });
  } else if (format === 'json') {
    output.raw(`${JSON.stringify(JSON.parse(text))}\n`);
  } else {
    output.raw(text.endsWith('\n') ? text : `${text}\n`);
  }
  return 0;
}
