/** Small parts that every screen uses: chips, meters, times, digests, sizes of findings. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FindingCounts } from '../../shared/findings.ts';
import { copyText } from '../state/acts.ts';
import { IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { Glyph } from './glyph.tsx';
import styles from './small.module.css';
import { useText } from './text-context.tsx';
import { useNow } from './use-now.ts';

export function Chip({
  children,
  tone = 'plain',
}: {
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'accent' | 'no-op' | 'review';
}) {
  return <span className={cx(styles.chip, styles[tone])}>{children}</span>;
}

/** How much of a whole is done. The words beside it carry the meaning. */
export function Meter({ done, total }: { readonly done: number; readonly total: number }) {
  const share = total > 0 ? Math.min(100, (100 * done) / total) : 0;
  return (
    <svg className={styles.meter} height="4" preserveAspectRatio="none" viewBox="0 0 100 4" aria-hidden="true">
      <rect className={styles.meterGround} width="100" height="4" />
      <rect className={done >= total ? styles.meterFull : styles.meterFill} width={share} height="4" />
    </svg>
  );
}

/** `3 minutes ago`, the exact UTC on hover. */
export function Ago({ utc }: { readonly utc: string }) {
  const text = useText();
  const now = useNow();
  return (
    <time dateTime={utc} title={text.utc(utc)} className={styles.ago}>
      {text.relative(Date.parse(utc), now)}
    </time>
  );
}

/** A digest shortened in the middle; copied whole. */
export function Digest({ value, label }: { readonly value: string; readonly label?: string }) {
  const text = useText();
  return (
    <span className={styles.digest}>
      {label ? <span>{label}</span> : null}
      <code title={value}>{shortDigest(value)}</code>
      <IconButton
        label={text.t('act.copyDigest')}
        icon={<Copy size={12} />}
        size="small"
        onPress={() => copyText(value)}
      />
    </span>
  );
}

export function shortDigest(value: string): string {
  return value.length > 12 ? `${value.slice(0, 6)}…${value.slice(-4)}` : value;
}

/** Findings by severity as sign and number; nothing when there are none. */
export function Counts({ counts, only }: { readonly counts: FindingCounts; readonly only?: 'open' }) {
  const text = useText();
  const shown = (['no-op', 'review', 'note'] as const).filter(
    (severity) => counts[severity] > 0 && !(only && severity === 'note'),
  );
  if (shown.length === 0) return null;
  return (
    <span className={styles.counts}>
      {shown.map((severity) => (
        <span key={severity} className={cx(styles.countOf, styles[`of-${severity}`])}>
          <Glyph name={severity} size={13} label={text.t(`severity.${severity}`)} />
          {text.number(counts[severity])}
        </span>
      ))}
    </span>
  );
}

/** A quiet box with a sign, for what a person should know here and now. */
export function Banner({
  tone,
  children,
  actions,
}: {
  readonly tone: 'no-op' | 'review' | 'note' | 'approved';
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={cx(styles.banner, styles[`banner-${tone}`])}>
      <Glyph name={tone} />
      <div className={styles.bannerText}>{children}</div>
      {actions}
    </div>
  );
}

/** What a screen says when there is nothing: what would be here, and how it comes to be. */
export function Empty({
  drawing,
  title,
  children,
  actions,
}: {
  readonly drawing?: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {drawing}
      <h2 className={styles.emptyTitle}>{title}</h2>
      {children ? <div className={styles.emptyText}>{children}</div> : null}
      {actions ? <div className={styles.emptyActions}>{actions}</div> : null}
    </div>
  );
}

export function Badge({
  letters,
  hue,
  size = 'normal',
}: {
  readonly letters: string;
  readonly hue: number;
  readonly size?: 'normal' | 'large';
}) {
  return (
    <span
      data-badge=""
      className={cx(styles.badge, size === 'large' && styles.badgeLarge)}
      style={{ '--hue': hue } as React.CSSProperties}
      aria-hidden="true"
    >
      {letters}
    </span>
  );
}
