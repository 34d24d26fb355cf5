/** `uaix audit [verify]`: the event log, and whether its chain holds. `verify` exits 1 when it does not. */
import type { EventRecord } from '../../../shared/models.ts';
import { ProblemError } from '../../problem.ts';
import type { CommandContext } from '../context.ts';
import { type ExitCode, unwrap } from '../exit.ts';

const PAGE = 500;

export async function run(context: CommandContext, [action = 'list']: readonly unknown[]): Promise<ExitCode> {
  const { output } = context;
  const { desk } = await context.openDesk();
  if (action === 'verify') {
    const state = unwrap(await desk.verifyEvents({}));
    output.item({ schema: 'uaix-desktop.audit.v1', ...state });
    if (state.holds) output.say('audit.holds', { count: state.events, head: state.headHash });
    else output.say(`audit.broken.${state.broken?.reason ?? 'changed'}`, { seq: state.broken?.seq ?? 0 }, 'red');
    return state.holds ? 0 : 1;
  }
  if (action !== 'list')
    throw new ProblemError('bad-request', { variant: 'unknown-action', what: String(action), known: 'list, verify' });
  for (let before: number | null = null; ; ) {
    const events: readonly EventRecord[] = unwrap(
      await desk.listEvents({ subject: null, search: '', before, limit: PAGE }),
    );
    for (const event of events) output.item({ schema: 'uaix-desktop.event.v1', ...event });
    output.table(
      events.map((event) => [
        String(event.seq),
        event.utc,
        event.kind,
        event.actor,
        event.subject?.slice(0, 12) ?? '',
        event.hash.slice(0, 12),
      ]),
    );
    const last = events.at(-1);
    if (!last || events.length < PAGE) return 0;
    before = last.seq;
  }
}
