/** `uaix doctor [--repair]`: examines the whole data folder. Exits 1 when something is damaged and was not repaired. */
import { problemOf } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, exitCodeOf } from '../exit.ts';
import type { Output } from '../output.ts';

export async function run(
  context: CommandContext,
  _args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const { rows, exitCode } = await examined(context, options.repair === true);
  for (const row of rows) {
    output.item({
      schema: 'uaix-desktop.doctor.v1',
      ...row,
      message: output.text.t(`doctor:${row.detail}`, row.values),
    });
  }
  output.table(
    rows.map((row) => [
      mark(output, row.state),
      output.text.t(`doctor:check.${row.check}`),
      output.text.t(row.repaired ? 'doctor:repaired' : `doctor:state.${row.state}`),
      output.text.t(`doctor:${row.detail}`, row.values),
      row.subject,
    ]),
  );
  if (rows.some((row) => row.repairable && !row.repaired)) output.say('doctor.repairable');
  return exitCode;
}

type Rows = Awaited<ReturnType<Awaited<ReturnType<CommandContext['openDesk']>>['local']['examine']>>;

/** The rows; where the desk cannot be opened, why, and which copies of its database there are. */
async function examined(context: CommandContext, repair: boolean): Promise<{ rows: Rows; exitCode: ExitCode }> {
  try {
    const { local } = await context.openDesk();
    const rows = await local.examine(repair);
    return { rows, exitCode: rows.some((row) => row.state === 'damaged') ? 1 : 0 };
  } catch (thrown) {
    const problem = problemOf(thrown);
    if (problem.code === 'unexpected') throw thrown;
    const { examineUnopenedDesk } = await import('../../desk/local-desk.ts');
    context.output.problem(problem);
    return { rows: examineUnopenedDesk(context.dataFolder, problem), exitCode: exitCodeOf(problem) };
  }
}

function mark(output: Output, state: 'ok' | 'warning' | 'damaged'): string {
  if (state === 'ok') return output.style('✓', 'green');
  return state === 'warning' ? output.style('◇', 'yellow') : output.style('⊘', 'red');
}
