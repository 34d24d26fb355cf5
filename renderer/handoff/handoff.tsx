/** File handoff: folders that are watched for files, what becomes of each file, and the messages that prove it (format F11). */
import { ScanSearch } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import type { HandoffAct, HandoffState } from '../../shared/handoff.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useChanges } from '../state/changes.ts';
import { announce } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Banner, Empty } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { FileList } from './file-list.tsx';
import { canFinish, linesOf } from './file-model.ts';
import { FilePane } from './file-pane.tsx';
import styles from './handoff.module.css';
import { Messages } from './messages.tsx';
import { PlacesForm } from './places-form.tsx';

type View = 'files' | 'messages' | 'places';

/** Carries out one act; answers the state after it, or null after the refusal was told. */
export type Carry = (act: HandoffAct) => Promise<HandoffState | null>;

export function HandoffScreen() {
  const { t } = useText();
  const [state, setState] = useState<HandoffState | null>(null);
  const [view, setView] = useState<View>('files');
  const [busy, setBusy] = useState(false);
  const [path, setPath] = useState<string | null>(null);
  const changes = useChanges('handoff', 'package');

  // Asks again with every change of the handoff desk, or of a package that it took in.
  useEffect(() => {
    let late = false;
    void ask(bridge().handoffState({})).then((answer) => {
      if (answer && !late) setState(answer.value);
    });
    return () => {
      late = true;
    };
  }, [changes]);

  const carry = useCallback<Carry>(async (act) => {
    setBusy(true);
    const answer = await ask(bridge().handoffAct(act));
    setBusy(false);
    if (!answer) return null;
    setState(answer.value);
    return answer.value;
  }, []);

  if (!state) return null;
  const named = state.places.buckets.length > 0;
  const lines = linesOf(state);
  const shown = lines.find((line) => line.path === path) ?? lines[0] ?? null;
  const finish = async () => {
    const after = await carry({ act: 'finish' });
    if (!after) return;
    announce('said.handoffFinished');
    setView('messages');
  };
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('screen.handoff')}</h1>
          <p className={styles.soft}>{t('handoff.lead')}</p>
        </div>
        <Choice
          label={t('handoff.view')}
          value={view}
          onChange={setView}
          options={[
            { id: 'files', label: t('handoff.files'), count: lines.length },
            { id: 'messages', label: t('handoff.messages'), count: state.messages.length },
            { id: 'places', label: t('handoff.places') },
          ]}
        />
      </header>
      {view === 'places' || (view === 'files' && !named) ? (
        <PlacesForm places={state.places} busy={busy} onCarry={carry} onDone={() => setView('files')} />
      ) : null}
      {view === 'files' && named ? (
        <>
          <div className={styles.runBar}>
            <RunLine state={state} />
            <Button
              icon={<ScanSearch size={15} />}
              isDisabled={busy}
              onPress={() => void carry({ act: 'scan', phase: state.scan ? 'loop' : 'startup' })}
            >
              {t('handoff.scan')}
            </Button>
            <Button kind="primary" isDisabled={busy || !canFinish(state)} onPress={() => void finish()}>
              {t('handoff.finish')}
            </Button>
          </div>
          {state.scan && state.scan.missing.length > 0 ? (
            <Banner tone="review">{t('handoff:list.missing', { buckets: state.scan.missing })}</Banner>
          ) : null}
          {shown ? (
            <div className={styles.desk}>
              <FileList lines={lines} shown={shown.path} onShow={setPath} />
              <FilePane key={shown.path} line={shown} busy={busy} onCarry={carry} />
            </div>
          ) : (
            <Empty title={t(state.run ? 'handoff.nothing' : 'handoff.noRun')}>
              <p>{t(state.run ? 'handoff.nothingMore' : 'handoff.noRunMore')}</p>
            </Empty>
          )}
        </>
      ) : null}
      {view === 'messages' ? <Messages rows={state.messages} busy={busy} onCarry={carry} /> : null}
    </div>
  );
}

function RunLine({ state }: { readonly state: HandoffState }) {
  const text = useText();
  const { run, scan } = state;
  return (
    <p className={styles.runLine}>
      {run ? text.t('handoff.run', { since: text.utc(run.startedUtc) }) : text.t('handoff.noRun')}
      {scan ? (
        <span className={styles.soft}>
          {text.gap}
          {text.t('handoff.scanned', { pending: scan.pending, at: text.utc(scan.utc) })}
        </span>
      ) : null}
    </p>
  );
}
