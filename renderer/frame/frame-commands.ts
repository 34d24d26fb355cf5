/** Commands that the palette has on every screen: places, profiles, samples, help, settings. */
import { useMemo } from 'react';
import { LANGUAGES } from '../../shared/languages.ts';
import { ask, importSample, openFiles } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import type { Command } from '../state/commands.ts';
import { takeStarted } from '../state/imports.ts';
import { changeSettings, go, setOverlay, switchProfile, useSession } from '../state/session.ts';
import { useT } from '../ui/text-context.tsx';
import { chordName } from './chord.ts';

const PLACES = ['queue', 'profiles', 'policy', 'handoff', 'evidence'] as const;
const THEMES = ['system', 'light', 'dark'] as const;

export function useFrameCommands(): readonly Command[] {
  const t = useT();
  const profiles = useSession((state) => state.profiles);
  const samples = useSession((state) => state.info?.samples);
  const { singleKeys, autoAdvance } = useSession((state) => state.settings);
  return useMemo(() => {
    const act = (id: string, label: string, run: () => void, more: Partial<Command> = {}): Command => ({
      id,
      label,
      group: t('palette.acts'),
      run,
      ...more,
    });
    const setting = (id: string, label: string, run: () => void): Command =>
      act(id, label, run, { group: t('palette.settings') });
    const onOff = (on: boolean) => t(on ? 'palette.off' : 'palette.on');
    return [
      act('open', t('act.openFiles'), () => void openFiles().then(takeStarted), { keyName: chordName('O') }),
      ...PLACES.map((at) => act(`go-${at}`, t(`screen.${at}`), () => go({ at }), { group: t('palette.places') })),
      ...profiles.map(({ profileKey, title, badge, hue }) =>
        act(profileKey, title, () => void switchProfile(profileKey), {
          group: t('palette.switch'),
          badge: { letters: badge, hue },
        }),
      ),
      ...profiles.map(({ profileKey, title, badge, hue }) =>
        act(`window-${profileKey}`, title, () => void ask(bridge().openProfileWindow({ profileKey })), {
          group: t('act.newWindow'),
          badge: { letters: badge, hue },
        }),
      ),
      ...(samples ?? []).map((sample) =>
        act(
          `sample-${sample}`,
          t('act.trySampleNamed', { title: t(`sample.${sample}`) }),
          () => {
            go({ at: 'queue' });
            void importSample(sample);
          },
          { also: sample },
        ),
      ),
      act('folder', t('act.openDataFolder'), () => void ask(bridge().openDataFolder({}))),
      act('help', t('frame.help'), () => setOverlay('help')),
      act('problem', t('palette.problem'), () => setOverlay('problem')),
      ...THEMES.map((theme) =>
        setting(
          `theme-${theme}`,
          t('palette.theme', { theme: t(`theme.${theme}`) }),
          () => void changeSettings({ theme }),
        ),
      ),
      ...(['system', ...LANGUAGES] as const).map((language) =>
        setting(
          `language-${language}`,
          t('palette.language', { language: t(`language.${language}`) }),
          () => void changeSettings({ language }),
        ),
      ),
      setting(
        'single-keys',
        t('palette.singleKeys', { change: onOff(singleKeys) }),
        () => void changeSettings({ singleKeys: !singleKeys }),
      ),
      setting(
        'auto-advance',
        t('palette.autoAdvance', { change: onOff(autoAdvance) }),
        () => void changeSettings({ autoAdvance: !autoAdvance }),
      ),
    ];
  }, [t, profiles, samples, singleKeys, autoAdvance]);
}
