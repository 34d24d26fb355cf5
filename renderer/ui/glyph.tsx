/** The signs of the desk. Each state has a shape of its own, so that colour is never the only carrier; the word stands beside it or in `label`. */

import { cx } from './cx.ts';
import styles from './glyph.module.css';

export type GlyphName =
  | 'no-op'
  | 'review'
  | 'note'
  | 'approved'
  | 'rejected'
  | 'pending'
  | 'stale'
  | 'loaded'
  | 'anchor'
  | 'busy';

interface GlyphProps {
  readonly name: GlyphName;
  /** Read aloud; without it the sign is decoration beside a word. */
  readonly label?: string | undefined;
  readonly size?: number;
}

export function Glyph({ name, label, size = 16 }: GlyphProps) {
  const spoken = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decoration
    <svg
      className={cx(styles.glyph, styles[name])}
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      {...spoken}
    >
      {SHAPES[name]}
    </svg>
  );
}

const SHAPES: Readonly<Record<GlyphName, React.ReactNode>> = {
  'no-op': (
    <>
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="1.7" />
      <path d="M3.9 12.1 12.1 3.9" stroke="currentColor" strokeWidth="1.7" />
    </>
  ),
  review: (
    <>
      <path d="M8 1.4 14.6 8 8 14.6 1.4 8Z" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      <path d="M8 4.9v3.6" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      <circle cx="8" cy="10.9" r="0.95" fill="currentColor" />
    </>
  ),
  note: (
    <>
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="1.4" />
      <path d="M8 7.6v3.4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      <circle cx="8" cy="5.2" r="0.95" fill="currentColor" />
    </>
  ),
  approved: (
    <>
      <circle cx="8" cy="8" r="6.7" fill="currentColor" />
      <path
        d="m5.1 8.3 2 2 3.9-4.3"
        className={styles.cut}
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  loaded: (
    <>
      <circle cx="8" cy="8" r="6.7" fill="currentColor" />
      <path
        d="M8 4.6v5.2M5.8 7.9 8 10.1l2.2-2.2M5.4 11.9h5.2"
        className={styles.cut}
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  rejected: (
    <>
      <rect x="2" y="2" width="12" height="12" rx="3" stroke="currentColor" strokeWidth="1.5" />
      <path d="m5.6 5.6 4.8 4.8m0-4.8-4.8 4.8" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
    </>
  ),
  pending: <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="1.4" />,
  stale: <circle cx="8" cy="8" r="6" stroke="currentColor" strokeWidth="1.6" strokeDasharray="2.7 2" />,
  anchor: (
    <path
      d="M8 5.2v8.3M8 5.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4ZM5.6 7.4h4.8M2.6 9.4c.2 2.6 2.5 4.1 5.4 4.1s5.2-1.5 5.4-4.1"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  busy: (
    <>
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.6" />
      <path
        d="M8 2a6 6 0 0 1 6 6"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
        className={styles.turn}
      />
    </>
  ),
};
