/** A broken policy file: nothing loads until its text is mended here or elsewhere, or the strict defaults take its place. */
import { FolderOpen, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { PolicySaved, PolicyText } from '../../shared/contract.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Foreign } from '../ui/say.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { FaultText } from './fault-text.tsx';
import styles from './policy.module.css';
import { PolicyTextView } from './policy-text.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { ResetPolicy } from './reset-policy.tsx';
import { SavePolicy } from './save-policy.tsx';
import { usePreview } from './use-preview.ts';

interface MendPolicyProps {
  readonly file: PolicyText;
  readonly onMended: (saved: PolicySaved) => void;
  readonly onReadAgain: () => void;
}

export function MendPolicy({ file, onMended, onReadAgain }: MendPolicyProps) {
  const { t } = useText();
  const [draft, setDraft] = useState(file.text ?? '');
  const { preview, fault } = usePreview(draft, file.text !== null);
  const isUntouched = draft === file.text;
  const finish = (saved: { readonly value: PolicySaved } | null, said: string) => {
    if (!saved) return;
    announce(said, { name: saved.value.kept?.split(/[\\/]/).at(-1) ?? '' });
    onMended(saved.value);
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('screen.policy')}</h1>
      </header>
      <div className={styles.brokenBox}>
        <Banner
          tone="no-op"
          actions={
            <>
              <Button
                size="small"
                icon={<FolderOpen size={13} />}
                onPress={() => void ask(bridge().openDataFolder({}))}
              >
                {t('act.openDataFolder')}
              </Button>
              <Button size="small" icon={<RefreshCw size={13} />} onPress={onReadAgain}>
                {t('policyScreen.readAgain')}
              </Button>
            </>
          }
        >
          <strong>{t('policyScreen.broken')}</strong>
          {file.problem && (file.text === null || file.problem.values.reason === 'encoding') ? (
            <FaultText problem={file.problem} />
          ) : null}
          <p>{t(file.text === null ? 'policyScreen.brokenUnreadable' : 'policyScreen.brokenTodo')}</p>
        </Banner>
      </div>
      {file.text === null ? (
        <div className={styles.filler} />
      ) : (
        <div className={styles.columns}>
          <div className={styles.edit}>
            <PolicyTextView
              text={draft}
              onText={setDraft}
              fault={fault ?? (isUntouched && !preview ? file.problem : null)}
            />
          </div>
          <PreviewPane isChanged preview={preview} fault={fault} />
        </div>
      )}
      <footer className={styles.foot}>
        <span className={styles.where}>
          <Foreign mono>{file.path}</Foreign>
        </span>
        <ResetPolicy
          departs={file.departs}
          onReset={() => void ask(bridge().resetPolicy({})).then((saved) => finish(saved, 'said.policyReset'))}
        />
        {file.text === null ? null : (
          <>
            <Button isDisabled={isUntouched} onPress={() => setDraft(file.text ?? '')}>
              {t('policyScreen.discard')}
            </Button>
            <SavePolicy
              preview={preview}
              onSave={(confirmed) =>
                void ask(bridge().setPolicy({ text: draft, confirmed })).then((saved) =>
                  finish(saved, 'said.policyMended'),
                )
              }
            />
          </>
        )}
      </footer>
    </div>
  );
}
