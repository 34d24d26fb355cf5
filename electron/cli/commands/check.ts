/** `uaix check PKG`: the local policy, clause by clause. Exits 0 when every clause accepts, else 1. */
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { checkItem, printClauses } from '../package-lines.ts';

export async function run(context: CommandContext, [prefix]: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const { opened, archive } = await deskAndPackage(context, prefix);
  const plan = unwrap(await opened.desk.planLoad({ archive }));
  const { evaluation } = plan;
  output.item(checkItem(output, archive, evaluation));
  const blocking = evaluation.clauses.filter((clause) => clause.outcome === 'block').length;
  output.say(evaluation.accepted ? 'check.accepted' : 'check.blocked', { count: blocking }, 'bold');
  printClauses(output, evaluation);
  for (const { authorization } of plan.anchors) output.say('check.authorize', { words: authorization });
  return evaluation.accepted ? 0 : 1;
}
