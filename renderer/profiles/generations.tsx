/** The generations of a profile as a line in time, the newest first. Nothing on it is ever lost by going back. */
import { Ellipsis, GitCompareArrows, PackageOpen, Pin, PinOff } from 'lucide-react';
import { useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { Generation, Profile } from '../../shared/models.ts';
import { go } from '../state/session.ts';
import { Actor } from '../ui/actor.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ActMenu } from '../ui/menu.tsx';
import { Ago, Chip, shortDigest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './profiles.module.css';

/** Generations shown before "all 12". */
const FIRST = 4;

interface GenerationActs {
  readonly onRollBack: (generation: number) => void;
  readonly onPin: (generation: Generation) => void;
  readonly onExport: (generation: Generation) => void;
  readonly onCompare: (generation: Generation) => void;
}

interface GenerationsProps extends GenerationActs {
  readonly profile: Profile;
}

export function Generations({ profile, ...acts }: GenerationsProps) {
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
          <GenerationRow
            key={generation.n}
            generation={generation}
            current={profile.current}
            isOnly={profile.generations.length === 1}
            {...acts}
          />
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

interface GenerationRowProps extends GenerationActs {
  readonly generation: Generation;
  readonly current: number;
  readonly isOnly: boolean;
}

function GenerationRow({ generation, current, isOnly, onRollBack, onPin, onExport, onCompare }: GenerationRowProps) {
  const { t } = useText();
  const more = t('profile.moreOfGeneration', { n: generation.n });
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
        <Actor>{generation.loadedBy}</Actor> · <Ago utc={generation.loadedUtc} />
      </span>
      <Button kind="link" size="small" onPress={() => go({ at: 'package', archive: generation.archiveSha256 })}>
        <code>{shortDigest(generation.archiveSha256)}</code>
      </Button>
      <span className={styles.genActs}>
        {isCurrent ? null : (
          <Button size="small" onPress={() => onRollBack(generation.n)}>
            {t(generation.n < current ? 'act.rollBack' : 'act.goForward', { n: generation.n })}
          </Button>
        )}
        <MenuTrigger>
          <IconButton size="small" label={more} icon={<Ellipsis size={15} />} />
          <ActMenu
            label={more}
            acts={[
              {
                id: 'compare',
                label: t('act.compareWith'),
                icon: <GitCompareArrows size={14} />,
                isDisabled: isOnly,
                run: () => onCompare(generation),
              },
              {
                id: 'pin',
                label: t(generation.pinned ? 'act.unpin' : 'act.pin'),
                icon: generation.pinned ? <PinOff size={14} /> : <Pin size={14} />,
                run: () => onPin(generation),
              },
              {
                id: 'export',
                label: t('act.exportGeneration'),
                icon: <PackageOpen size={14} />,
                run: () => onExport(generation),
              },
            ]}
          />
        </MenuTrigger>
      </span>
    </li>
  );
}
