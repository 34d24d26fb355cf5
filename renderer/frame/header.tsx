import { CircleHelp, Languages, Monitor, Moon, Search, Sun } from 'lucide-react';
import { Button, MenuTrigger } from 'react-aria-components';
import { LANGUAGES } from '../../shared/languages.ts';
import type { Settings } from '../../shared/settings.ts';
import { changeSettings, setOverlay, useSession } from '../state/session.ts';
import { IconButton } from '../ui/button.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';
import { useT } from '../ui/text-context.tsx';
import { chordName } from './chord.ts';
import styles from './frame.module.css';
import { ProfileSwitcher } from './profile-switcher.tsx';

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly Settings['theme'][];
const THEME_SIGNS = { system: Monitor, light: Sun, dark: Moon } as const;

export function Header() {
  const t = useT();
  const settings = useSession((state) => state.settings);
  const Sign = THEME_SIGNS[settings.theme];
  return (
    <header className={styles.header}>
      <ProfileSwitcher />
      <Button className={styles.finder ?? ''} onPress={() => setOverlay('palette')}>
        <Search size={14} aria-hidden />
        <span>{t('frame.find')}</span>
        <kbd>{chordName('K')}</kbd>
      </Button>
      <div className={styles.headerEnd}>
        <MenuTrigger>
          <IconButton label={t('frame.theme', { theme: t(`theme.${settings.theme}`) })} icon={<Sign size={16} />} />
          <ChoiceMenu
            label={t('frame.themeMenu')}
            value={settings.theme}
            options={THEMES.map((id) => ({ id, label: t(`theme.${id}`) }))}
            onChange={(theme) => void changeSettings({ theme })}
          />
        </MenuTrigger>
        <MenuTrigger>
          <IconButton label={t('frame.language')} icon={<Languages size={16} />} />
          <ChoiceMenu
            label={t('frame.language')}
            value={settings.language}
            options={(['system', ...LANGUAGES] as const).map((id) => ({ id, label: t(`language.${id}`) }))}
            onChange={(language) => void changeSettings({ language })}
          />
        </MenuTrigger>
        <IconButton label={t('frame.help')} icon={<CircleHelp size={16} />} onPress={() => setOverlay('help')} />
      </div>
    </header>
  );
}
