/** The local policy: as a form or as its text, with what a change would do before it is done. */
import { FolderOpen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { PolicyPreview, PolicyState } from '../../shared/contract.ts';
import type { Problem } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useChanges } from '../state/changes.ts';
import { announce, announceProblem } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Foreign } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Banner, Digest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { readForm } from './form-model.ts';
import styles from './policy.module.css';
import { PolicyFormView } from './policy-form.tsx';
import { PolicyTextView } from './policy-text.tsx';
import { PreviewPane } from './preview-pane.tsx';

/** Typing pauses this long before the desk is asked what a change would do. */
const TYPING_MS = 350;

export function PolicyScreen() {
  const { t } = useText();
  const [state, setState] = useState<PolicyState | null>(null);
  const [broken, setBroken] = useState<Problem | null>(null);
  const [draft, setDraft] = useState('');
  const [view, setView] = useState<'form' | 'text'>('form');
  const [preview, setPreview] = useState<PolicyPreview | null>(null);
  const [fault, setFault] = useState<Problem | null>(null);
  const [confirming, setConfirming] = useState(false);
  const changes = useChanges('policy');

  const load = useCallback(async () => {
    const answer = await bridge().getPolicy({});
    if (answer.ok) {
      setState(answer.value);
      setBroken(null);
      setDraft(answer.value.text);
    } else if (answer.problem.code === 'policy-broken') setBroken(answer.problem);
    else announceProblem(answer.problem);
  }, []);
  // Asks again when the policy changed elsewhere.
  useEffect(() => void load(), [load, changes]);

  const isChanged = state !== null && draft !== state.text;
  useEffect(() => {
    setPreview(null);
    setFault(null);
    if (!isChanged) return;
    let late = false;
    const timer = setTimeout(() => {
      void bridge()
        .previewPolicy({ text: draft })
        .then((answer) => {
          if (late) return;
          if (answer.ok) setPreview(answer.value);
          else setFault(answer.problem);
        });
    }, TYPING_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [draft, isChanged]);

  if (broken) return <BrokenPolicy problem={broken} />;
  if (!state) return null;

  const save = async (confirmed: boolean) => {
    setConfirming(false);
    const answer = await ask(bridge().setPolicy({ text: draft, confirmed }));
    if (!answer) return;
    setState(answer.value);
    setDraft(answer.value.text);
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
        <PreviewPane policy={state} isChanged={isChanged} preview={preview} fault={fault} />
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
        <Button
          kind="primary"
          isDisabled={!isChanged || preview === null}
          onPress={() => (preview && preview.loosens.length > 0 ? setConfirming(true) : void save(false))}
        >
          {t(preview && preview.loosens.length > 0 ? 'policyScreen.saveLooser' : 'policyScreen.save')}
        </Button>
      </footer>
      <Sheet
        role="alertdialog"
        size="narrow"
        title={t('policyScreen.confirmTitle')}
        isOpen={confirming}
        onClose={() => setConfirming(false)}
        actions={
          <>
            <Button autoFocus onPress={() => setConfirming(false)}>
              {t('act.cancel')}
            </Button>
            <Button kind="danger" onPress={() => void save(true)}>
              {t('policyScreen.confirm')}
            </Button>
          </>
        }
      >
        <div className={styles.confirm}>
          <p>{t('policyScreen.confirmMore')}</p>
          <ul className={styles.changes}>
            {preview?.loosens.map((member) => (
              <li key={member}>{t(`policy:members.${member}`)}</li>
            ))}
          </ul>
        </div>
      </Sheet>
    </div>
  );
}

/** A broken policy file means that nothing loads; says where it is broken and how to mend it. */
function BrokenPolicy({ problem }: { readonly problem: Problem }) {
  const { t } = useText();
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('screen.policy')}</h1>
      </header>
      <div className={styles.brokenBox}>
        <Banner
          tone="no-op"
          actions={
            <Button size="small" onPress={() => void ask(bridge().openDataFolder({}))}>
              {t('act.openDataFolder')}
            </Button>
          }
        >
          <strong>{t('policyScreen.broken')}</strong>
          <FaultText problem={problem} />
          <p>{t('policyScreen.brokenTodo')}</p>
        </Banner>
      </div>
    </div>
  );
}

/** What is wrong with the text, and where. */
export function FaultText({ problem }: { readonly problem: Problem }) {
  const { t, has } = useText();
  const { reason, line, column } = problem.values;
  const key = `policy:broken.${reason}`;
  return (
    <p>
      {line === undefined ? null : `${t('policyScreen.place', { line, column: column ?? 1 })} `}
      {has(key) ? t(key, problem.values) : String(problem.values.message ?? '')}
    </p>
  );
}
