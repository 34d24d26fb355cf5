/** The desk behind the window: calls wait until it is open, and tell why when it cannot be opened. */
import type { Desk } from '../../shared/contract.ts';
import type { Answer, Problem } from '../../shared/models.ts';
import type { OpenDesk } from '../desk/open-desk.ts';
import { problemOf } from '../problem.ts';
import { METHODS } from './call.ts';

type Outcome = { readonly ok: true; readonly value: OpenDesk } | { readonly ok: false; readonly problem: Problem };

export interface DeskConnection {
  /** Never rejects. */
  readonly outcome: Promise<Outcome>;
  /** The desk's methods; each answers the start problem when there is one. */
  readonly desk: Desk;
  close(): Promise<void>;
}

/** Starts to open the desk at once. @param open may throw ProblemError */
export function connectDesk(open: () => Promise<OpenDesk>): DeskConnection {
  const outcome: Promise<Outcome> = open().then(
    (value) => ({ ok: true, value }),
    (thrown: unknown) => ({ ok: false, problem: problemOf(thrown) }),
  );
  const call = async (method: string, args: never): Promise<Answer<unknown>> => {
    const opened = await outcome;
    if (!opened.ok) return opened;
    const act = opened.value.desk[method as keyof Desk] as (args: never) => Promise<Answer<unknown>>;
    return act.call(opened.value.desk, args);
  };
  return {
    outcome,
    desk: Object.fromEntries(METHODS.map((method) => [method, (args: never) => call(method, args)])) as unknown as Desk,
    async close() {
      const opened = await outcome;
      if (opened.ok) await opened.value.close();
    },
  };
}
