/** Every act on the handoff desk by its name. What a killed program left half done is ended first. */
import type { HandoffAct } from '../../shared/handoff.ts';
import { assertNever } from '../../shared/models.ts';
import type { HandoffContext } from './context.ts';
import { sweepCopies } from './copies.ts';
import { decide, markViewed } from './decide.ts';
import { finish } from './finish.ts';
import { receiveMessage } from './messages.ts';
import { setPlaces } from './places.ts';
import { preserve } from './preserve.ts';
import { endAnnounced, remove, undoRemoval } from './remove.ts';
import { scan } from './scan.ts';
import { take } from './take.ts';

/** Carries out one act. @throws ProblemError as the act says */
export async function carryOut(context: HandoffContext, act: HandoffAct): Promise<void> {
  await endAnnounced(context);
  switch (act.act) {
    case 'set-places':
      return setPlaces(context, act);
    case 'scan':
      sweepCopies(context.db);
      await scan(context, act.phase);
      return;
    case 'take':
      await take(context, act.path);
      return;
    case 'view':
      markViewed(context, act.fileId, act.sha256);
      return;
    case 'decide':
      decide(context, act.fileId, act.version, act.decision);
      return;
    case 'preserve':
      await preserve(context, act.fileId, act.version);
      return;
    case 'remove':
      await remove(context, act.fileId, act.version);
      return;
    case 'undo':
      await undoRemoval(context, act.fileId, act.version);
      return;
    case 'finish':
      await finish(context);
      return;
    case 'receive':
      receiveMessage(context, act.path);
      return;
    default:
      assertNever(act);
  }
}
