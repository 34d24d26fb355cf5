/** `uaix rules [ID]`: the rule catalogue, or one rule with its explanation and what to do. */
import { LOCALES } from '../../../shared/locales/index.ts';
import { RULE_IDS, type RuleId, rule } from '../../../shared/rules.ts';
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import type { ExitCode } from '../exit.ts';

export async function run(context: CommandContext, [id]: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const chosen =
    id === undefined ? RULE_IDS : RULE_IDS.filter((known) => known === id || known.startsWith(`${String(id)}/`));
  if (chosen.length === 0) throw new ProblemError('not-found', { what: String(id) });
  for (const known of chosen)
    output.item({ schema: 'uaix-desktop.rule.v1', id: known, ...rule(known), ...texts(context, known) });
  if (chosen.length === 1 && chosen[0]) printOne(context, chosen[0]);
  else
    output.table(
      chosen.map((known) => [
        output.mark(rule(known).severity),
        known,
        rule(known).clause ?? '',
        texts(context, known).title,
      ]),
    );
  return 0;
}

/** The texts of a rule without a finding: values stay as their names in angle brackets. */
function texts({ output }: CommandContext, id: RuleId): { title: string; explanation: string; todo: string } {
  const sentences = LOCALES[output.text.language].rules[id];
  const part = (name: string): string => {
    const sentence = typeof sentences === 'object' ? sentences[name] : undefined;
    return typeof sentence === 'string' ? sentence.replace(/\{\{\s*(\w+)[^}]*\}\}/g, '‹$1›') : '';
  };
  return { title: part('title'), explanation: part('explanation'), todo: part('todo') };
}

function printOne(context: CommandContext, id: RuleId): void {
  const { output } = context;
  const { severity, basis, clause, also } = rule(id);
  const { title, explanation, todo } = texts(context, id);
  output.line(`${id}  ${[severity, ...(also ?? [])].join(' / ')} · ${clause ?? basis}`, 'bold');
  output.line(title);
  if (explanation) output.line(`  ${explanation}`);
  if (todo) output.line(`  ${todo}`);
}
