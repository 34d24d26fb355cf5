/** `uaix cat PKG PATH`: the text of one file as it really is, every hidden character by name. */
import type { FileContent, TextMark } from '../../../shared/models.ts';
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { visibleLines } from '../visible.ts';

const CHUNK = 65_536;

export async function run(
  context: CommandContext,
  [prefix, path]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { opened, archive } = await deskAndPackage(context, prefix);
  const content = unwrap(await opened.desk.readFile({ archive, path: String(path) }));
  if (options.raw === true) {
    for (let offset = 0; offset < content.sizeBytes; offset += CHUNK) {
      const bytes = unwrap(await opened.desk.readBytes({ archive, path: content.path, offset, length: CHUNK }));
      process.stdout.write(bytes);
    }
    return 0;
  }
  output.item({ schema: 'uaix-desktop.cat.v1', ...content, bytes: undefined });
  if (content.text === null) {
    if (!output.json) throw new ProblemError('bad-request', { variant: 'not-text', what: content.path });
    return 0;
  }
  if (!output.json) output.raw(revealed(content, content.text));
  return 0;
}

/** The text with every mark written out in brackets: `[U+200B ZERO WIDTH SPACE]`, and what a hidden run spells. */
export function revealed({ marks }: Pick<FileContent, 'marks'>, text: string): string {
  let shown = '';
  let at = 0;
  for (const mark of marks) {
    shown += visibleLines(text.slice(at, mark.from)) + label(mark, text.slice(mark.from, mark.to));
    at = mark.to;
  }
  const rest = visibleLines(text.slice(at));
  return rest.endsWith('\n') || shown + rest === '' ? shown + rest : `${shown + rest}\n`;
}

function label(mark: TextMark, original: string): string {
  if (mark.kind === 'secret') return visibleLines(original);
  return mark.decoded === null ? `[${mark.name}]` : `[${mark.name}: “${visibleLines(mark.decoded)}”]`;
}
