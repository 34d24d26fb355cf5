/** Setting a place of a profile and taking it back, each told with the way back. */
import type { Problem, ProfileFacts, ProfilePlace } from '../../shared/models.ts';
import { answerOf, ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';

interface Wish {
  readonly profileKey: string;
  readonly what: ProfilePlace;
  readonly folder: string;
  readonly share: boolean;
}

/** @param before the folder until now; null when there was none. @returns why the folder was not taken; null when it was */
export async function setPlace(
  { profileKey, what, folder, share }: Wish,
  before: string | null,
): Promise<Problem | null> {
  const answer = await answerOf(bridge().setPlace({ profileKey, what, folder, share }));
  if (!answer.ok) return answer.problem;
  const back = () =>
    before === null
      ? ask(bridge().endPlace({ profileKey, what }))
      : ask(bridge().setPlace({ profileKey, what, folder: before, share: true }));
  announce(
    what === 'wiki' ? 'said.wikiSet' : 'said.mirrorSet',
    { folder },
    { label: 'act.undo', run: () => void back() },
  );
  return null;
}

/** Takes a place back. The way back shares a wiki folder again where it was shared. */
export async function endPlace({ profileKey, ...facts }: ProfileFacts, what: ProfilePlace): Promise<void> {
  const folder = facts[what]?.folder;
  if (folder === undefined || !(await ask(bridge().endPlace({ profileKey, what })))) return;
  const back = () => ask(bridge().setPlace({ profileKey, what, folder, share: true }));
  const said = what === 'wiki' ? 'said.wikiEnded' : 'said.mirrorEnded';
  announce(said, { folder }, { label: 'act.undo', run: () => void back() });
}
