/**
 * A list of rows of one height, of which only those in view exist. One row carries the focus (roving); arrow keys, Home, End and the page
 * keys move it. Each row tells its position, so that screen readers hear "3 of 41". The row with the focus is kept even out of view.
 */
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import styles from './virtual-list.module.css';

export interface RowProps {
  readonly ref: (element: HTMLElement | null) => void;
  readonly tabIndex: 0 | -1;
  readonly style: React.CSSProperties;
  readonly onFocus: () => void;
}

export interface VirtualListHandle {
  /** Moves the focus to the active row. */
  focus(): void;
}

interface VirtualListProps {
  readonly count: number;
  /** More rows follow than are known yet; how many, nobody has counted. */
  readonly more?: boolean;
  readonly rowHeight: number;
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly renderRow: (index: number, props: RowProps) => ReactNode;
  readonly onRange?: (from: number, to: number) => void;
  /** Keys that the list itself does not use. */
  readonly onRowKey?: (event: KeyboardEvent, index: number) => void;
  /** The focus moved with Shift held. */
  readonly onExtend?: (from: number, to: number) => void;
  readonly role: 'grid' | 'tree' | 'listbox' | 'list';
  readonly label: string;
  readonly multiselectable?: boolean;
  readonly ref?: Ref<VirtualListHandle>;
}

/** Rows kept above and below the view, so that scrolling shows no gaps. */
const OVERSCAN = 8;

export function VirtualList(props: VirtualListProps) {
  const {
    count,
    more = false,
    rowHeight,
    active,
    onActive,
    renderRow,
    onRange,
    onRowKey,
    onExtend,
    role,
    label,
    multiselectable,
    ref,
  } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef(new Map<number, HTMLElement>());
  const wantsFocus = useRef(false);
  const [view, setView] = useState({ top: 0, height: 600 });

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, []);

  const from = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const to = Math.min(count - 1, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN);
  useEffect(() => {
    if (count > 0) onRange?.(from, to);
  }, [onRange, from, to, count]);

  const reveal = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight)
        element.scrollTop = top + rowHeight - element.clientHeight;
    },
    [rowHeight],
  );

  useLayoutEffect(() => {
    reveal(active);
    if (!wantsFocus.current) return;
    const row = rows.current.get(active);
    if (!row) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  }, [active, reveal]);

  useImperativeHandle(ref, () => ({
    focus: () => {
      reveal(active);
      rows.current.get(active)?.focus({ preventScroll: true });
    },
  }));

  const move = (event: KeyboardEvent, index: number) => {
    event.preventDefault();
    const next = Math.max(0, Math.min(count - 1, index));
    if (next === active) return;
    wantsFocus.current = true;
    onActive(next);
    if (event.shiftKey) onExtend?.(active, next);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // Keys inside a row's own controls belong to them.
    if (event.target !== rows.current.get(active)) return;
    const page = Math.max(1, Math.floor(view.height / rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: count - 1,
    };
    const target = event.altKey || event.ctrlKey || event.metaKey ? undefined : steps[event.key];
    if (target !== undefined) move(event, target);
    else onRowKey?.(event, active);
  };

  const shown: number[] = [];
  if (active < from && active < count) shown.push(active);
  for (let index = from; index <= to; index += 1) shown.push(index);
  if (active > to && active < count) shown.push(active);

  const counted = role === 'grid' ? { 'aria-rowcount': more ? -1 : count } : {};
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      onScroll={(event) => setView({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight })}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the role is one of four widgets */}
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: the roles that take the property are the ones that pass it */}
      <div
        role={role}
        aria-label={label}
        {...(multiselectable ? { 'aria-multiselectable': true } : {})}
        {...counted}
        className={styles.rows}
        style={{ height: count * rowHeight }}
        onKeyDown={onKeyDown}
      >
        {shown.map((index) =>
          renderRow(index, {
            ref: (element) => {
              if (element) rows.current.set(index, element);
              else rows.current.delete(index);
            },
            tabIndex: index === active ? 0 : -1,
            style: {
              position: 'absolute',
              insetInline: 0,
              height: rowHeight,
              transform: `translateY(${index * rowHeight}px)`,
            },
            onFocus: () => {
              if (index !== active) onActive(index);
            },
          }),
        )}
      </div>
    </div>
  );
}
