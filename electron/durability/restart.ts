/** The restart after a process died, and what must hold once it is over. */
import { type Clock, systemClock } from '../clock.ts';
import type { DeskDatabase } from '../database/open.ts';
import { sweepProfiles } from '../profiles/sweep.ts';
import { sweep } from '../quarantine/recovery.ts';
import { faultsOf } from './invariants.ts';

/** A clock two hours ahead: what is kept for an hour because its program may live is seen from later. */
export const later: Clock = { now: () => new Date(Date.now() + 2 * 60 * 60 * 1000).toISOString() };

/** Sweeps as a start does, proves that a second sweep finds nothing, and that all invariants hold. @returns every fault as a line */
export async function faultsAfterRestart(db: DeskDatabase): Promise<string[]> {
  const faults: string[] = [];
  await sweep(db, db.layout);
  await sweepProfiles({ db, clock: later, actor: 'restart' });
  const second = await sweep(db, db.layout);
  if (second.interrupted + second.kept + second.removed + second.stuck.length > 0)
    faults.push(`second sweep: ${JSON.stringify(second)}`);
  const again = await sweepProfiles({ db, clock: systemClock, actor: 'restart' });
  if (again.removed + again.repaired > 0) faults.push(`second sweep of profiles: ${JSON.stringify(again)}`);
  return [...faults, ...faultsOf(db)];
}
