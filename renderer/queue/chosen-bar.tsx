/** What can be done with the chosen packages together. Each act names how many it concerns. */
import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { canPurge, canReject, clearChosen, purgeChosen, rejectChosen, useQueue } from '../state/queue.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './chosen-bar.module.css';
import { ExportSheet } from './export-sheet.tsx';
import { NameList } from './name-list.tsx';

export function ChosenBar() {
  const { t } = useText();
  const chosen = useQueue((state) => state.chosen);
  const [sheet, setSheet] = useState<'reject' | 'purge' | 'export' | null>(null);
  const [note, setNote] = useState('');
  if (chosen.size === 0) return null;
  const rows = [...chosen.values()];
  const rejectable = rows.filter(canReject);
  const purgeable = rows.filter(canPurge);
  const concerned = sheet === 'reject' ? rejectable : purgeable;
  const close = () => {
    setSheet(null);
    setNote('');
  };
  return (
    <section className={styles.bar} aria-label={t('queue.chosenLabel')}>
      <span className={styles.count} role="status">
        {t('queue.chosen', { count: chosen.size })}
      </span>
      <Button icon={<Download size={14} />} onPress={() => setSheet('export')}>
        {t('queue.exportMany', { count: chosen.size })}
      </Button>
      <Button isDisabled={rejectable.length === 0} onPress={() => setSheet('reject')}>
        {t('queue.rejectMany', { count: rejectable.length })}
      </Button>
      <Button
        kind="danger"
        icon={<Trash2 size={14} />}
        isDisabled={purgeable.length === 0}
        onPress={() => setSheet('purge')}
      >
        {t('queue.purgeMany', { count: purgeable.length })}
      </Button>
      <Button kind="quiet" icon={<X size={14} />} onPress={clearChosen}>
        {t('queue.chooseNone')}
      </Button>
      <Sheet
        role="alertdialog"
        size="narrow"
        title={t(sheet === 'reject' ? 'queue.rejectTitle' : 'queue.purgeTitle', { count: concerned.length })}
        isOpen={sheet === 'reject' || sheet === 'purge'}
        onClose={close}
        actions={
          <>
            <Button onPress={close} autoFocus={sheet === 'purge'}>
              {t('act.cancel')}
            </Button>
            {sheet === 'reject' ? (
              <Button
                kind="danger"
                isDisabled={note.trim() === ''}
                onPress={() => {
                  void rejectChosen(note.trim());
                  close();
                }}
              >
                {t('queue.rejectMany', { count: concerned.length })}
              </Button>
            ) : (
              <Button
                kind="danger"
                onPress={() => {
                  void purgeChosen();
                  close();
                }}
              >
                {t('queue.purgeMany', { count: concerned.length })}
              </Button>
            )}
          </>
        }
      >
        <div className={styles.sheet}>
          <p>{t(sheet === 'reject' ? 'queue.rejectMore' : 'queue.purgeMore')}</p>
          <NameList rows={concerned} />
          {sheet === 'reject' ? (
            <Field label={t('package.rejectNote')} value={note} onChange={setNote} lines={3} autoFocus />
          ) : null}
        </div>
      </Sheet>
      <ExportSheet rows={rows} isOpen={sheet === 'export'} onClose={close} />
    </section>
  );
}
