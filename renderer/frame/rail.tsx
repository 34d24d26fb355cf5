import { FolderInput, Inbox, ScrollText, ShieldCheck, UsersRound, WifiOff } from 'lucide-react';
import { Button } from 'react-aria-components';
import { useQueue } from '../state/queue.ts';
import { go, useSession } from '../state/session.ts';
import { useText } from '../ui/text-context.tsx';
import styles from './frame.module.css';

const PLACES = [
  { at: 'queue', Sign: Inbox },
  { at: 'profiles', Sign: UsersRound },
  { at: 'policy', Sign: ShieldCheck },
  { at: 'handoff', Sign: FolderInput },
  { at: 'evidence', Sign: ScrollText },
] as const;

export function Rail() {
  const text = useText();
  const at = useSession((state) => state.screen.at);
  const waiting = useQueue((state) => state.byState.in_review ?? 0);
  const here = at === 'package' ? 'queue' : at;
  return (
    <nav className={styles.rail} aria-label={text.t('frame.places')}>
      {PLACES.map(({ at: place, Sign }) => {
        const count = place === 'queue' && waiting > 0 ? waiting : null;
        const label = text.t(`screen.${place}`);
        return (
          <Button
            key={place}
            className={styles.railItem ?? ''}
            {...(here === place ? { 'aria-current': 'page' as const } : {})}
            onPress={() => go({ at: place })}
          >
            <Sign size={17} aria-hidden />
            <span className={styles.railLabel}>{label}</span>
            {count === null ? null : (
              <span className={styles.railCount}>
                {text.number(count)}
                <span className="visually-hidden"> {text.t('frame.inReview')}</span>
              </span>
            )}
          </Button>
        );
      })}
      <p className={styles.railFoot} title={text.t('frame.offlineMore')}>
        <WifiOff size={14} aria-hidden />
        <span>{text.t('frame.offline')}</span>
      </p>
    </nav>
  );
}
