/** Stands above every screen while the event log is not what was written: nothing else the desk says about the past can be relied on. */
import { go, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './frame.module.css';

export function ChainNotice() {
  const { t } = useText();
  const chain = useSession((state) => state.info?.chain ?? null);
  const at = useSession((state) => state.screen.at);
  // The evidence screen verifies anew, and says the same at its top.
  if (!chain || chain.holds || at === 'evidence') return null;
  return (
    <div role="alert" className={styles.chainNotice} data-testid="chain-notice">
      <Banner
        tone="no-op"
        actions={
          <Button size="small" onPress={() => go({ at: 'evidence' })}>
            {t('chain.noticeAct')}
          </Button>
        }
      >
        <strong>{t('chain.notice')}</strong>{' '}
        {t(`chain.broken.${chain.broken?.reason ?? 'changed'}`, { seq: chain.broken?.seq ?? 0 })}
      </Banner>
    </div>
  );
}
