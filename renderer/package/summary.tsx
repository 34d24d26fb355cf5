/** The first answers: what stands in the way, what it can never do, what changed. */
import { ArrowRight, Ban } from 'lucide-react';
import { useMemo } from 'react';
import { DENIED_CAPABILITIES, type PackageDetail } from '../../shared/models.ts';
import { retryPackage } from '../state/imports.ts';
import { goToFinding, nextTodo, openFile } from '../state/package.ts';
import { Button } from '../ui/button.tsx';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { Foreign, Say, SayClause, SayFinding, SayProblem } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import { standing } from './stand-model.ts';
import styles from './summary.module.css';

export function Summary({ detail }: { readonly detail: PackageDetail }) {
  const { t } = useText();
  return (
    <div className={styles.boxes}>
      <section className={styles.box} aria-label={t('summary.stands')}>
        <h2>{t('summary.stands')}</h2>
        <StandsInTheWay detail={detail} />
      </section>
      {detail.target && detail.state !== 'no_op' ? (
        <section className={styles.box} aria-label={t('summary.changed')}>
          <h2>{t('summary.changedSince', { n: detail.target.generation })}</h2>
          <WhatChanged detail={detail} />
        </section>
      ) : null}
      <section className={styles.box} aria-label={t('summary.never')}>
        <h2>{t('summary.never')}</h2>
        <ul className={styles.denied}>
          {DENIED_CAPABILITIES.map((capability) => (
            <li key={capability} title={t(`policy:denied.${capability}`)}>
              <Ban size={12} aria-hidden />
              {t(`capability.${capability}`)}
            </li>
          ))}
        </ul>
        <p className={styles.soft}>{t('summary.neverMore')}</p>
      </section>
    </div>
  );
}

function Line({ glyph, children }: { readonly glyph: GlyphName; readonly children: React.ReactNode }) {
  return (
    <li className={styles.line}>
      <Glyph name={glyph} />
      <span>{children}</span>
    </li>
  );
}

function StandsInTheWay({ detail }: { readonly detail: PackageDetail }) {
  const { t, gap } = useText();
  const stand = useMemo(() => standing(detail), [detail]);
  if (detail.state === 'loaded') {
    return (
      <ul className={styles.lines}>
        <Line glyph="loaded">{t('summary.loaded', { n: detail.loadedAs?.generation ?? 0 })}</Line>
      </ul>
    );
  }
  if (detail.state === 'rejected' || detail.state === 'purged' || detail.state === 'receiving') {
    return (
      <ul className={styles.lines}>
        <Line glyph={detail.state === 'receiving' ? 'busy' : 'rejected'}>{t(`summary.${detail.state}`)}</Line>
      </ul>
    );
  }
  if (detail.state === 'failed') {
    return (
      <>
        <ul className={styles.lines}>
          <Line glyph="no-op">
            {detail.failure ? (
              <>
                <SayProblem problem={detail.failure} part="title" /> ·{' '}
                <SayProblem problem={detail.failure} part="todo" />
              </>
            ) : (
              t('summary.failed')
            )}
          </Line>
        </ul>
        <Button size="small" onPress={() => void retryPackage(detail.archiveSha256)}>
          {t('act.tryAgain')}
        </Button>
      </>
    );
  }
  const firstNoOp = detail.findings.find((finding) => finding.severity === 'no-op');
  if (stand.noOp > 0) {
    return (
      <>
        <ul className={styles.lines}>
          <Line glyph="no-op">{t('summary.noOp', { count: stand.noOp })}</Line>
          {firstNoOp ? (
            <Line glyph="no-op">
              <SayFinding finding={firstNoOp} part="title" />
            </Line>
          ) : null}
        </ul>
        {firstNoOp ? (
          <Button kind="link" onPress={() => void goToFinding(firstNoOp)}>
            {t('summary.firstReason')} <ArrowRight size={13} aria-hidden />
          </Button>
        ) : null}
      </>
    );
  }
  const anchors = stand.toDecide.filter((file) => file.anchor).length;
  const next = stand.toDecide.length > 0 ? nextTodo(detail, null) : null;
  const finding = stand.toAcknowledge[0];
  const nothing =
    stand.toDecide.length === 0 &&
    stand.toAcknowledge.length === 0 &&
    stand.clauses.length === 0 &&
    stand.rejected.length === 0;
  return (
    <>
      <ul className={styles.lines}>
        {stand.toDecide.length > 0 ? (
          <Line glyph="pending">
            {t('summary.toDecide', { count: stand.toDecide.length })}
            {anchors > 0 ? `${gap}${t('summary.anchorsAmong', { count: anchors })}` : ''}
          </Line>
        ) : null}
        {stand.toAcknowledge.length > 0 ? (
          <Line glyph="review">{t('summary.toAcknowledge', { count: stand.toAcknowledge.length })}</Line>
        ) : null}
        {stand.rejected.length > 0 ? (
          <Line glyph="rejected">{t('summary.rejectedFiles', { count: stand.rejected.length })}</Line>
        ) : null}
        {stand.clauses.map((clause) => (
          <Line key={clause.id} glyph="review">
            <SayClause outcome={clause} />
          </Line>
        ))}
        {nothing ? <Line glyph="approved">{t('summary.nothing')}</Line> : null}
      </ul>
      {next ? (
        <Button kind="link" onPress={() => void openFile(next.path)}>
          {t('summary.next')} <Foreign mono>{next.path}</Foreign> <ArrowRight size={13} aria-hidden />
        </Button>
      ) : finding ? (
        <Button kind="link" onPress={() => void goToFinding(finding)}>
          {t('summary.next')} <SayFinding finding={finding} part="title" /> <ArrowRight size={13} aria-hidden />
        </Button>
      ) : null}
    </>
  );
}

function WhatChanged({ detail }: { readonly detail: PackageDetail }) {
  const { t } = useText();
  const by = (change: 'added' | 'changed' | 'unchanged') => detail.files.filter((file) => file.change === change);
  const anchors = by('changed').filter((file) => file.anchor);
  const first = by('changed')[0] ?? by('added')[0];
  return (
    <>
      <ul className={styles.lines}>
        <li className={styles.figures}>
          <span>{t('summary.filesChanged', { count: by('changed').length })}</span>
          <span>{t('summary.filesAdded', { count: by('added').length })}</span>
          <span>{t('summary.filesRemoved', { count: detail.removedPaths.length })}</span>
          <span className={styles.quiet}>{t('summary.filesUnchanged', { count: by('unchanged').length })}</span>
        </li>
        {anchors.length > 0 ? (
          <Line glyph="anchor">{t('summary.anchorsChange', { count: anchors.length })}</Line>
        ) : (
          <Line glyph="anchor">{t('summary.noAnchorChanges')}</Line>
        )}
        {detail.removedPaths.length > 0 ? (
          <li className={styles.soft}>
            <Say k="summary.removedPaths" v={{ paths: detail.removedPaths.slice(0, 5) }} />
          </li>
        ) : null}
      </ul>
      {first ? (
        <Button kind="link" onPress={() => void openFile(first.path)}>
          <Foreign mono>{first.path}</Foreign> <ArrowRight size={13} aria-hidden />
        </Button>
      ) : null}
    </>
  );
}
