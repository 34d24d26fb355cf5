/** The bytes themselves, sixteen a row or eight in a narrow pane, fetched as they come into view. */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { ask } from '../../state/acts.ts';
import { bridge } from '../../state/bridge.ts';
import { useText } from '../../ui/text-context.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { CHUNK_BYTES, chunkOfRow, hexRow, type RowBytes } from './hex-model.ts';
import styles from './viewer.module.css';

interface HexViewProps {
  readonly archive: string;
  readonly path: string;
  readonly sizeBytes: number;
}

const ROW_HEIGHT = 20;
/** Sixteen bytes with their place and their letters need this much (CSS pixels). */
const WIDE = 640;

export function HexView({ archive, path, sizeBytes }: HexViewProps) {
  const { t } = useText();
  const [chunks, setChunks] = useState<ReadonlyMap<number, Uint8Array>>(new Map());
  const [active, setActive] = useState(0);
  const asked = useRef(new Set<number>());
  const pane = useRef<HTMLDivElement>(null);
  const [rowBytes, setRowBytes] = useState<RowBytes>(16);

  // Another file starts afresh.
  useEffect(() => {
    asked.current = new Set();
    setChunks(new Map());
    setActive(0);
  }, [archive, path]);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRowBytes(element.clientWidth < WIDE ? 8 : 16));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const onRange = useCallback(
    (from: number, to: number) => {
      for (let chunk = chunkOfRow(from, rowBytes); chunk <= chunkOfRow(to, rowBytes); chunk += 1) {
        const offset = chunk * CHUNK_BYTES;
        if (asked.current.has(chunk) || offset >= sizeBytes) continue;
        asked.current.add(chunk);
        void ask(bridge().readBytes({ archive, path, offset, length: CHUNK_BYTES })).then((answer) => {
          if (answer) setChunks((known) => new Map(known).set(chunk, answer.value));
        });
      }
    },
    [archive, path, sizeBytes, rowBytes],
  );

  if (sizeBytes === 0) return <p className={styles.plain}>{t('viewer.emptyFile')}</p>;
  return (
    <div className={styles.hex} ref={pane} data-row={rowBytes}>
      <VirtualList
        role="list"
        label={t('viewer.bytesOf', { path })}
        count={Math.ceil(sizeBytes / rowBytes)}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={setActive}
        onRange={onRange}
        renderRow={(index, props) => {
          const at = chunkOfRow(index, rowBytes);
          const start = index * rowBytes - at * CHUNK_BYTES;
          const bytes = chunks.get(at)?.subarray(start, start + rowBytes) ?? new Uint8Array();
          const row = hexRow(bytes, index * rowBytes);
          return (
            // biome-ignore lint/a11y/useSemanticElements: rows of a windowed list are placed by transform
            <div
              key={index}
              {...props}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={Math.ceil(sizeBytes / rowBytes)}
              className={styles.hexRow}
            >
              <span className={styles.hexOffset}>{row.offset}</span>
              <span className={styles.hexBytes}>
                {row.hex.slice(0, 8).join(' ')}
                {'  '}
                {row.hex.slice(8).join(' ')}
              </span>
              <span className={styles.hexText}>{row.ascii}</span>
            </div>
          );
        }}
      />
    </div>
  );
}
