/** `uaix queue [--state S…] [--search TEXT]`: what lies in quarantine, newest first. */
import { PACKAGE_STATES, type PackageState } from '../../../shared/models.ts';
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';
import { summaryItem } from '../package-lines.ts';

const PAGE = 500;

export async function run(
  context: CommandContext,
  _args: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Promise<ExitCode> {
  const { output } = context;
  const states = ((options.state as string[] | undefined) ?? []).flatMap((word) => word.split(',')).map(stateNamed);
  const { desk } = await context.openDesk();
  const rows: string[][] = [];
  for (let offset = 0; ; offset += PAGE) {
    const query = { states, search: String(options.search ?? ''), sort: 'received' as const, offset, limit: PAGE };
    const page = unwrap(await desk.listQueue(query));
    for (const row of page.rows) {
      output.item(summaryItem(row));
      rows.push([
        row.archiveSha256.slice(0, 12),
        output.text.t(`cli:state.${row.state}`),
        row.claims?.title ?? row.claims?.packageId ?? row.fileName,
        row.claims?.issuer ?? '—',
        `${row.filesDecided}/${row.filesTotal}`,
        `⊘${row.counts['no-op']} ◇${row.counts.review}`,
        output.text.utc(row.receivedUtc),
      ]);
    }
    if (offset + PAGE >= page.total) break;
  }
  if (rows.length === 0) output.say('queue.empty');
  output.table(rows);
  return 0;
}

function stateNamed(word: string): PackageState {
  const state = PACKAGE_STATES.find((known) => known === word);
  if (!state)
    throw new ProblemError('bad-request', { variant: 'unknown-state', what: word, known: PACKAGE_STATES.join(', ') });
  return state;
}
