/** The difference of one file against the loaded generation or an earlier package. */
import { ChevronDown, ChevronUp, Columns2, Rows2 } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { FileDifference } from '../../../shared/contract.ts';
import { type FileRecord, MANIFEST_PATH, type PackageDetail, type PackageSummary } from '../../../shared/models.ts';
import { ask } from '../../state/acts.ts';
import { bridge } from '../../state/bridge.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { ChoiceMenu } from '../../ui/menu.tsx';
import { Foreign } from '../../ui/say.tsx';
import { useText } from '../../ui/text-context.tsx';
import { useScreenActs } from '../screen-acts.ts';
import { type DiffHandle, DiffView } from './diff-view.tsx';
import { manifestChanges } from './manifest-diff.ts';
import styles from './viewer.module.css';

/** Earlier packages offered for comparison. */
const MOST_EARLIER = 20;
const CURRENT = 'current';

export function DiffPane({ detail, file }: { readonly detail: PackageDetail; readonly file: FileRecord }) {
  const { t } = useText();
  const [against, setAgainst] = useState<string>(CURRENT);
  const [layout, setLayout] = useState<'split' | 'unified'>(window.innerWidth >= 1200 ? 'split' : 'unified');
  const [difference, setDifference] = useState<FileDifference | null>(null);
  const earlier = useEarlier(detail);
  const view = useRef<DiffHandle>(null);
  useScreenActs({ nextHunk: () => view.current?.next(), previousHunk: () => view.current?.previous() });

  useEffect(() => {
    let late = false;
    setDifference(null);
    const archive = detail.archiveSha256;
    void ask(bridge().diffFile({ archive, path: file.path, against: against === CURRENT ? null : against })).then(
      (answer) => {
        if (answer && !late) setDifference(answer.value);
      },
    );
    return () => {
      late = true;
    };
  }, [detail.archiveSha256, file.path, against]);

  const options = [
    { id: CURRENT, label: t('diff.current', { n: detail.target?.generation ?? 0 }) },
    ...earlier.map((row) => ({ id: row.archiveSha256, label: `${row.fileName} · ${row.archiveSha256.slice(0, 8)}` })),
  ];
  const chosen = options.find((option) => option.id === against)?.label ?? '';
  return (
    <div className={styles.diff}>
      <div className={styles.diffBar}>
        <span>{t('diff.against')}</span>
        <MenuTrigger>
          <Button size="small" aria-label={`${t('diff.against')} ${chosen}`}>
            {chosen} <ChevronDown size={12} aria-hidden />
          </Button>
          <ChoiceMenu label={t('diff.chooseAgainst')} value={against} options={options} onChange={setAgainst} />
        </MenuTrigger>
        <span className={styles.barEnd}>
          <IconButton
            size="small"
            label={t('diff.previous')}
            hint="["
            icon={<ChevronUp size={15} />}
            onPress={() => view.current?.previous()}
          />
          <IconButton
            size="small"
            label={t('diff.next')}
            hint="]"
            icon={<ChevronDown size={15} />}
            onPress={() => view.current?.next()}
          />
          <Choice
            label={t('diff.layout')}
            value={layout}
            onChange={setLayout}
            options={[
              { id: 'split', label: t('diff.split'), icon: <Columns2 size={15} aria-hidden /> },
              { id: 'unified', label: t('diff.unified'), icon: <Rows2 size={15} aria-hidden /> },
            ]}
          />
        </span>
      </div>
      {difference?.identical ? (
        <p className={styles.plain}>{t('diff.identical', { label: difference.beforeLabel })}</p>
      ) : null}
      {difference && file.path === MANIFEST_PATH ? <ManifestTable difference={difference} /> : null}
      {difference && !difference.identical && (difference.before !== null || difference.after !== null) ? (
        <div className={styles.body}>
          <DiffView ref={view} difference={difference} layout={layout} whole={file.anchor} />
        </div>
      ) : null}
      {difference && !difference.identical && difference.before === null && difference.after === null ? (
        <p className={styles.plain}>{t('diff.notText')}</p>
      ) : null}
    </div>
  );
}

/** Other packages of the same id that are here. */
function useEarlier(detail: PackageDetail): readonly PackageSummary[] {
  const [rows, setRows] = useState<readonly PackageSummary[]>([]);
  const id = detail.claims?.packageId ?? '';
  useEffect(() => {
    if (id === '') return;
    let late = false;
    void ask(bridge().listQueue({ states: [], search: id, sort: 'received', offset: 0, limit: MOST_EARLIER })).then(
      (page) => {
        if (page && !late) {
          setRows(
            page.value.rows.filter(
              (row) =>
                row.claims?.packageId === id && row.archiveSha256 !== detail.archiveSha256 && row.state !== 'purged',
            ),
          );
        }
      },
    );
    return () => {
      late = true;
    };
  }, [id, detail.archiveSha256]);
  return rows;
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
