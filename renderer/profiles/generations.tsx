/** The generations of a profile as a line in time, the newest first. Nothing on it is ever lost by going back. */
import { useState } from 'react';
import type { Generation, Profile } from '../../shared/models.ts';
import { go } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Foreign } from '../ui/say.tsx';
import { Ago, Chip, shortDigest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './profiles.module.css';

/** Generations shown before "all 12". */
const FIRST = 4;

interface GenerationsProps {
  readonly profile: Profile;
  readonly onRollBack: (generation: number) => void;
}

export function Generations({ profile, onRollBack }: GenerationsProps) {
  const { t } = useText();
  const [all, setAll] = useState(false);
  const ordered = profile.generations.toSorted((a, b) => b.n - a.n);
  const shown = all
    ? ordered
    : ordered.filter((generation, index) => index < FIRST || generation.n === profile.current);
  return (
    <div className={styles.generations}>
      <ol className={styles.line} aria-label={t('profiles.generations')}>
        {shown.map((generation) => (
          <GenerationRow key={generation.n} generation={generation} current={profile.current} onRollBack={onRollBack} />
        ))}
      </ol>
      {shown.length < ordered.length ? (
        <Button kind="link" size="small" onPress={() => setAll(true)}>
          {t('profiles.allGenerations', { count: ordered.length })}
        </Button>
      ) : null}
    </div>
  );
}

interface GenerationRowProps {
  readonly generation: Generation;
  readonly current: number;
  readonly onRollBack: (generation: number) => void;
}

function GenerationRow({ generation, current, onRollBack }: GenerationRowProps) {
  const { t } = useText();
  const isCurrent = generation.n === current;
  return (
    <li
      className={cx(styles.generation, isCurrent && styles.current)}
      {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.genName}>
        {t('profile.generation', { n: generation.n })}
        {isCurrent ? <Chip tone="accent">{t('profile.current')}</Chip> : null}
        {generation.pinned ? <Chip>{t('profile.pinned')}</Chip> : null}
      </span>
      <span className={styles.genMeta}>
        {t('package.files', { count: generation.files })} · {t('profiles.loadedBy')}{' '}
        <Foreign>{generation.loadedBy}</Foreign> · <Ago utc={generation.loadedUtc} />
      </span>
      <Button kind="link" size="small" onPress={() => go({ at: 'package', archive: generation.archiveSha256 })}>
        <code>{shortDigest(generation.archiveSha256)}</code>
      </Button>
      {isCurrent ? (
        <span />
      ) : (
        <Button size="small" onPress={() => onRollBack(generation.n)}>
          {t(generation.n < current ? 'act.rollBack' : 'act.goForward', { n: generation.n })}
        </Button>
      )}
    </li>
  );
}
