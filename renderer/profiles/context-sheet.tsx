/** What a client reads of a profile, in read order. */
import { Copy } from 'lucide-react';
import type { Profile, ProfileContext } from '../../shared/models.ts';
import { copyText } from '../state/acts.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign, Say, showable } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import { contextText } from './context-text.ts';
import styles from './profiles.module.css';

interface ContextSheetProps {
  readonly profile: Profile;
  readonly context: ProfileContext | null;
  readonly onClose: () => void;
}

export function ContextSheet({ profile, context, onClose }: ContextSheetProps) {
  const text = useText();
  const { t } = text;
  return (
    <Sheet
      size="wide"
      title={<Say plain k="context.title" v={{ title: profile.title }} />}
      isOpen={context !== null}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('act.close')}</Button>
          <Button
            kind="primary"
            icon={<Copy size={15} />}
            onPress={() => context && void copyText(contextText(context), 'said.contextCopied')}
          >
            {t('act.copyContext')}
          </Button>
        </>
      }
    >
      <p className={styles.contextLead}>{t('context.lead', { n: context?.generation ?? 0 })}</p>
      <ol className={styles.contextFiles}>
        {context?.files.map((file) => (
          <li key={file.path}>
            <details>
              <summary>
                {file.why === 'anchor' ? <Glyph name="anchor" size={14} /> : null}
                <Foreign mono>{file.path}</Foreign>
                <span className={styles.soft}>
                  {t(`context.why.${file.why}`)} · {text.bytes(file.sizeBytes)}
                </span>
              </summary>
              <pre className={styles.contextText}>{file.text.replace(/[^\t\n\r]+/g, showable)}</pre>
            </details>
          </li>
        ))}
      </ol>
    </Sheet>
  );
}
