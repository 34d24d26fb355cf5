/** Imports in progress, above the packages: stage, bar, cancel; one that failed says why and what to do. */
import { RotateCcw, X } from 'lucide-react';
import { memo } from 'react';
import type { ImportProgress } from '../../shared/models.ts';
import { hasEnded } from '../../shared/models.ts';
import { cancelImport, dismissImport, retryPackage, shareDone, useImports } from '../state/imports.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign, SayProblem } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './import-rows.module.css';

export function ImportRows() {
  const { t } = useText();
  const imports = useImports((state) => state.imports);
  if (imports.size === 0) return null;
  return (
    <ul className={styles.imports} aria-label={t('imports.label')}>
      {[...imports.values()].map((progress) => (
        <ImportRow key={progress.importId} progress={progress} />
      ))}
    </ul>
  );
}

/** Kept while its import has no news: many files come in together, and only one of them moves. */
const ImportRow = memo(function ImportRow({ progress }: { readonly progress: ImportProgress }) {
  const text = useText();
  const { t } = text;
  const share = shareDone(progress);
  const ended = hasEnded(progress);
  return (
    <li className={styles.import}>
      <Glyph name={progress.stage === 'failed' ? 'no-op' : ended ? 'rejected' : 'busy'} size={18} />
      <div className={styles.words}>
        <span className={styles.name}>
          <Foreign isFileName>{progress.fileName}</Foreign>
        </span>
        <span className={styles.stage} {...(progress.problem ? { role: 'alert' } : {})}>
          {progress.problem ? (
            <>
              <SayProblem problem={progress.problem} part="title" /> ·{' '}
              <SayProblem problem={progress.problem} part="todo" />
            </>
          ) : (
            <>
              {t(`stage.${progress.stage}`)}
              {progress.total > 0 && progress.stage === 'copying'
                ? ` · ${t('imports.ofBytes', { done: text.bytes(progress.done), total: text.bytes(progress.total) })}`
                : null}
              {progress.total > 0 && progress.stage === 'inspecting'
                ? ` · ${t('imports.ofFiles', { done: progress.done, total: progress.total })}`
                : null}
            </>
          )}
        </span>
      </div>
      {ended ? (
        <>
          {progress.stage === 'failed' && progress.archiveSha256 !== null ? (
            <RetryButton importId={progress.importId} archive={progress.archiveSha256} />
          ) : null}
          <IconButton
            label={t('act.dismiss')}
            icon={<X size={15} />}
            onPress={() => dismissImport(progress.importId)}
          />
        </>
      ) : (
        <>
          <progress
            className={styles.bar}
            aria-label={t('imports.progress', { name: progress.fileName })}
            max={100}
            {...(share === null ? {} : { value: Math.round(share * 100) })}
          />
          <Button size="small" onPress={() => void cancelImport(progress.importId)}>
            {t('act.cancel')}
          </Button>
        </>
      )}
    </li>
  );
});

/** What broke off after the copy was made is inspected again from that copy; the new try takes the place of this one. */
function RetryButton({ importId, archive }: { readonly importId: string; readonly archive: string }) {
  const { t } = useText();
  return (
    <Button
      size="small"
      icon={<RotateCcw size={13} />}
      onPress={() => {
        dismissImport(importId);
        void retryPackage(archive);
      }}
    >
      {t('act.tryAgain')}
    </Button>
  );
}
