/** Giving up old generations for good: how many of the newest stay, which go, each to be ticked off; Cancel is the default. */
import { useEffect, useState } from 'react';
import type { PrunePlan } from '../../shared/contract.ts';
import type { Profile } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { Choice } from '../ui/choice.tsx';
import { Say } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Ago } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './sheets.module.css';

const KEEPS = ['1', '2', '3', '5', '10'] as const;
type Keep = (typeof KEEPS)[number];

interface PruneSheetProps {
  readonly profile: Profile;
  readonly onChanged: () => Promise<void>;
  readonly onClose: () => void;
}

export function PruneSheet({ profile, onChanged, onClose }: PruneSheetProps) {
  const text = useText();
  const { t } = text;
  const { profileKey, version, title, generations } = profile;
  const [keep, setKeep] = useState<Keep>('3');
  const [plan, setPlan] = useState<PrunePlan['generations'] | null>(null);
  const [spared, setSpared] = useState<ReadonlySet<number>>(new Set());
  useEffect(() => {
    let late = false;
    void ask(bridge().planPrune({ profileKey, keep: Number(keep) })).then((answer) => {
      if (late || !answer) return;
      setPlan(answer.value.generations);
      setSpared(new Set());
    });
    return () => {
      late = true;
    };
    // A newer version has other generations.
  }, [profileKey, version, keep]);

  const chosen = (plan ?? []).filter(({ n }) => !spared.has(n));
  const bytes = chosen.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const prune = async () => {
    const numbers = chosen.map(({ n }) => n);
    onClose();
    const answer = await ask(bridge().pruneGenerations({ profileKey, version, generations: numbers }));
    await onChanged();
    if (answer) announce('said.pruned', { count: numbers.length, title });
  };
  const tick = (n: number, isOn: boolean) => {
    const next = new Set(spared);
    if (isOn) next.delete(n);
    else next.add(n);
    setSpared(next);
  };

  return (
    <Sheet
      role="alertdialog"
      title={<Say plain k="prune.title" v={{ title }} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button autoFocus onPress={onClose}>
            {t('act.cancel')}
          </Button>
          <Button kind="danger" isDisabled={chosen.length === 0} onPress={() => void prune()}>
            {t('prune.do', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{t('prune.lead')}</p>
        <div className={styles.keep}>
          <span>{t('prune.keep')}</span>
          <Choice
            label={t('prune.keep')}
            value={keep}
            onChange={setKeep}
            options={KEEPS.map((id) => ({ id, label: id }))}
          />
        </div>
        <div aria-live="polite">
          {plan?.length === 0 ? <p className={styles.soft}>{t('prune.nothing')}</p> : null}
          {plan && plan.length > 0 ? (
            <p className={styles.soft}>{t('prune.going', { count: chosen.length, size: text.bytes(bytes) })}</p>
          ) : null}
        </div>
        {plan && plan.length > 0 ? (
          <ul className={styles.ticks} aria-label={t('prune.list')}>
            {plan.toReversed().map(({ n, sizeBytes }) => (
              <li key={n}>
                <Check isSelected={!spared.has(n)} onChange={(isOn) => tick(n, isOn)}>
                  {t('profile.generation', { n })}
                  <span className={styles.soft}>
                    {' · '}
                    {text.bytes(sizeBytes)}
                    {' · '}
                    <Ago utc={generations.find((each) => each.n === n)?.loadedUtc ?? ''} />
                  </span>
                </Check>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </Sheet>
  );
}
