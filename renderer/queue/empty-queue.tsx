/** Before the first package: the path a package takes, the drop target, a sample to try. */
import { FolderOpen } from 'lucide-react';
import { importSample, openFiles } from '../state/acts.ts';
import { takeStarted } from '../state/imports.ts';
import { setOverlay, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './empty-queue.module.css';

const STEPS = ['receive', 'look', 'decide', 'load'] as const;

export function EmptyQueue() {
  const { t } = useText();
  const samples = useSession((state) => state.info?.samples);
  return (
    <div className={styles.page}>
      <div className={styles.target}>
        <h1>{t('empty.title')}</h1>
        <p className={styles.lead}>{t('empty.lead')}</p>
        <ol className={styles.path}>
          {STEPS.map((step) => (
            <li key={step} className={styles.step}>
              <span className={styles.drawing}>{DRAWINGS[step]}</span>
              <strong>{t(`empty.step.${step}.title`)}</strong>
              <span>{t(`empty.step.${step}.text`)}</span>
            </li>
          ))}
        </ol>
        <div className={styles.actions}>
          <Button kind="primary" icon={<FolderOpen size={15} />} onPress={() => void openFiles().then(takeStarted)}>
            {t('act.openFiles')}
          </Button>
          <Button kind="link" onPress={() => setOverlay('help')}>
            {t('empty.what')}
          </Button>
        </div>
        {samples && samples.length > 0 ? (
          <div className={styles.samples}>
            <span>{t('empty.samples')}</span>
            {samples.map((sample) => (
              <Button key={sample} size="small" onPress={() => void importSample(sample)}>
                {t(`sample.${sample}`)}
              </Button>
            ))}
          </div>
        ) : null}
        <p className={styles.promise}>{t('empty.promise')}</p>
      </div>
    </div>
  );
}

const line = { stroke: 'currentColor', strokeWidth: 1.5, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;

/** Four small drawings: a parcel at the gate, a lens over a page, two ticked lines, a card in its own frame. */
const DRAWINGS: Readonly<Record<(typeof STEPS)[number], React.ReactNode>> = {
  receive: (
    <svg viewBox="0 0 64 48" width="64" height="48" fill="none" aria-hidden="true" {...line}>
      <path className={styles.fill} d="M14 20h36v20H14z" stroke="none" />
      <path d="M14 20h36v20H14zM14 20l5-7h26l5 7M32 13v7M27 28h10" />
      <path d="M32 2v6m0 0-3-3m3 3 3-3" className={styles.strong} />
    </svg>
  ),
  look: (
    <svg viewBox="0 0 64 48" width="64" height="48" fill="none" aria-hidden="true" {...line}>
      <path className={styles.fill} d="M16 6h24v36H16z" stroke="none" />
      <path d="M16 6h24v36H16zM21 14h14M21 20h14M21 26h7" />
      <circle cx="40" cy="28" r="8" className={styles.lens} />
      <path d="m46 34 7 7" className={styles.strong} />
    </svg>
  ),
  decide: (
    <svg viewBox="0 0 64 48" width="64" height="48" fill="none" aria-hidden="true" {...line}>
      <path className={styles.fill} d="M12 8h40v32H12z" stroke="none" />
      <path d="M12 8h40v32H12zM28 17h18M28 24h18M28 31h12" />
      <path d="m17 17 2 2 4-4m-6 9 2 2 4-4m-6 9 2 2 4-4" className={styles.strong} />
    </svg>
  ),
  load: (
    <svg viewBox="0 0 64 48" width="64" height="48" fill="none" aria-hidden="true" {...line}>
      <path d="M8 5h48v38H8z" strokeDasharray="3 4" />
      <path className={styles.fill} d="M18 13h28v22H18z" stroke="none" />
      <path d="M18 13h28v22H18z" className={styles.strong} />
      <circle cx="26" cy="21" r="3" />
      <path d="M33 20h8M23 29h18" />
    </svg>
  ),
};
