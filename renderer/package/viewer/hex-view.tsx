/** The bytes themselves, sixteen a row, fetched as they come into view. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { ask } from '../../state/acts.ts';
import { bridge } from '../../state/bridge.ts';
import { useText } from '../../ui/text-context.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { CHUNK_BYTES, chunkOfRow, hexRow, ROW_BYTES } from './hex-model.ts';
import styles from './viewer.module.css';

interface HexViewProps {
  readonly archive: string;
  readonly path: string;
  readonly sizeBytes: number;
}

const ROW_HEIGHT = 20;

export function HexView({ archive, path, sizeBytes }: HexViewProps) {
  const { t } = useText();
  const [chunks, setChunks] = useState<ReadonlyMap<number, Uint8Array>>(new Map());
  const [active, setActive] = useState(0);
  const asked = useRef(new Set<number>());

  // Another file starts afresh.
  useEffect(() => {
    asked.current = new Set();
    setChunks(new Map());
    setActive(0);
  }, [archive, path]);

  const onRange = useCallback(
    (from: number, to: number) => {
      for (let chunk = chunkOfRow(from); chunk <= chunkOfRow(to); chunk += 1) {
        const offset = chunk * CHUNK_BYTES;
        if (asked.current.has(chunk) || offset >= sizeBytes) continue;
        asked.current.add(chunk);
        void ask(bridge().readBytes({ archive, path, offset, length: CHUNK_BYTES })).then((answer) => {
          if (answer) setChunks((known) => new Map(known).set(chunk, answer.value));
        });
      }
    },
    [archive, path, sizeBytes],
  );

  if (sizeBytes === 0) return <p className={styles.plain}>{t('viewer.emptyFile')}</p>;
  return (
    <div className={styles.hex}>
      <VirtualList
        role="list"
        label={t('viewer.bytesOf', { path })}
        count={Math.ceil(sizeBytes / ROW_BYTES)}
        rowHeight={ROW_HEIGHT}
        active={active}
        onActive={setActive}
        onRange={onRange}
        renderRow={(index, props) => {
          const chunk = chunks.get(chunkOfRow(index));
          const start = index * ROW_BYTES - chunkOfRow(index) * CHUNK_BYTES;
          const row = hexRow(chunk ? chunk.subarray(start, start + ROW_BYTES) : new Uint8Array(), index * ROW_BYTES);
          return (
            // biome-ignore lint/a11y/useSemanticElements: rows of a windowed list are placed by transform
            <div key={index} {...props} role="listitem" className={styles.hexRow}>
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
