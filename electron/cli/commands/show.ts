/** `uaix show PKG`: what a package claims, what was found, and what was decided. */
import { verdictOf } from '../../../shared/findings.ts';
import { type CommandContext, deskAndPackage } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { checkItem, printClauses, printFiles, summaryItem } from '../package-lines.ts';
import { findingItem, printReport } from '../report-lines.ts';

export async function run(context: CommandContext, [prefix]: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const { opened, archive } = await deskAndPackage(context, prefix);
  const detail = unwrap(await opened.desk.getPackage({ archive }));
  output.item({
    ...summaryItem(detail),
    schema: 'uaix-desktop.show.v1',
    formatPack: detail.formatPack,
    claims: detail.claims,
    sightings: detail.sightings,
    files: detail.files,
    findings: detail.findings.map((found) => ({
      id: found.id,
      ...findingItem(found, output.text),
      acknowledgement: found.acknowledgement,
    })),
    check: checkItem(output, archive, detail.evaluation),
    version: detail.version,
  });
  printReport(output, detail.fileName, { ...detail, verdict: verdictOf(detail.findings) });
  output.say('show.state', { state: output.text.t(`cli:state.${detail.state}`), sightings: detail.sightings });
  if (detail.failure) output.problem(detail.failure);
  printFiles(output, detail);
  if (detail.state !== 'no_op' && detail.state !== 'purged') {
    output.line();
    output.say('show.policy');
    printClauses(output, detail.evaluation);
  }
  return 0;
}
