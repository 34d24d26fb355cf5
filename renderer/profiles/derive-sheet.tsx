/** Making a derivative of a persona, because the person asked: ids of its own, the changed texts, why; then saved, then perhaps taken in. */
import { useEffect, useState } from 'react';
import type { DerivativeSource, Problem, Profile } from '../../shared/models.ts';
import { answerOf, ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { takeStarted } from '../state/imports.ts';
import { go } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Foreign, Say, SayWhy } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './derive.module.css';
import { DeriveFields } from './derive-fields.tsx';
import { changedTexts, type DeriveDraft, draftFrom, fieldFaults } from './derive-model.ts';
import { DeriveTexts } from './derive-texts.tsx';

export function DeriveSheet({ profile, onClose }: { readonly profile: Profile; readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const { profileKey, title } = profile;
  const [source, setSource] = useState<DerivativeSource | null>(null);
  const [draft, setDraft] = useState<DeriveDraft | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const [refusal, setRefusal] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    let late = false;
    void ask(bridge().derivativeSource({ profileKey })).then((answer) => {
      if (late) return;
      if (!answer) return onClose();
      setSource(answer.value);
      setDraft(draftFrom(answer.value, t('derive.titleOf', { title: answer.value.title })));
    });
    return () => {
      late = true;
    };
    // Only once: a change of language must not throw away what was written.
  }, [profileKey]);

  const faults = source && draft ? fieldFaults(source, draft) : null;
  const texts = source && draft ? changedTexts(source, draft) : [];
  const missing = [
    ...[...(faults ?? [])].filter(([, fault]) => fault === 'needed').map(([field]) => t(`derive.field.${field}`)),
    ...(texts.length === 0 ? [t('derive.aChange')] : []),
  ];
  const ready = faults?.size === 0 && texts.length > 0 && !busy;

  const save = async () => {
    if (!source || !draft) return;
    setBusy(true);
    setRefusal(null);
    const { packageId, profileId, title: own, issuer, reason } = draft;
    const answer = await answerOf(
      bridge().saveDerivative({
        profileKey,
        generation: source.generation,
        packageId: packageId.trim(),
        profileId: profileId.trim(),
        title: own.trim(),
        issuer: issuer.trim(),
        reason: reason.trim(),
        texts,
      }),
    );
    setBusy(false);
    if (!answer.ok) setRefusal(answer.problem);
    else if (answer.value !== null) setSaved(answer.value);
  };
  const takeIn = async () => {
    if (saved === null) return;
    const answer = await ask(bridge().importFiles({ paths: [saved] }));
    if (!answer) return;
    onClose();
    go({ at: 'queue' });
    takeStarted(answer.value);
  };

  return (
    <Sheet
      size="wide"
      title={<Say plain k="derive.title" v={{ title }} />}
      isOpen
      onClose={onClose}
      actions={
        saved === null ? (
          <>
            {refusal ? (
              <div className={styles.refusal} role="alert">
                <Banner tone="no-op">
                  <SayWhy problem={refusal} />
                </Banner>
              </div>
            ) : null}
            {missing.length > 0 ? (
              <p className={styles.missing} role="status">
                {t('derive.missing', { what: text.list(missing) })}
              </p>
            ) : null}
            <Button onPress={onClose}>{t('act.cancel')}</Button>
            <Button kind="primary" isDisabled={!ready} onPress={() => void save()}>
              {t('derive.save')}
            </Button>
          </>
        ) : (
          <>
            <Button onPress={onClose}>{t('act.close')}</Button>
            <Button kind="primary" autoFocus onPress={() => void takeIn()}>
              {t('derive.takeIn')}
            </Button>
          </>
        )
      }
    >
      {saved === null ? null : (
        <div className={styles.form} role="status">
          <Banner tone="approved">
            {t('derive.saved')} <Foreign mono>{saved}</Foreign>
          </Banner>
          <p>{t('derive.savedMore')}</p>
        </div>
      )}
      {saved === null && source && draft && faults ? (
        <div className={styles.form}>
          <p>
            <Say plain k="derive.lead" v={{ title }} />
          </p>
          <DeriveFields source={source} draft={draft} faults={faults} onDraft={setDraft} />
          <DeriveTexts source={source} draft={draft} changed={texts} onDraft={setDraft} />
        </div>
      ) : null}
    </Sheet>
  );
}
