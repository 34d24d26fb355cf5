/** Whether the log still is what it was when it was written. */
import { Link2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { ChainState } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Digest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './evidence.module.css';

export function ChainLine() {
  const { t } = useText();
  const [chain, setChain] = useState<ChainState | null>(null);
  const [busy, setBusy] = useState(false);

  const verify = useCallback(async () => {
    setBusy(true);
    const answer = await ask(bridge().verifyEvents({}));
    setBusy(false);
    if (answer) setChain(answer.value);
  }, []);
  useEffect(() => void verify(), [verify]);

  return (
    <div className={chain && !chain.holds ? `${styles.chain} ${styles.chainBroken}` : styles.chain}>
      <Glyph name={chain === null ? 'busy' : chain.holds ? 'approved' : 'no-op'} size={18} />
      <p role="status" className={styles.chainWords}>
        {chain === null
          ? t('chain.checking')
          : chain.holds
            ? t('chain.holds', { count: chain.events })
            : t(`chain.broken.${chain.broken?.reason ?? 'changed'}`, { seq: chain.broken?.seq ?? 0 })}
      </p>
      {chain ? <Digest value={chain.headHash} label={t('chain.head')} /> : null}
      <Button size="small" icon={<Link2 size={14} />} isDisabled={busy} onPress={() => void verify()}>
        {t('chain.verify')}
      </Button>
    </div>
  );
}
