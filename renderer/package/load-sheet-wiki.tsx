/** Where a package with long-term memory is loaded: which folder its wiki gets. A person chooses it; the package never does. */
import { useEffect, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { LoadPlan } from '../../shared/models.ts';
import { type OfferedPlace, PlaceOfferView, useOfferedPlace } from '../profiles/place-offer.tsx';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useText } from '../ui/text-context.tsx';
import styles from './load-sheet.module.css';

interface WikiChoice {
  /** The package declares long-term memory, and its profile has no wiki folder yet. */
  readonly asks: boolean;
  readonly now: boolean;
  readonly place: OfferedPlace;
  /** Nothing about the wiki stands in the way of loading. */
  readonly ready: boolean;
  setNow(now: boolean): void;
  /** After the load: takes the folder that was agreed to. What goes wrong is told; the load stands. */
  take(profileKey: string): Promise<void>;
}

/** @param plan as it is under the choice about another issuer's profile, which has places of its own */
export function useLoadWiki(plan: LoadPlan | null): WikiChoice {
  const key = plan?.longTermMemory ? (plan.profileKey ?? plan.targetKey) : null;
  const [now, setNow] = useState(true);
  const unset = useHasNoWiki(key, plan !== null && plan.profileKey !== null);
  const asks = key !== null && unset;
  const place = useOfferedPlace(asks ? key : null, 'wiki', true);
  return {
    asks,
    now,
    place,
    ready: !asks || !now || place.ready,
    setNow,
    async take(profileKey) {
      if (!asks || !now || !place.offer) return;
      const { folder } = place.offer;
      await ask(bridge().setPlace({ profileKey, what: 'wiki', folder, share: place.share }));
    },
  };
}

/** True when no wiki folder is chosen for the profile, or when it does not exist yet. */
function useHasNoWiki(key: string | null, exists: boolean): boolean {
  const [unset, setUnset] = useState(false);
  useEffect(() => {
    setUnset(key !== null && !exists);
    if (key === null || !exists) return;
    let late = false;
    void ask(bridge().profileFacts({ profileKey: key })).then((answer) => {
      if (!late) setUnset(answer?.value.wiki === null);
    });
    return () => {
      late = true;
    };
  }, [key, exists]);
  return unset;
}

export function LoadWiki({ wiki }: { readonly wiki: WikiChoice }) {
  const { t } = useText();
  return (
    <section className={styles.conflict} aria-label={t('load.wiki.title')}>
      <div>
        <h3>{t('load.wiki.title')}</h3>
        <p className={styles.soft}>{t('load.wiki.more')}</p>
      </div>
      <RadioGroup
        aria-label={t('load.wiki.title')}
        value={wiki.now ? 'now' : 'later'}
        onChange={(value) => wiki.setNow(value === 'now')}
        className={styles.radios ?? ''}
      >
        {(['later', 'now'] as const).map((id) => (
          <Radio key={id} value={id} className={styles.radio ?? ''}>
            <span className={styles.dot} />
            <span>
              <strong>{t(`load.wiki.${id}.title`)}</strong>
              <br />
              {t(`load.wiki.${id}.text`)}
            </span>
          </Radio>
        ))}
      </RadioGroup>
      {wiki.now ? <PlaceOfferView place={wiki.place} /> : null}
    </section>
  );
}
