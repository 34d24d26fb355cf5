/** What can be done with the chosen packages together. Each act names how many it concerns. */
import { Download, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import { clearChosen } from '../state/choosing.ts';
import { purgeChosen, rejectChosen, stopChosenWork, useChosenWork } from '../state/chosen-acts.ts';
import { canPurge, canReject, useQueue } from '../state/queue.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Meter } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './chosen-bar.module.css';
import { ExportSheet } from './export-sheet.tsx';
import { NameList } from './name-list.tsx';

export function ChosenBar() {
  const { t } = useText();
  const chosen = useQueue((state) => state.chosen);
  const whole = useQueue((state) => state.whole);
  const work = useChosenWork((state) => state.work);
  const [sheet, setSheet] = useState<'reject' | 'purge' | 'export' | null>(null);
  const [note, setNote] = useState('');
  if (work) return <WorkBar {...work} />;
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
        {t(wordsOf(chosen.size, whole), { count: chosen.size, total: whole?.total ?? chosen.size })}
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

/** Says how much of the list is chosen. */
function wordsOf(size: number, whole: { readonly total: number } | null): string {
  if (whole === null) return 'queue.chosen';
  return whole.total === size ? 'queue.chosenAll' : 'queue.chosenFirst';
}

/** A screen reader hears steps of so many packages, not each one. */
const SAID_EVERY = 25;

interface WorkBarProps {
  readonly done: number;
  readonly total: number;
  readonly isStopping: boolean;
}

/** How far an act on many is, and the way to stop it. */
function WorkBar({ done, total, isStopping }: WorkBarProps) {
  const { t } = useText();
  const key = isStopping ? 'queue.stopping' : 'queue.working';
  return (
    <section className={styles.bar} aria-label={t('queue.chosenLabel')}>
      <div className={styles.work}>
        {t(key, { done, total })}
        <Meter done={done} total={total} />
      </div>
      <span className="visually-hidden" role="status">
        {t(key, { done: done - (done % SAID_EVERY), total })}
      </span>
      <Button isDisabled={isStopping} onPress={stopChosenWork}>
        {t('queue.exportStop')}
      </Button>
    </section>
  );
}
