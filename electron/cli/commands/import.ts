/** `uaix import FILE…`: takes files into quarantine. */
import { basename, resolve } from 'node:path';
import { verdictOf } from '../../../shared/findings.ts';
import type { ImportProgress } from '../../../shared/models.ts';
import type { OpenDesk } from '../../desk/open-desk.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodeOf, unwrap, worse } from '../exit.ts';
import { printReport, reportItem } from '../report-lines.ts';

export async function run(context: CommandContext, [files]: readonly unknown[]): Promise<ExitCode> {
  const signal = context.interruption.hold();
  const opened = await context.openDesk({ filesFollow: true });
  const names = files as string[];
  const started = unwrap(await opened.desk.importFiles({ paths: names.map((name) => resolve(context.cwd, name)) }));
  const cancel = (): void => {
    for (const { importId } of started) void opened.desk.cancelImport({ importId });
  };
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
  let exitCode: ExitCode = 0;
  for (const [at, { importId }] of started.entries()) {
    const ended = await opened.local.importEnd(importId);
    exitCode = worse(exitCode, tell(context, opened, names[at] ?? ended.fileName, ended));
  }
  return exitCode;
}

/** Prints how one import ended. */
export function tell(context: CommandContext, { local }: OpenDesk, file: string, ended: ImportProgress): ExitCode {
  const { output } = context;
  if (ended.stage !== 'done' || ended.archiveSha256 === null) {
    const problem = ended.problem ?? { code: 'cancelled' as const, values: {} };
    output.problem(problem, file);
    return exitCodeOf(problem);
  }
  const recorded = local.recorded(ended.archiveSha256);
  const report = { ...recorded, verdict: verdictOf(recorded.findings) };
  const { state } = recorded;
  output.item({ ...reportItem('uaix-desktop.import.v1', file, report, output.text), state, known: ended.known });
  printReport(output, file, report);
  output.say(ended.known ? 'import.known' : `import.${state}`, {
    file: basename(file),
    package: recorded.archiveSha256.slice(0, 12),
  });
  return state === 'no_op' ? 1 : 0;
}
