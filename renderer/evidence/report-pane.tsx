/** A report of one package: looked at here, saved where the person wants it. Secrets are masked in all forms. */
import { Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { PackageSummary } from '../../shared/models.ts';
import { ask, saveReport } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Foreign, showable } from '../ui/say.tsx';
import { Search } from '../ui/search.tsx';
import { Empty } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './evidence.module.css';

const MOST_PACKAGES = 100;
type Format = 'json' | 'md' | 'html';

export function ReportPane({ archive: given }: { readonly archive: string | null }) {
  const { t, language } = useText();
  const [search, setSearch] = useState('');
  const [rows, setRows] = useState<readonly PackageSummary[]>([]);
  const [archive, setArchive] = useState(given);
  const [format, setFormat] = useState<Format>('md');
  const [report, setReport] = useState<{ readonly name: string; readonly text: string } | null>(null);

  useEffect(() => {
    let late = false;
    void ask(
      bridge().listQueue({ states: [], search: search.trim(), sort: 'received', offset: 0, limit: MOST_PACKAGES }),
    ).then((page) => {
      if (!page || late) return;
      setRows(page.value.rows);
      setArchive((chosen) => chosen ?? page.value.rows[0]?.archiveSha256 ?? null);
    });
    return () => {
      late = true;
    };
  }, [search]);

  // The report speaks the language of the desk.
  useEffect(() => {
    if (!archive) return;
    let late = false;
    setReport(null);
    void ask(bridge().makeReport({ archive, format })).then((answer) => {
      if (answer && !late) setReport(answer.value);
    });
    return () => {
      late = true;
    };
  }, [archive, format, language]);

  if (rows.length === 0 && search === '') {
    return (
      <Empty title={t('reports.none')}>
        <p>{t('reports.noneMore')}</p>
      </Empty>
    );
  }
  return (
    <div className={styles.reports}>
      <div className={styles.chooser}>
        <Search label={t('queue.search')} value={search} onChange={setSearch} />
        <ul className={styles.packages} aria-label={t('reports.packages')}>
          {rows.map((row) => (
            <li key={row.archiveSha256}>
              <button
                type="button"
                className={styles.packageRow}
                aria-pressed={row.archiveSha256 === archive}
                onClick={() => setArchive(row.archiveSha256)}
              >
                <span className={styles.packageName}>
                  <Foreign>{row.claims?.title ?? row.fileName}</Foreign>
                </span>
                <span className={styles.soft}>
                  {t(`state.${row.state}`)}
                  {row.claims?.title ? (
                    <>
                      {' · '}
                      <Foreign>{row.fileName}</Foreign>
                    </>
                  ) : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.report}>
        <div className={styles.reportBar}>
          <Choice
            label={t('reports.format')}
            value={format}
            onChange={setFormat}
            options={[
              { id: 'md', label: 'Markdown' },
              { id: 'html', label: 'HTML' },
              { id: 'json', label: 'JSON' },
            ]}
          />
          <span className={styles.reportName}>{report ? <Foreign mono>{report.name}</Foreign> : null}</span>
          <Button
            kind="primary"
            icon={<Download size={15} />}
            isDisabled={!report}
            onPress={() => archive && void saveReport(archive, format)}
          >
            {t('act.saveReport')}
          </Button>
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={styles.reportText} tabIndex={0} aria-label={t('reports.preview')}>
          <pre>{report ? report.text.replace(/[^\t\n\r]+/g, showable) : t('reports.making')}</pre>
        </section>
      </div>
    </div>
  );
}
