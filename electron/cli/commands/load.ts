/** `uaix load PKG`: makes a new generation of a profile from an accepted package. */
import type { LoadPlan } from '../../../shared/models.ts';
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import type { Output } from '../output.ts';
import { checkItem, printClauses } from '../package-lines.ts';

const SOURCES = ['same', 'keep-both', 'replace'] as const;

export async function run(
  context: CommandContext,
  [prefix]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const source = SOURCES.find((known) => known === (options.source ?? 'same'));
  if (!source)
    throw new ProblemError('bad-request', {
      variant: 'unknown-source',
      what: String(options.source),
      known: SOURCES.join(', '),
    });
  const { opened, archive } = await deskAndPackage(context, prefix);
  const plan = unwrap(await opened.desk.planLoad({ archive }));
  if (options.dryRun === true) {
    output.item({ schema: 'uaix-desktop.plan.v1', ...plan, evaluation: checkItem(output, archive, plan.evaluation) });
    printPlan(output, plan);
    return plan.evaluation.accepted ? 0 : 1;
  }
  const authorizations = (options.authorize as string[] | undefined) ?? [];
  const answer = await opened.desk.loadPackage({ archive, version: plan.version, authorizations, source });
  if (!answer.ok && answer.problem.code === 'blocked-by-policy') {
    output.item(checkItem(output, archive, plan.evaluation));
    output.problem(answer.problem);
    printClauses(output, {
      ...plan.evaluation,
      clauses: plan.evaluation.clauses.filter((clause) => clause.outcome === 'block'),
    });
    return 1;
  }
  if (!answer.ok && answer.problem.code === 'authorization-missing') {
    output.problem(answer.problem);
    for (const { authorization } of plan.anchors)
      output.remark(output.text.t('cli:check.authorize', { words: authorization }));
    return 1;
  }
  const profile = unwrap(answer);
  output.item({
    schema: 'uaix-desktop.load.v1',
    archiveSha256: archive,
    profileId: profile.profileId,
    profileKey: profile.profileKey,
    generation: profile.current,
    path: profile.path,
  });
  output.say(
    'load.done',
    { title: profile.title, profile: profile.profileId, generation: profile.current },
    'bold',
    'green',
  );
  printPlan(output, plan);
  output.line(`  ${profile.path}`, 'dim');
  return 0;
}

function printPlan(output: Output, plan: LoadPlan): void {
  for (const path of plan.added) output.line(`  + ${path}`);
  for (const path of plan.changed) output.line(`  ~ ${path}`);
  for (const path of plan.removed) output.line(`  - ${path}`);
  output.say('load.unchanged', { count: plan.unchanged });
  for (const { authorization } of plan.anchors) output.line(`  ⚓ ${authorization}`);
  if (plan.downgrade) output.say('load.downgrade', { ...plan.downgrade });
}
