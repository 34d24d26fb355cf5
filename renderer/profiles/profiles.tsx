/** The profiles: what was loaded, every generation of it, and the way back. */
import { useCallback, useEffect, useState } from 'react';
import type { Profile } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useChanges } from '../state/changes.ts';
import { go, refreshProfiles } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Foreign } from '../ui/say.tsx';
import { Ago, Badge, Empty } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { restore } from './profile-acts.ts';
import { ProfileCard } from './profile-card.tsx';
import styles from './profiles.module.css';

export function ProfilesScreen({ focus }: { readonly focus?: string }) {
  const { t } = useText();
  const [profiles, setProfiles] = useState<readonly Profile[] | null>(null);
  const changes = useChanges('profile');

  const load = useCallback(async () => {
    const answer = await ask(bridge().listProfiles({ removed: true }));
    if (answer) setProfiles(answer.value);
  }, []);
  // Asks again with every change of a profile.
  useEffect(() => void load(), [load, changes]);

  const changed = useCallback(async () => {
    await Promise.all([load(), refreshProfiles()]);
  }, [load]);

  if (profiles === null) return null;
  const there = profiles.filter((profile) => profile.removedUtc === null);
  const removed = profiles.filter((profile) => profile.removedUtc !== null);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('screen.profiles')}</h1>
        <p>{t('profiles.lead')}</p>
      </header>
      {there.length === 0 ? (
        <Empty
          drawing={<NoProfilesDrawing />}
          title={t('profiles.none')}
          actions={
            <Button kind="primary" onPress={() => go({ at: 'queue' })}>
              {t('package.toQueue')}
            </Button>
          }
        >
          <p>{t('profiles.noneMore')}</p>
        </Empty>
      ) : (
        <ul className={styles.cards}>
          {there.map((profile) => (
            <li key={profile.profileKey}>
              <ProfileCard profile={profile} isFocused={profile.profileKey === focus} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
      {removed.length > 0 ? (
        <section className={styles.removed} aria-label={t('profiles.removed')}>
          <h2>{t('profiles.removed')}</h2>
          <ul>
            {removed.map((profile) => (
              <li key={profile.profileKey} className={styles.removedRow}>
                <Badge letters={profile.badge} hue={profile.hue} />
                <span className={styles.removedName}>
                  <Foreign>{profile.title}</Foreign>
                </span>
                <span className={styles.soft}>
                  {t('profiles.removedWhen')} <Ago utc={profile.removedUtc ?? ''} />
                </span>
                <Button size="small" onPress={() => void restore(profile, changed)}>
                  {t('act.restore')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  );
}

function NoProfilesDrawing() {
  return (
    <svg
      viewBox="0 0 120 64"
      width="120"
      height="64"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      aria-hidden="true"
      className={styles.drawing}
    >
      <rect x="4" y="10" width="48" height="44" rx="8" strokeDasharray="4 4" />
      <rect x="68" y="10" width="48" height="44" rx="8" strokeDasharray="4 4" />
      <circle cx="28" cy="26" r="6" />
      <path d="M16 44c2-6 6-9 12-9s10 3 12 9" />
      <circle cx="92" cy="26" r="6" />
      <path d="M80 44c2-6 6-9 12-9s10 3 12 9" />
    </svg>
  );
}
