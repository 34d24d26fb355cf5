/** The window itself: which screen, which profile, which language and theme. */
import { create } from 'zustand';
import type { AppInfo } from '../../shared/contract.ts';
import { type Language, resolveLanguage } from '../../shared/languages.ts';
import type { Problem, Profile } from '../../shared/models.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts';
import { answerOf, ask, told } from './acts.ts';
import { bridge } from './bridge.ts';
import { announce } from './notices.ts';

export type Screen =
  | { readonly at: 'queue' }
  | { readonly at: 'package'; readonly archive: string }
  | { readonly at: 'profiles'; readonly focus?: string }
  | { readonly at: 'policy' }
  | { readonly at: 'handoff' }
  | { readonly at: 'evidence'; readonly subject?: string };

interface SessionState {
  readonly screen: Screen;
  readonly settings: Settings;
  readonly info: AppInfo | null;
  readonly profiles: readonly Profile[];
  /** Profile that this window shows; null while there is none. */
  readonly profileKey: string | null;
  readonly overlay: 'none' | 'palette' | 'help' | 'problem';
  /** Why the desk could not be opened; nothing else works then. */
  readonly startProblem: Problem | null;
}

export const useSession = create<SessionState>(() => ({
  screen: { at: 'queue' },
  settings: DEFAULT_SETTINGS,
  info: null,
  profiles: [],
  profileKey: null,
  overlay: 'none',
  startProblem: null,
}));

export function go(screen: Screen): void {
  useSession.setState({ screen, overlay: 'none' });
}

export function setOverlay(overlay: SessionState['overlay']): void {
  useSession.setState({ overlay });
}

export function languageOf(state: SessionState): Language {
  return resolveLanguage(state.settings.language, state.info?.systemLanguage ?? navigator.language);
}

export function currentProfile(state: SessionState): Profile | null {
  return state.profiles.find((profile) => profile.profileKey === state.profileKey) ?? null;
}

/** Asks for everything the frame shows. */
export async function startSession(): Promise<void> {
  // All at once; without a desk only the first answer counts, and the others need no words of their own.
  const [start, info, settings] = await Promise.all([
    ask(bridge().startProblem({})),
    answerOf(bridge().appInfo({})),
    answerOf(bridge().getSettings({})),
  ]);
  if (start?.value) {
    useSession.setState({ startProblem: start.value });
    return;
  }
  if (told(info)) useSession.setState({ info: info.value });
  if (told(settings)) useSession.setState({ settings: settings.value });
  await refreshProfiles();
}

export async function refreshSettings(): Promise<void> {
  const settings = await ask(bridge().getSettings({}));
  if (settings) useSession.setState({ settings: settings.value });
}

/** The profiles that are there, and the one this window shows; the desk's active one when the window has none yet. */
export async function refreshProfiles(): Promise<void> {
  const [profiles, shown] = await Promise.all([
    ask(bridge().listProfiles({ removed: false })),
    ask(bridge().windowProfile({})),
  ]);
  if (!profiles || !shown) return;
  const known = (key: string | null): boolean => profiles.value.some((profile) => profile.profileKey === key);
  const fallback =
    profiles.value.find((profile) => profile.active)?.profileKey ?? profiles.value[0]?.profileKey ?? null;
  const profileKey = known(shown.value) ? shown.value : fallback;
  useSession.setState({ profiles: profiles.value, profileKey });
  if (profileKey !== shown.value) await ask(bridge().setWindowProfile({ profileKey }));
}

/** Makes a profile the one this window shows and the one the command line and new windows start with. */
export async function switchProfile(profileKey: string): Promise<void> {
  const switched = await ask(bridge().switchProfile({ profileKey }));
  if (!switched) return;
  await ask(bridge().setWindowProfile({ profileKey }));
  await refreshProfiles();
  announce('said.switched', { title: switched.value.title, generation: switched.value.current });
}

export async function changeSettings(change: Partial<Settings>): Promise<void> {
  const before = useSession.getState().settings;
  useSession.setState({ settings: { ...before, ...change } });
  const answer = await ask(bridge().setSettings(change));
  useSession.setState({ settings: answer ? answer.value : before });
}
