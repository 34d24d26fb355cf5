/** Rejecting a whole package: says what that means, and asks why. */
import { useState } from 'react';
import { reject } from '../state/package.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './package.module.css';

export function RejectSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const { t } = useText();
  const [note, setNote] = useState('');
  const close = () => {
    setNote('');
    onClose();
  };
  return (
    <Sheet
      role="alertdialog"
      size="narrow"
      title={t('queue.rejectTitle', { count: 1 })}
      isOpen={isOpen}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('act.cancel')}</Button>
          <Button kind="danger" isDisabled={note.trim() === ''} onPress={() => void reject(note.trim()).then(close)}>
            {t('act.rejectPackage')}
          </Button>
        </>
      }
    >
      <div className={styles.together}>
        <p>{t('queue.rejectMore')}</p>
        <Field label={t('package.rejectNote')} value={note} onChange={setNote} lines={3} autoFocus />
      </div>
    </Sheet>
  );
}
