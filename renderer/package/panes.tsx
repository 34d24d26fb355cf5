/** Three panes with movable borders; their widths are remembered. */
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { useText } from '../ui/text-context.tsx';
import styles from './package.module.css';

const WIDTHS = { left: { least: 190, most: 520, start: 272 }, right: { least: 240, most: 560, start: 340 } } as const;
type Side = keyof typeof WIDTHS;
/** From this width on the findings have a pane of their own. */
const WIDE = '(min-width: 1200px)';
/** Step of the arrow keys. */
const STEP = 16;

export function useWide(): boolean {
  return useSyncExternalStore(
    (tell) => {
      const query = window.matchMedia(WIDE);
      query.addEventListener('change', tell);
      return () => query.removeEventListener('change', tell);
    },
    () => window.matchMedia(WIDE).matches,
  );
}

function remembered(side: Side): number {
  const kept = Number(localStorage.getItem(`pane.${side}`));
  return Number.isFinite(kept) && kept > 0 ? within(side, kept) : WIDTHS[side].start;
}

function within(side: Side, width: number): number {
  return Math.round(Math.max(WIDTHS[side].least, Math.min(WIDTHS[side].most, width)));
}

interface PanesProps {
  readonly left: ReactNode;
  readonly middle: ReactNode;
  readonly right: ReactNode | null;
}

export function Panes({ left, middle, right }: PanesProps) {
  const [widths, setWidths] = useState({ left: remembered('left'), right: remembered('right') });
  const set = (side: Side, width: number) => {
    const kept = within(side, width);
    localStorage.setItem(`pane.${side}`, String(kept));
    setWidths((now) => ({ ...now, [side]: kept }));
  };
  return (
    <div className={styles.panes}>
      <div className={styles.side} style={{ width: `min(${widths.left}px, 40%)` }}>
        {left}
      </div>
      <Handle side="left" width={widths.left} onWidth={(width) => set('left', width)} />
      <div className={styles.middle}>{middle}</div>
      {right ? (
        <>
          <Handle side="right" width={widths.right} onWidth={(width) => set('right', width)} />
          <div className={styles.side} style={{ width: `min(${widths.right}px, 42%)` }}>
            {right}
          </div>
        </>
      ) : null}
    </div>
  );
}

interface HandleProps {
  readonly side: Side;
  readonly width: number;
  readonly onWidth: (width: number) => void;
}

function Handle({ side, width, onWidth }: HandleProps) {
  const { t } = useText();
  const grows = side === 'left' ? 1 : -1;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved; a focusable separator is a widget (WAI-ARIA window splitter)
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t(`panes.${side}`)}
      aria-valuenow={width}
      aria-valuemin={WIDTHS[side].least}
      aria-valuemax={WIDTHS[side].most}
      className={styles.handle}
      onKeyDown={(event) => {
        const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onWidth(width + step * grows);
      }}
      onDoubleClick={() => onWidth(WIDTHS[side].start)}
      onPointerDown={(event) => {
        const from = event.clientX;
        const handle = event.currentTarget;
        handle.setPointerCapture(event.pointerId);
        const move = (moved: PointerEvent) => onWidth(width + (moved.clientX - from) * grows);
        const end = () => {
          handle.removeEventListener('pointermove', move);
          handle.removeEventListener('pointerup', end);
          handle.removeEventListener('pointercancel', end);
        };
        handle.addEventListener('pointermove', move);
        handle.addEventListener('pointerup', end);
        handle.addEventListener('pointercancel', end);
      }}
    />
  );
}
