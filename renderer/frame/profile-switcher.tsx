/** Which profile this window shows: always visible, changed from here. */
import { ChevronsUpDown, ExternalLink, Settings2 } from 'lucide-react';
import {
  Button,
  type Key,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Section,
  Header as SectionHeader,
} from 'react-aria-components';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { currentProfile, go, switchProfile, useSession } from '../state/session.ts';
import { Glyph } from '../ui/glyph.tsx';
import menu from '../ui/menu.module.css';
import { Foreign } from '../ui/say.tsx';
import { Badge } from '../ui/small.tsx';
import { useT } from '../ui/text-context.tsx';
import styles from './frame.module.css';
import own from './profile-switcher.module.css';

export function ProfileSwitcher() {
  const t = useT();
  const profiles = useSession((state) => state.profiles);
  const current = useSession(currentProfile);

  const act = (key: Key) => {
    if (key === 'manage') go({ at: 'profiles' });
    else if (key === 'window' && current) void ask(bridge().openProfileWindow({ profileKey: current.profileKey }));
    else if (key !== current?.profileKey) void switchProfile(String(key));
  };

  return (
    <MenuTrigger>
      <Button className={styles.profile ?? ''}>
        <span className="visually-hidden">{t('frame.profile')}</span>
        {current ? <Badge letters={current.badge} hue={current.hue} /> : <span className={styles.noBadge} />}
        {current ? (
          <>
            <span className={styles.profileName}>
              <Foreign>{current.title}</Foreign>
            </span>
            <span className={styles.profileGen}>{t('profile.generationShort', { n: current.current })}</span>
          </>
        ) : (
          <span className={styles.profileGen}>{t('frame.noProfile')}</span>
        )}
        <ChevronsUpDown size={13} aria-hidden />
      </Button>
      <Popover className={`${menu.popover} ${own.popover}`} placement="bottom start">
        <Menu className={menu.menu ?? ''} aria-label={t('frame.profiles')} onAction={act}>
          <Section aria-label={t('frame.profiles')}>
            <SectionHeader className={own.heading ?? ''}>{t('frame.profiles')}</SectionHeader>
            {profiles.length === 0 ? (
              <MenuItem id="none" className={`${menu.item} ${own.none}`} isDisabled textValue={t('frame.noProfileYet')}>
                {t('frame.noProfileYet')}
              </MenuItem>
            ) : null}
            {profiles.map((profile) => (
              <MenuItem
                key={profile.profileKey}
                id={profile.profileKey}
                textValue={profile.title}
                className={`${menu.item} ${own.item}`}
              >
                <Badge letters={profile.badge} hue={profile.hue} />
                <span className={own.names}>
                  <span className={own.title}>
                    <Foreign>{profile.title}</Foreign>
                  </span>
                  <span className={own.meta}>
                    <Foreign>{profile.issuer}</Foreign> · {t('profile.generationShort', { n: profile.current })}
                  </span>
                </span>
                {profile.profileKey === current?.profileKey ? (
                  <Glyph name="approved" label={t('profile.shown')} />
                ) : null}
              </MenuItem>
            ))}
          </Section>
          <Section aria-label={t('frame.more')} className={own.acts ?? ''}>
            <MenuItem id="manage" className={menu.item ?? ''} textValue={t('frame.manageProfiles')}>
              <span className={menu.tick}>
                <Settings2 size={14} aria-hidden />
              </span>
              {t('frame.manageProfiles')}
            </MenuItem>
            {current ? (
              <MenuItem id="window" className={menu.item ?? ''} textValue={t('act.newWindow')}>
                <span className={menu.tick}>
                  <ExternalLink size={14} aria-hidden />
                </span>
                {t('act.newWindow')}
              </MenuItem>
            ) : null}
          </Section>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
