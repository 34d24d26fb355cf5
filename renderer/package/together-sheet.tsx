/** Approving files together: the clean rest, or what is loaded already. Lists every file that the one act covers. */
import { useState } from 'react';
import type { PackageDetail } from '../../shared/models.ts';
import { cleanRest, decideMany, unchangedRest } from '../state/package.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './package.module.css';

interface TogetherSheetProps {
  readonly detail: PackageDetail;
  readonly manner: 'clean' | 'carried' | null;
  readonly onClose: () => void;
}

export function TogetherSheet({ detail, manner, onClose }: TogetherSheetProps) {
  const { t } = useText();
  const [note, setNote] = useState('');
  const files = manner === 'carried' ? unchangedRest(detail) : cleanRest(detail);
  const n = detail.target?.generation ?? 0;
  const close = () => {
    setNote('');
    onClose();
  };
  const name = manner === 'carried' ? 'carry' : 'clean';
  return (
    <Sheet
      title={t(`together.${name}Title`, { count: files.length, n })}
      isOpen={manner !== null}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('act.cancel')}</Button>
          <Button
            kind="primary"
            isDisabled={files.length === 0}
            onPress={() => {
              if (manner) void decideMany(files, manner, note.trim() || null);
              close();
            }}
          >
            {t(`together.${name}`, { count: files.length, n })}
          </Button>
        </>
      }
    >
      <div className={styles.together}>
        <p>{t(`together.${name}More`, { n })}</p>
        <ul className={styles.paths}>
          {files.map((file) => (
            <li key={file.path}>
              {file.anchor ? <Glyph name="anchor" size={13} label={t('tree.anchor')} /> : null}{' '}
              <Foreign mono>{file.path}</Foreign>
            </li>
          ))}
        </ul>
        <Field label={t('together.note')} value={note} onChange={setNote} />
      </div>
    </Sheet>
  );
}
