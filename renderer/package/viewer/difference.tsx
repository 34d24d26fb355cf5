/** One file in two forms: the claims of a manifest as a table, then the texts; and the tools that lead from change to change. */
import { ChevronDown, ChevronUp, Columns2, Rows2 } from 'lucide-react';
import { type Ref, type RefObject, useMemo } from 'react';
import type { FileDifference } from '../../../shared/contract.ts';
import { MANIFEST_PATH } from '../../../shared/models.ts';
import { IconButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Foreign } from '../../ui/say.tsx';
import { useText } from '../../ui/text-context.tsx';
import { type DiffHandle, DiffView } from './diff-view.tsx';
import { manifestChanges } from './manifest-diff.ts';
import styles from './viewer.module.css';

export type DiffLayout = 'split' | 'unified';

/** Two columns where there is room for them. */
export function usualLayout(): DiffLayout {
  return window.innerWidth >= 1200 ? 'split' : 'unified';
}

interface DiffToolsProps {
  readonly layout: DiffLayout;
  readonly onLayout: (layout: DiffLayout) => void;
  readonly view: RefObject<DiffHandle | null>;
  /** The screen hears `[` and `]`. */
  readonly hasKeys?: boolean;
}

export function DiffTools({ layout, onLayout, view, hasKeys = false }: DiffToolsProps) {
  const { t } = useText();
  return (
    <span className={styles.barEnd}>
      <IconButton
        size="small"
        label={t('diff.previous')}
        hint={hasKeys ? '[' : undefined}
        icon={<ChevronUp size={15} />}
        onPress={() => view.current?.previous()}
      />
      <IconButton
        size="small"
        label={t('diff.next')}
        hint={hasKeys ? ']' : undefined}
        icon={<ChevronDown size={15} />}
        onPress={() => view.current?.next()}
      />
      <Choice
        label={t('diff.layout')}
        value={layout}
        onChange={onLayout}
        options={[
          { id: 'split', label: t('diff.split'), icon: <Columns2 size={15} aria-hidden /> },
          { id: 'unified', label: t('diff.unified'), icon: <Rows2 size={15} aria-hidden /> },
        ]}
      />
    </span>
  );
}

interface DifferenceBodyProps {
  readonly difference: FileDifference;
  readonly layout: DiffLayout;
  /** Shows unchanged lines too: anchors are compared in full. */
  readonly whole: boolean;
  readonly ref: Ref<DiffHandle>;
}

export function DifferenceBody({ difference, layout, whole, ref }: DifferenceBodyProps) {
  const { t } = useText();
  const { identical, before, after, beforeLabel, path } = difference;
  if (identical) return <p className={styles.plain}>{t('diff.identical', { label: beforeLabel })}</p>;
  return (
    <>
      {path === MANIFEST_PATH ? <ManifestTable difference={difference} /> : null}
      {before === null && after === null ? (
        <p className={styles.plain}>{t('diff.notText')}</p>
      ) : (
        <div className={styles.body}>
          <DiffView ref={ref} difference={difference} layout={layout} whole={whole} />
        </div>
      )}
    </>
  );
}

/** The manifest's claims that changed, before the text of it: a widened one stands out. */
function ManifestTable({ difference }: { readonly difference: FileDifference }) {
  const { t } = useText();
  const changes = useMemo(() => manifestChanges(difference.before ?? '', difference.after ?? ''), [difference]);
  if (!changes || changes.length === 0) return null;
  return (
    <table className={styles.fields}>
      <caption className="visually-hidden">{t('diff.fields')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('diff.field')}</th>
          <th scope="col">{t('diff.was')}</th>
          <th scope="col">{t('diff.is')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map((change) => (
          <tr key={change.name} className={change.widens ? styles.widens : undefined}>
            <th scope="row">
              <Foreign mono>{change.name}</Foreign>
              {change.widens ? <span className={styles.widensWord}>{t('diff.widens')}</span> : null}
            </th>
            <td>{change.before === null ? '—' : <Foreign mono>{change.before}</Foreign>}</td>
            <td>{change.after === null ? '—' : <Foreign mono>{change.after}</Foreign>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
