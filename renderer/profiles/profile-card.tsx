/** One profile: who it is, what can be done with it, its generations, and its places on this machine. */
import { BookOpenText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Profile, ProfileFacts } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useChanges } from '../state/changes.ts';
import { switchProfile, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Foreign } from '../ui/say.tsx';
import { Badge, Chip } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { CardMenu } from './card-menu.tsx';
import { type CardSheet, CardSheets } from './card-sheets.tsx';
import { pairWith } from './compare-model.ts';
import { Generations } from './generations.tsx';
import { Places } from './places.tsx';
import { exportGeneration, pin, readContext, remove, rollBack } from './profile-acts.ts';
import styles from './profiles.module.css';

interface ProfileCardProps {
  readonly profile: Profile;
  readonly isFocused: boolean;
  readonly onChanged: () => Promise<void>;
}

export function ProfileCard({ profile, isFocused, onChanged }: ProfileCardProps) {
  const { t } = useText();
  const shown = useSession((state) => state.profileKey === profile.profileKey);
  const [sheet, setSheet] = useState<CardSheet | null>(null);
  const card = useRef<HTMLElement>(null);
  const { profileKey } = profile;
  const facts = useFacts(profileKey);

  useEffect(() => {
    if (isFocused) card.current?.scrollIntoView({ block: 'center' });
  }, [isFocused]);

  return (
    <article ref={card} className={cx(styles.card, shown && styles.shown)} aria-label={profile.title}>
      <header className={styles.cardHead}>
        <Badge letters={profile.badge} hue={profile.hue} size="large" />
        <div className={styles.names}>
          <h2 className={styles.name}>
            <Foreign>{profile.title}</Foreign>
            {facts?.derivative ? <Chip tone="review">{t('package.derivative')}</Chip> : null}
            {shown ? <Chip tone="accent">{t('profile.shown')}</Chip> : null}
            {profile.active && !shown ? <Chip>{t('profile.active')}</Chip> : null}
          </h2>
          <p className={styles.soft}>
            {t('package.from')} <Foreign>{profile.issuer}</Foreign> · <Foreign mono>{profile.profileId}</Foreign>
          </p>
        </div>
        <div className={styles.acts}>
          {shown ? null : (
            <Button kind="primary" onPress={() => void switchProfile(profileKey)}>
              {t('act.switchHere')}
            </Button>
          )}
          <Button
            icon={<BookOpenText size={15} />}
            onPress={() =>
              void readContext(profileKey).then((context) => context && setSheet({ is: 'context', context }))
            }
          >
            {t('act.readContext')}
          </Button>
          <CardMenu profile={profile} facts={facts} isShown={shown} onSheet={setSheet} />
        </div>
      </header>
      <Generations
        profile={profile}
        onRollBack={(n) => void rollBack(profile, n, onChanged)}
        onPin={(generation) => void pin(profile, generation, onChanged)}
        onExport={(generation) => void exportGeneration(profile, generation)}
        onCompare={({ n }) => {
          const pair = pairWith(profile, n);
          if (pair) setSheet({ is: 'compare', pair });
        }}
      />
      <Places profile={profile} facts={facts} onChoose={(what) => setSheet({ is: what })} />
      <CardSheets
        sheet={sheet}
        profile={profile}
        facts={facts}
        onChanged={onChanged}
        onRemove={() => {
          setSheet(null);
          void remove(profile, onChanged);
        }}
        onClose={() => setSheet(null)}
      />
    </article>
  );
}

/** Places and nature of a profile, asked for again with every change of a profile; null until they are known. */
function useFacts(profileKey: string): ProfileFacts | null {
  const [facts, setFacts] = useState<ProfileFacts | null>(null);
  const changes = useChanges('profile');
  useEffect(() => {
    let late = false;
    void ask(bridge().profileFacts({ profileKey })).then((answer) => {
      if (answer && !late) setFacts(answer.value);
    });
    return () => {
      late = true;
    };
  }, [profileKey, changes]);
  return facts;
}
