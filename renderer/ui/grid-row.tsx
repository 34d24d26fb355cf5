/**
 * Rows and cells of a windowed grid. They are placed by transform, which table elements do not take, so their meaning is given by role
 * (WAI-ARIA grid pattern); the row carries the focus and the list hears its keys.
 */
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import type { RowProps } from './virtual-list.tsx';

interface GridRowProps {
  readonly index: number;
  readonly props: RowProps;
  readonly className?: string | undefined;
  readonly isSelected?: boolean;
  readonly isBusy?: boolean;
  readonly onOpen?: (event: MouseEvent) => void;
  /** A press begins, before the row takes the focus and a control in it hears of it. */
  readonly onPressStart?: (event: PointerEvent) => void;
  readonly children: ReactNode;
}

export function GridRow({ index, props, className, isSelected, isBusy, onOpen, onPressStart, children }: GridRowProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the list gives each row its tabIndex
    <div
      {...props}
      role="row"
      aria-rowindex={index + 1}
      {...(isSelected === undefined ? {} : { 'aria-selected': isSelected })}
      {...(isBusy ? { 'aria-busy': true } : {})}
      className={className}
      onPointerDownCapture={onPressStart}
      onClick={onOpen}
    >
      {children}
    </div>
  );
}

interface CellProps {
  readonly className?: string | undefined;
  /** A press inside does not open the row. */
  readonly holdsPress?: boolean;
  readonly children?: ReactNode;
}

export function Cell({ className, holdsPress = false, children }: CellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: the row carries the focus
    <div role="gridcell" className={className} {...(holdsPress ? { onClick: (event) => event.stopPropagation() } : {})}>
      {children}
    </div>
  );
}
