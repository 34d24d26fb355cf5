/** The difference of one file against the loaded generation or an earlier package. */
import { ChevronDown } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import type { FileDifference } from '../../../shared/contract.ts';
import type { FileRecord, PackageDetail, PackageSummary } from '../../../shared/models.ts';
import { ask } from '../../state/acts.ts';
import { bridge } from '../../state/bridge.ts';
import { Button } from '../../ui/button.tsx';
import { ChoiceMenu } from '../../ui/menu.tsx';
import { useText } from '../../ui/text-context.tsx';
import { useScreenActs } from '../screen-acts.ts';
import type { DiffHandle } from './diff-view.tsx';
import { DifferenceBody, type DiffLayout, DiffTools, usualLayout } from './difference.tsx';
import styles from './viewer.module.css';

/** Earlier packages offered for comparison. */
const MOST_EARLIER = 20;
const CURRENT = 'current';

export function DiffPane({ detail, file }: { readonly detail: PackageDetail; readonly file: FileRecord }) {
  const { t } = useText();
  const [against, setAgainst] = useState<string>(CURRENT);
  const [layout, setLayout] = useState<DiffLayout>(usualLayout);
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
        <DiffTools layout={layout} onLayout={setLayout} view={view} hasKeys />
      </div>
      {difference ? <DifferenceBody ref={view} difference={difference} layout={layout} whole={file.anchor} /> : null}
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
