/** `uaix acknowledge PKG (RULE[:PATH]… | --all) --note T`: a person says why a finding may stand. */
import type { FindingRecord } from '../../../shared/models.ts';
import { ProblemError } from '../../problem.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';

export async function run(
  context: CommandContext,
  [prefix, named]: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  if (typeof options.note !== 'string' || options.note.trim() === '') throw new ProblemError('note-required');
  const selectors = named as string[];
  if ((options.all === true) === selectors.length > 0)
    throw new ProblemError('bad-request', { variant: 'findings-or-all' });
  const { opened, archive } = await deskAndPackage(context, prefix);
  const detail = unwrap(await opened.desk.getPackage({ archive }));
  const asking = detail.findings.filter((found) => found.severity === 'review');
  const chosen =
    options.all === true ? asking.filter(unanswered) : selectors.flatMap((selector) => select(asking, selector));
  if (chosen.length === 0) {
    output.item({ schema: 'uaix-desktop.acknowledge.v1', archiveSha256: archive, findings: [] });
    output.say('acknowledge.nothing');
    return 0;
  }
  const ids = chosen.map((found) => found.id);
  const after = unwrap(
    await opened.desk.acknowledgeFindings({ archive, version: detail.version, ids, note: options.note }),
  );
  output.item({
    schema: 'uaix-desktop.acknowledge.v1',
    archiveSha256: archive,
    findings: chosen.map(({ id, rule, path }) => ({ id, rule, path })),
    acknowledged: after.acknowledged,
    toAcknowledge: after.toAcknowledge,
  });
  for (const { rule, path } of chosen) output.line(`  ◇ ${rule} ${path ?? ''}`.trimEnd());
  output.say('acknowledge.done', { done: after.acknowledged, total: after.toAcknowledge });
  return 0;
}

function unanswered({ acknowledgement }: FindingRecord): boolean {
  return acknowledgement === null || acknowledgement.stale;
}

/** Findings that `rule`, `rule:path` or an id names. @throws ProblemError not-found */
function select(findings: readonly FindingRecord[], selector: string): readonly FindingRecord[] {
  const [rule = '', ...rest] = selector.split(':');
  const path = rest.join(':');
  const matching = findings.filter(
    (found) => found.id === selector || (found.rule === rule && (path === '' || found.path === path)),
  );
  if (matching.length === 0) throw new ProblemError('not-found', { what: selector });
  return matching;
}
