/** Who does something to a profile, when, and on which desk. Handed in by the caller: nothing here is global. */
import type { Clock } from '../clock.ts';
import type { DeskDatabase } from '../database/open.ts';

export interface ActContext {
  readonly db: DeskDatabase;
  readonly clock: Clock;
  readonly actor: string;
}
