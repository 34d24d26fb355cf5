/** Writes the reports of the chosen packages into a folder: what will be written, how far it is, and what became of each. */
import { useEffect, useState } from 'react';
import type { ReportsSaved } from '../../shared/contract.ts';
import type { PackageSummary } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { titleOf } from '../state/queue.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Foreign, Say, SayProblem } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Banner, Meter } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './chosen-bar.module.css';
import { NameList } from './name-list.tsx';

const FORMATS = [
  { id: 'html', label: 'HTML' },
  { id: 'md', label: 'Markdown' },
  { id: 'json', label: 'JSON' },
] as const;

interface ExportSheetProps {
  readonly rows: readonly PackageSummary[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ExportSheet({ rows, isOpen, onClose }: ExportSheetProps) {
  const { t } = useText();
  const [format, setFormat] = useState<ReportsSaved['format']>('html');
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState({ done: 0, total: 0 });
  const [partly, setPartly] = useState<ReportsSaved | null>(null);
  useEffect(() => bridge().on('export-progress', setProgress), []);

  const close = () => {
    // What is being written is finished first; the answer closes the sheet or tells what is left.
    if (running) return void ask(bridge().stopReports({}));
    setPartly(null);
    onClose();
  };
  const save = async () => {
    setProgress({ done: 0, total: 0 });
    setPartly(null);
    setRunning(true);
    const answer = await ask(bridge().saveReports({ archives: rows.map((row) => row.archiveSha256), format }));
    setRunning(false);
    // Refused as a whole and told, or no folder was chosen: the sheet is as it was.
    if (!answer?.value) return;
    if (answer.value.failed.length > 0 || answer.value.left > 0) return setPartly(answer.value);
    announce('said.reportsSaved', { count: answer.value.saved.length, folder: answer.value.folder });
    onClose();
  };

  return (
    <Sheet
      size="narrow"
      title={t('queue.exportTitle', { count: rows.length })}
      isOpen={isOpen}
      onClose={close}
      actions={
        partly ? (
          <Button autoFocus onPress={close}>
            {t('act.close')}
          </Button>
        ) : (
          <>
            <Button onPress={close}>{t(running && progress.total > 0 ? 'queue.exportStop' : 'act.cancel')}</Button>
            <Button kind="primary" isDisabled={running} autoFocus onPress={() => void save()}>
              {t('queue.exportDo')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.sheet}>
        {partly ? (
          <PartlySaved result={partly} rows={rows} />
        ) : (
          <>
            <p>{t('queue.exportMore', { count: rows.length })}</p>
            <NameList rows={rows} />
            <div className={styles.format}>
              <span>{t('queue.exportFormat')}</span>
              <Choice label={t('queue.exportFormat')} value={format} options={FORMATS} onChange={setFormat} />
            </div>
            {running && progress.total > 0 ? (
              <div className={styles.progress} role="status">
                {t('queue.exportProgress', progress)}
                <Meter {...progress} />
              </div>
            ) : null}
          </>
        )}
      </div>
    </Sheet>
  );
}

/** Each report that was not written, by the name of its package, with the reason. */
function PartlySaved({ result, rows }: { readonly result: ReportsSaved; readonly rows: readonly PackageSummary[] }) {
  const { t } = useText();
  const { saved, failed, left, folder } = result;
  return (
    <div className={styles.sheet} role="status">
      <p>
        <Say k="said.reportsSaved" v={{ count: saved.length, folder }} />
      </p>
      {left > 0 ? <p>{t('queue.exportLeft', { count: left })}</p> : null}
      {failed.length > 0 ? (
        <Banner tone="no-op">
          <p>{t('queue.exportFailed', { count: failed.length })}</p>
          <ul className={styles.failures}>
            {failed.map(({ archive, problem }) => {
              const row = rows.find((each) => each.archiveSha256 === archive);
              return (
                <li key={archive}>
                  <strong>
                    <Foreign>{row ? titleOf(row) : archive}</Foreign>
                  </strong>
                  <br />
                  <SayProblem problem={problem} part="title" /> · <SayProblem problem={problem} part="todo" />
                </li>
              );
            })}
          </ul>
        </Banner>
      ) : null}
    </div>
  );
}
