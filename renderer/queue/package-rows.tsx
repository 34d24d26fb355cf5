/** The rows of the queue. Thousands of packages cost no more than the ones in view. */
import { type KeyboardEvent, type MouseEvent, useCallback, useRef } from 'react';
import { Checkbox } from 'react-aria-components';
import type { PackageSummary } from '../../shared/models.ts';
import { chooseTo, toggleChosen } from '../state/choosing.ts';
import { showRows, titleOf, useQueue } from '../state/queue.ts';
import { go } from '../state/session.ts';
import { Glyph } from '../ui/glyph.tsx';
import { Cell, GridRow } from '../ui/grid-row.tsx';
import { Foreign, SayFinding, SayProblem } from '../ui/say.tsx';
import { Ago, Chip, Counts, Meter } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { Tick } from '../ui/tick.tsx';
import { type RowProps, VirtualList } from '../ui/virtual-list.tsx';
import styles from './queue.module.css';
import { glyphOf, scopesShown } from './row-model.ts';

const ROW_HEIGHT = 68;

export function PackageRows() {
  const { t } = useText();
  const { rows, total, active, chosen } = useQueue();

  const onRowKey = useCallback((event: KeyboardEvent, index: number) => {
    const row = useQueue.getState().rows.get(index);
    if (!row) return;
    if (event.key === 'Enter') go({ at: 'package', archive: row.archiveSha256 });
    else if (event.key === ' ' && event.shiftKey) void chooseTo(index, index);
    else if (event.key === ' ') toggleChosen(row, index);
    else return;
    event.preventDefault();
  }, []);

  return (
    <VirtualList
      role="grid"
      label={t('screen.queue')}
      multiselectable
      count={total ?? 0}
      rowHeight={ROW_HEIGHT}
      active={active}
      onActive={(index) => useQueue.setState({ active: index })}
      onRange={showRows}
      onRowKey={onRowKey}
      onExtend={(from, to) => void chooseTo(from, to)}
      renderRow={(index, props) => {
        const row = rows.get(index);
        return row ? (
          <PackageRow
            key={row.archiveSha256}
            index={index}
            row={row}
            isChosen={chosen.has(row.archiveSha256)}
            props={props}
          />
        ) : (
          <WaitingRow key={`waiting-${index}`} index={index} props={props} />
        );
      }}
    />
  );
}

interface PackageRowProps {
  readonly index: number;
  readonly row: PackageSummary;
  readonly isChosen: boolean;
  readonly props: RowProps;
}

function PackageRow({ index, row, isChosen, props }: PackageRowProps) {
  const { t } = useText();
  const title = titleOf(row);
  /** Whether the press that runs has Shift, and the row that had the focus before it. */
  const press = useRef({ withShift: false, from: index });
  const choose = (withShift: boolean) => {
    if (withShift) void chooseTo(press.current.from, index);
    else toggleChosen(row, index);
    press.current.withShift = false;
  };
  const onOpen = (event: MouseEvent) => {
    if (event.shiftKey || event.ctrlKey || event.metaKey) choose(event.shiftKey);
    else go({ at: 'package', archive: row.archiveSha256 });
  };
  return (
    <GridRow
      index={index}
      props={props}
      isSelected={isChosen}
      className={styles.row}
      onOpen={onOpen}
      onPressStart={(event) => {
        press.current = { withShift: event.shiftKey, from: useQueue.getState().active };
      }}
    >
      <Cell className={styles.pick} holdsPress>
        <Checkbox
          aria-label={t('queue.choose', { title })}
          isSelected={isChosen}
          onChange={() => choose(press.current.withShift)}
          excludeFromTabOrder
        >
          <Tick />
        </Checkbox>
      </Cell>
      <Cell className={styles.sign}>
        <Glyph name={glyphOf(row)} size={18} label={t(`state.${row.state}`)} />
      </Cell>
      <Cell className={styles.names}>
        <div className={styles.name}>
          <span className={styles.title}>
            <Foreign>{title}</Foreign>
          </span>
          {row.claims ? (
            <span className={styles.chips}>
              {scopesShown(row).map((scope) => (
                <Chip key={scope}>{t(`scope.${scope}`)}</Chip>
              ))}
            </span>
          ) : null}
        </div>
        <div className={styles.under}>
          <RowSentence row={row} />
        </div>
      </Cell>
      <Cell className={styles.progress}>
        <RowProgress row={row} />
      </Cell>
      <Cell className={styles.findings}>
        <Counts counts={row.counts} />
      </Cell>
      <Cell className={styles.age}>
        <Ago utc={row.receivedUtc} />
      </Cell>
    </GridRow>
  );
}

/** Who says so; or, where the package cannot go on, the first reason in one sentence. */
function RowSentence({ row }: { readonly row: PackageSummary }) {
  const { t } = useText();
  if (row.state === 'no_op' && row.firstNoOp) {
    return (
      <span className={styles.refused}>
        <SayFinding finding={row.firstNoOp} part="title" />
      </span>
    );
  }
  if (row.state === 'failed' && row.failure) {
    return (
      <span className={styles.refused}>
        <SayProblem problem={row.failure} part="title" />
      </span>
    );
  }
  return (
    <>
      {row.claims ? <Foreign>{row.claims.issuer}</Foreign> : null}
      {row.claims?.title ? (
        <span className={styles.file}>
          {' · '}
          <Foreign isFileName>{row.fileName}</Foreign>
        </span>
      ) : null}
      {row.claims === null ? t('queue.noManifest') : null}
    </>
  );
}

function RowProgress({ row }: { readonly row: PackageSummary }) {
  const { t } = useText();
  if (row.state !== 'in_review') return <span className={styles.stateWord}>{t(`state.${row.state}`)}</span>;
  const words = t('queue.decided', { done: row.filesDecided, total: row.filesTotal });
  return (
    <>
      <span>{words}</span>
      <Meter done={row.filesDecided} total={row.filesTotal} />
    </>
  );
}

function WaitingRow({ index, props }: { readonly index: number; readonly props: RowProps }) {
  const { t } = useText();
  return (
    <GridRow index={index} props={props} isBusy className={styles.row}>
      <Cell className={styles.waiting}>
        <span className="visually-hidden">{t('queue.rowWaiting')}</span>
      </Cell>
    </GridRow>
  );
}
