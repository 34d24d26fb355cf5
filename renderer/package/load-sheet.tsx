/** Before loading: in sentences, what will happen, what changes, what can be undone, and the authorisations a person must type. */
import { useEffect, useState } from 'react';
import { Radio, RadioGroup } from 'react-aria-components';
import type { LoadPlan, PackageDetail } from '../../shared/models.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { refreshPackage } from '../state/package.ts';
import { go, refreshProfiles, switchProfile, useSession } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign, Say, SayClause } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { authorizationsGiven, filesOf, planUnder, type Source, sameWords } from './load-model.ts';
import styles from './load-sheet.module.css';
import { LoadWiki, useLoadWiki } from './load-sheet-wiki.tsx';
import { blockers } from './stand-model.ts';

interface LoadSheetProps {
  readonly detail: PackageDetail;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function LoadSheet({ detail, isOpen, onClose }: LoadSheetProps) {
  const { t } = useText();
  const [told, setTold] = useState<LoadPlan | null>(null);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [source, setSource] = useState<Source>('same');
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    let late = false;
    setTyped({});
    setTold(null);
    void ask(bridge().planLoad({ archive: detail.archiveSha256 })).then((answer) => {
      if (late) return;
      if (!answer) onClose();
      else {
        setTold(answer.value);
        setSource(answer.value.sourceConflict ? 'keep-both' : 'same');
      }
    });
    return () => {
      late = true;
    };
  }, [isOpen, detail.archiveSha256, onClose]);

  const plan = told && planUnder(told, source);
  const wiki = useLoadWiki(plan);
  const blocking = plan ? blockers(plan.evaluation.clauses) : [];
  const authorizations = plan ? authorizationsGiven(plan.anchors, typed) : null;
  const ready = plan !== null && blocking.length === 0 && authorizations !== null && wiki.ready && !busy;

  const load = async () => {
    if (!plan || !authorizations) return;
    setBusy(true);
    const answer = await ask(
      bridge().loadPackage({ archive: plan.archiveSha256, version: plan.version, authorizations, source }),
    );
    setBusy(false);
    if (!answer) {
      await refreshPackage();
      onClose();
      return;
    }
    onClose();
    const profile = answer.value;
    await wiki.take(profile.profileKey);
    await Promise.all([refreshProfiles(), refreshPackage()]);
    const shown = useSession.getState().profileKey === profile.profileKey;
    announce(
      'said.loaded',
      { title: profile.title, n: profile.current },
      shown
        ? { label: 'act.showProfile', run: () => go({ at: 'profiles', focus: profile.profileKey }) }
        : { label: 'act.switchTo', run: () => void switchProfile(profile.profileKey) },
    );
  };

  return (
    <Sheet
      title={
        plan ? (
          <Say plain k={plan.profileKey ? 'load.titleUpdate' : 'load.titleNew'} v={{ title: plan.title }} />
        ) : (
          t('load.title')
        )
      }
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('act.cancel')}</Button>
          <Button kind="primary" isDisabled={!ready} onPress={() => void load()}>
            {plan ? t('load.do', { n: plan.generation }) : t('load.doPlain')}
          </Button>
        </>
      }
    >
      {plan ? (
        <div className={styles.plan}>
          {blocking.length > 0 ? (
            <Banner tone="no-op">
              <strong>{t('load.blocked', { count: blocking.length })}</strong>
              <ul className={styles.blocking}>
                {blocking.map((clause) => (
                  <li key={clause.id}>
                    <SayClause outcome={clause} />
                  </li>
                ))}
              </ul>
            </Banner>
          ) : null}
          <WhatHappens plan={plan} />
          {plan.downgrade ? (
            <Banner tone="review">
              <Say
                k="load.downgrade"
                v={{ loaded: plan.downgrade.loadedCreatedUtc, created: plan.downgrade.createdUtc }}
              />
            </Banner>
          ) : null}
          {plan.sourceConflict ? <SourceChoice plan={plan} source={source} onSource={setSource} /> : null}
          {wiki.asks ? <LoadWiki wiki={wiki} /> : null}
          {plan.anchors.length > 0 ? (
            <section className={styles.anchors}>
              <h3>
                <Glyph name="anchor" /> {t('load.anchors', { count: plan.anchors.length })}
              </h3>
              <p>{t('load.anchorsMore')}</p>
              {plan.anchors.map((anchor) => (
                <div key={anchor.authorization} className={styles.anchor}>
                  <Field
                    mono
                    label={
                      <>
                        {t(`load.operation.${anchor.operation}`)} <Foreign mono>{anchor.path}</Foreign>
                        {t('load.type')} <code className={styles.words}>{anchor.authorization}</code>
                      </>
                    }
                    value={typed[anchor.authorization] ?? ''}
                    onChange={(value) => setTyped({ ...typed, [anchor.authorization]: value })}
                  />
                  <Glyph
                    name={sameWords(typed[anchor.authorization], anchor.authorization) ? 'approved' : 'pending'}
                    label={t(
                      sameWords(typed[anchor.authorization], anchor.authorization) ? 'load.typed' : 'load.notTyped',
                    )}
                  />
                </div>
              ))}
            </section>
          ) : null}
        </div>
      ) : (
        <p role="status">{t('load.planning')}</p>
      )}
    </Sheet>
  );
}

function WhatHappens({ plan }: { readonly plan: LoadPlan }) {
  const { t } = useText();
  const lists = (['changed', 'added', 'removed'] as const).filter((kind) => plan[kind].length > 0);
  return (
    <div className={styles.what}>
      <p className={styles.lead}>
        <Say plain k={plan.profileKey ? 'load.gets' : 'load.makes'} v={{ title: plan.title, n: plan.generation }} />{' '}
        {plan.anchors.length === 0 ? t('load.noAnchors') : null}
      </p>
      {plan.profileKey && lists.length === 0 ? <p>{t('load.nothingChanges')}</p> : null}
      {plan.profileKey
        ? lists.map((kind) => (
            <details key={kind} className={styles.files}>
              <summary>{t(`load.${kind}`, { count: plan[kind].length })}</summary>
              <ul>
                {plan[kind].map((path) => (
                  <li key={path}>
                    <Foreign mono>{path}</Foreign>
                  </li>
                ))}
              </ul>
            </details>
          ))
        : null}
      {plan.profileKey ? (
        <p>{t('load.unchanged', { count: plan.unchanged })}</p>
      ) : (
        <p>{t('load.filesNew', { count: filesOf(plan) })}</p>
      )}
      <p>{plan.generation > 1 ? t('load.return', { n: plan.generation - 1 }) : t('load.removable')}</p>
      <p className={styles.soft}>{t('load.never')}</p>
    </div>
  );
}

interface SourceChoiceProps {
  readonly plan: LoadPlan;
  readonly source: Source;
  readonly onSource: (source: Source) => void;
}

function SourceChoice({ plan, source, onSource }: SourceChoiceProps) {
  const { t } = useText();
  return (
    <section className={styles.conflict}>
      <Banner tone="review">
        <Say k="load.conflict" v={{ id: plan.profileId, issuer: plan.sourceConflict?.issuer ?? '' }} />
      </Banner>
      <RadioGroup
        aria-label={t('load.conflictChoice')}
        value={source}
        onChange={(value) => onSource(value as Source)}
        className={styles.radios ?? ''}
      >
        {(['keep-both', 'replace'] as const).map((id) => (
          <Radio key={id} value={id} className={styles.radio ?? ''}>
            <span className={styles.dot} />
            <span>
              <strong>{t(`load.source.${id}.title`)}</strong>
              <br />
              {t(`load.source.${id}.text`)}
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </section>
  );
}
