/** Acts on a profile, each told with the way back where there is one. */
import type { Generation, Profile, ProfileContext } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';

type Changed = () => Promise<void>;

export async function readContext(profileKey: string): Promise<ProfileContext | null> {
  return (await ask(bridge().readContext({ profileKey, generation: null })))?.value ?? null;
}

export async function rollBack({ profileKey, version, current, title }: Profile, to: number, changed: Changed) {
  const answer = await ask(bridge().rollbackProfile({ profileKey, version, to }));
  await changed();
  if (!answer) return;
  const back = { label: 'act.undo', run: () => void returnTo(profileKey, current, changed) };
  announce('said.rolledBack', { title, n: to }, back);
}

/** Takes a roll-back back: the profile has a newer version by now, so it is asked for first. */
async function returnTo(profileKey: string, generation: number, changed: Changed): Promise<void> {
  const profiles = await ask(bridge().listProfiles({ removed: false }));
  const now = profiles?.value.find((profile) => profile.profileKey === profileKey);
  if (!now) return;
  const answer = await ask(bridge().rollbackProfile({ profileKey, version: now.version, to: generation }));
  await changed();
  if (answer) announce('said.rolledBack', { title: now.title, n: generation });
}

/** Pins a generation, or lets a pinned one go. */
export async function pin({ profileKey, version }: Profile, { n, pinned }: Generation, changed: Changed) {
  const answer = await ask(bridge().pinGeneration({ profileKey, version, generation: n, pinned: !pinned }));
  await changed();
  if (answer) announce(pinned ? 'said.unpinned' : 'said.pinned', { n });
}

export async function exportGeneration({ profileKey }: Profile, { n }: Generation) {
  const saved = await ask(bridge().saveGeneration({ profileKey, generation: n }));
  if (saved?.value) announce('said.exported', { n, path: saved.value });
}

export async function remove(profile: Profile, changed: Changed) {
  const { profileKey, version, title } = profile;
  const answer = await ask(bridge().removeProfile({ profileKey, version }));
  await changed();
  if (answer) announce('said.removed', { title }, { label: 'act.undo', run: () => void restore(profile, changed) });
}

/** Brings a removed profile back, with all its generations. */
export async function restore(profile: Pick<Profile, 'profileKey' | 'title'>, changed: Changed): Promise<void> {
  if (!(await ask(bridge().restoreProfile({ profileKey: profile.profileKey })))) return;
  await changed();
  announce('said.restored', { title: profile.title });
}
