/** "Report a problem": shows the whole text before anything is saved. Nothing is sent anywhere. */
import { useEffect, useState } from 'react';
import { ask, copyText } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { setOverlay, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useT } from '../ui/text-context.tsx';
import styles from './problem-sheet.module.css';

export function ProblemSheet() {
  const t = useT();
  const isOpen = useSession((state) => state.overlay === 'problem');
  const [text, setText] = useState<string | null>(null);
  const close = () => setOverlay('none');

  useEffect(() => {
    setText(null);
    if (!isOpen) return;
    let late = false;
    void ask(bridge().makeProblemReport({})).then((answer) => {
      if (answer && !late) setText(answer.value);
    });
    return () => {
      late = true;
    };
  }, [isOpen]);

  const save = async () => {
    const saved = await ask(bridge().saveProblemReport({}));
    if (saved?.value) {
      announce('said.reportSaved', { path: saved.value });
      close();
    }
  };

  return (
    <Sheet
      title={t('problemReport.title')}
      isOpen={isOpen}
      onClose={close}
      size="wide"
      actions={
        <>
          <Button onPress={close}>{t('act.cancel')}</Button>
          <Button isDisabled={text === null} onPress={() => void copyText(text ?? '')}>
            {t('problemReport.copy')}
          </Button>
          <Button kind="primary" isDisabled={text === null} onPress={() => void save()}>
            {t('problemReport.save')}
          </Button>
        </>
      }
    >
      <p>{t('problemReport.promise')}</p>
      {text === null ? (
        <p aria-live="polite">{t('problemReport.making')}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be reachable with the keyboard
        <section className={styles.text} tabIndex={0} aria-label={t('problemReport.text')}>
          <pre>{text}</pre>
        </section>
      )}
    </Sheet>
  );
}
