/** The variance form of a persona: read here, copied, or saved. It is filled in by whoever compared; this program promises no likeness. */
import { Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Profile } from '../../shared/models.ts';
import { ask, copyText } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Pick } from '../ui/pick.tsx';
import { Say, showable } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import { generationOptions } from './generation-options.ts';
import styles from './sheets.module.css';

export function VarianceSheet({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const { profileKey, title } = profile;
  const [generation, setGeneration] = useState(profile.current);
  const [form, setForm] = useState<string | null>(null);
  const { language } = text;
  useEffect(() => {
    let late = false;
    setForm(null);
    void ask(bridge().makeVariance({ profileKey, generation })).then((answer) => {
      if (answer && !late) setForm(answer.value.text);
    });
    return () => {
      late = true;
    };
    // The form is written in the language of the window.
  }, [profileKey, generation, language]);
  const save = async () => {
    const saved = await ask(bridge().saveVariance({ profileKey, generation }));
    if (saved?.value) announce('said.reportSaved', { path: saved.value });
  };
  return (
    <Sheet
      size="wide"
      title={<Say plain k="variance.title" v={{ title }} />}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('act.close')}</Button>
          <Button
            icon={<Copy size={15} />}
            isDisabled={form === null}
            onPress={() => form !== null && void copyText(form)}
          >
            {t('variance.copy')}
          </Button>
          <Button kind="primary" icon={<Download size={15} />} isDisabled={form === null} onPress={() => void save()}>
            {t('act.saveReport')}
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <p>{t('variance.lead')}</p>
        {profile.generations.length > 1 ? (
          <Pick
            label={t('variance.generation')}
            value={String(generation)}
            options={generationOptions(profile, t)}
            onChange={(value) => setGeneration(Number(value))}
          />
        ) : null}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
        <section className={styles.preview} tabIndex={0} aria-label={t('variance.preview')}>
          <pre>{form === null ? t('reports.making') : form.replace(/[^\t\n\r]+/g, showable)}</pre>
        </section>
      </div>
    </Sheet>
  );
}
