/** The local policy: as a form or as its text, with what a change would do before it is done. */
import { FolderOpen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { PolicySaved, PolicyState, PolicyText } from '../../shared/contract.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useChanges } from '../state/changes.ts';
import { announce, announceProblem, whisper } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Foreign } from '../ui/say.tsx';
import { Banner, Digest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { readForm } from './form-model.ts';
import { MendPolicy } from './mend-policy.tsx';
import styles from './policy.module.css';
import { PolicyFormView } from './policy-form.tsx';
import { PolicyTextView } from './policy-text.tsx';
import { PreviewPane } from './preview-pane.tsx';
import { SavePolicy } from './save-policy.tsx';
import { usePreview } from './use-preview.ts';

export function PolicyScreen() {
  const { t } = useText();
  const [state, setState] = useState<PolicyState | null>(null);
  const [broken, setBroken] = useState<PolicyText | null>(null);
  const [draft, setDraft] = useState('');
  const [view, setView] = useState<'form' | 'text'>('form');
  const changes = useChanges('policy');

  const show = useCallback((now: PolicyState) => {
    setState(now);
    setBroken(null);
    setDraft(now.text);
  }, []);
  const load = useCallback(async () => {
    const answer = await bridge().getPolicy({});
    if (answer.ok) return show(answer.value);
    if (answer.problem.code !== 'policy-broken') return announceProblem(answer.problem);
    const file = await ask(bridge().readPolicyText({}));
    if (file) setBroken(file.value);
  }, [show]);
  // Asks again when the policy changed elsewhere.
  useEffect(() => void load(), [load, changes]);

  const isChanged = state !== null && draft !== state.text;
  const { preview, fault } = usePreview(draft, isChanged);

  if (broken) {
    const onMended = (saved: PolicySaved) => {
      show(saved);
      // What had the focus is gone; the screen's own beginning is next to it.
      document.getElementById('screen')?.focus();
    };
    return (
      <MendPolicy
        key={broken.text}
        file={broken}
        onMended={onMended}
        onReadAgain={() => void load().then(() => whisper('said.policyRead'))}
      />
    );
  }
  if (!state) return null;

  const save = async (confirmed: boolean) => {
    const answer = await ask(bridge().setPolicy({ text: draft, confirmed }));
    if (!answer) return;
    show(answer.value);
    announce('said.policySaved');
  };
  const form = readForm(draft);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('screen.policy')}</h1>
          <p className={styles.soft}>{t('policyScreen.lead')}</p>
        </div>
        <Choice
          label={t('policyScreen.view')}
          value={view}
          onChange={setView}
          options={[
            { id: 'form', label: t('policyScreen.form') },
            { id: 'text', label: t('policyScreen.text') },
          ]}
        />
      </header>
      <div className={styles.columns}>
        <div className={styles.edit}>
          {view === 'form' ? (
            form ? (
              <PolicyFormView text={draft} form={form} onText={setDraft} />
            ) : (
              <Banner tone="review">{t('policyScreen.formNeedsJson')}</Banner>
            )
          ) : (
            <PolicyTextView text={draft} onText={setDraft} fault={fault} />
          )}
        </div>
        <PreviewPane isChanged={isChanged} preview={preview} fault={fault} />
      </div>
      <footer className={styles.foot}>
        <span className={styles.where}>
          <Foreign mono>{state.path}</Foreign>
          <Digest value={state.sha256} label="sha256" />
        </span>
        <Button kind="quiet" icon={<FolderOpen size={15} />} onPress={() => void ask(bridge().openDataFolder({}))}>
          {t('act.openDataFolder')}
        </Button>
        <Button isDisabled={!isChanged} onPress={() => setDraft(state.text)}>
          {t('policyScreen.discard')}
        </Button>
        <SavePolicy preview={isChanged ? preview : null} onSave={(confirmed) => void save(confirmed)} />
      </footer>
    </div>
  );
}
