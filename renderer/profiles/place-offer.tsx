/** A folder that a person is about to choose for a profile: which it is, what stands against it, and whom it would be shared with. */
import { Folder } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { PlaceOffer, Problem, ProfilePlace } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { Foreign, Say, SayWhy } from '../ui/say.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './places.module.css';

export interface OfferedPlace {
  readonly offer: PlaceOffer | null;
  readonly share: boolean;
  /** The folder can be taken as it is offered. */
  readonly ready: boolean;
  setShare(share: boolean): void;
  /** What stood against the offer when it was to be taken. */
  refuse(problem: Problem): void;
  /** Shows the system's dialog. */
  choose(): Promise<void>;
}

/**
 * @param profileKey profile that the folder is for, which need not exist yet; null while that is not known
 * @param suggests begins with the folder that the program proposes
 */
export function useOfferedPlace(profileKey: string | null, what: ProfilePlace, suggests: boolean): OfferedPlace {
  const [offer, setOffer] = useState<PlaceOffer | null>(null);
  const [share, setShare] = useState(false);
  const take = useCallback((value: PlaceOffer | null) => {
    setOffer(value);
    setShare(false);
  }, []);
  useEffect(() => {
    take(null);
    if (profileKey === null || !suggests) return;
    let late = false;
    void ask(bridge().suggestWiki({ profileKey })).then((answer) => {
      if (answer && !late) take(answer.value);
    });
    return () => {
      late = true;
    };
  }, [profileKey, suggests, take]);
  return {
    offer,
    share,
    ready: offer !== null && offer.problem === null && (offer.sharedWith.length === 0 || share),
    setShare,
    refuse: (problem) => setOffer((now) => now && { ...now, problem }),
    async choose() {
      if (profileKey === null) return;
      const chosen = await ask(bridge().choosePlace({ profileKey, what }));
      if (chosen?.value) take(chosen.value);
    },
  };
}

export function PlaceOfferView({ place }: { readonly place: OfferedPlace }) {
  const text = useText();
  const { offer, share } = place;
  return (
    <div className={styles.offer} aria-live="polite">
      {offer ? (
        <p className={styles.folder}>
          <Folder size={15} aria-hidden />
          <Foreign mono>{offer.folder}</Foreign>
        </p>
      ) : null}
      {offer?.problem ? (
        <Banner tone="no-op">
          <SayWhy problem={offer.problem} />
        </Banner>
      ) : null}
      {offer && offer.sharedWith.length > 0 ? (
        <Banner tone="review">
          <Say k="places.sharing" v={{ titles: offer.sharedWith.map(({ title }) => title) }} />
          <Check isSelected={share} onChange={place.setShare}>
            {text.t('places.share')}
          </Check>
        </Banner>
      ) : null}
      <span>
        <Button size="small" onPress={() => void place.choose()}>
          {text.t(offer ? 'places.chooseAnother' : 'places.choose')}
        </Button>
      </span>
    </div>
  );
}
