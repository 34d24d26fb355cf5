/** Choosing the wiki folder or the mirror of a profile: the folder is shown before it is taken. */
import { useState } from 'react';
import type { Profile, ProfileFacts, ProfilePlace } from '../../shared/models.ts';
import { Button } from '../ui/button.tsx';
import { Foreign, Say } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import { setPlace } from './place-acts.ts';
import { PlaceOfferView, useOfferedPlace } from './place-offer.tsx';
import styles from './places.module.css';

interface PlaceSheetProps {
  readonly profile: Profile;
  readonly facts: ProfileFacts;
  readonly what: ProfilePlace;
  readonly onClose: () => void;
}

export function PlaceSheet({ profile, facts, what, onClose }: PlaceSheetProps) {
  const { t } = useText();
  const { profileKey, title } = profile;
  const before = facts[what]?.folder ?? null;
  const place = useOfferedPlace(profileKey, what, what === 'wiki' && before === null);
  const [busy, setBusy] = useState(false);
  const { offer, share, ready } = place;
  const take = async () => {
    if (!offer) return;
    setBusy(true);
    const problem = await setPlace({ profileKey, what, folder: offer.folder, share }, before);
    setBusy(false);
    if (problem) place.refuse(problem);
    else onClose();
  };
  return (
    <Sheet
      title={<Say plain k={what === 'wiki' ? 'places.wikiTitle' : 'places.mirrorTitle'} v={{ title }} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('act.cancel')}</Button>
          <Button kind="primary" isDisabled={!ready || busy} onPress={() => void take()}>
            {t('places.use')}
          </Button>
        </>
      }
    >
      <div className={styles.sheet}>
        <p>{t(what === 'wiki' ? 'places.wikiMore' : 'places.mirrorMore')}</p>
        {before === null ? null : (
          <p className={styles.now}>
            {t('places.now')} <Foreign mono>{before}</Foreign>
          </p>
        )}
        <PlaceOfferView place={place} />
      </div>
    </Sheet>
  );
}
