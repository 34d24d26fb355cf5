/** `uaix review PKG (PATH… | --clean | --unchanged | --undo) (--approve | --reject)`: decides about files. */
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';

export async function run(
  context: CommandContext,
  [prefix, named]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { opened, archive } = await deskAndPackage(context, prefix);
  const { version } = unwrap(await opened.desk.getPackage({ archive }));
  if (options.undo === true) {
    const after = unwrap(await opened.desk.undo({ archive, version }));
    output.item({
      schema: 'uaix-desktop.review.v1',
      archiveSha256: archive,
      undone: true,
      filesDecided: after.filesDecided,
    });
    output.say('review.undone', { decided: after.filesDecided, total: after.filesTotal });
    return 0;
  }
  const manner = options.clean === true ? 'clean' : options.unchanged === true ? 'carried' : 'single';
  const approve = options.approve === true;
  if (approve === (options.reject === true)) throw new ProblemError('bad-request', { variant: 'approve-or-reject' });
  const paths = manner === 'single' ? (named as string[]) : chosen(opened, archive, manner);
  if (manner === 'single' && paths.length === 0) throw new ProblemError('bad-request', { variant: 'no-files' });
  if (paths.length === 0) {
    output.item({ schema: 'uaix-desktop.review.v1', archiveSha256: archive, decision: null, paths });
    output.say('review.nothing');
    return 0;
  }
  const note = typeof options.note === 'string' ? options.note : null;
  const decision = approve ? 'approved' : 'rejected';
  const after = unwrap(await opened.desk.decideFiles({ archive, version, paths, decision, manner, note }));
  output.item({
    schema: 'uaix-desktop.review.v1',
    archiveSha256: archive,
    decision,
    manner,
    paths,
    filesDecided: after.filesDecided,
    filesTotal: after.filesTotal,
  });
  for (const path of paths) output.line(`  ${approve ? '✓' : '✗'} ${path}`);
  output.say('review.decided', { decided: after.filesDecided, total: after.filesTotal });
  return 0;
}

type Opened = Awaited<ReturnType<CommandContext['openDesk']>>;

function chosen({ local }: Opened, archive: string, manner: 'clean' | 'carried'): readonly string[] {
  return manner === 'clean' ? local.cleanRest(archive) : local.unchangedFiles(archive);
}
