/** The policy's answer, clause by clause, live while deciding. */
import { ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { ClauseOutcome, PackageDetail } from '../../shared/models.ts';
import { acceptOnce, openFile, usePackage } from '../state/package.ts';
import { go } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign, SayClause } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './policy-panel.module.css';
import { blockers } from './stand-model.ts';

/** Files named behind a clause before "and 12 more". */
const MOST_PATHS = 6;

interface PolicyPanelProps {
  readonly detail: PackageDetail;
  readonly open: boolean;
  readonly onToggle: () => void;
}

export function PolicyLine({ detail, open, onToggle }: PolicyPanelProps) {
  const { t } = useText();
  const blocking = blockers(detail.evaluation.clauses).length;
  return (
    <AriaButton className={styles.line ?? ''} aria-expanded={open} aria-controls="policy-clauses" onPress={onToggle}>
      <Glyph name={blocking > 0 ? 'review' : 'approved'} />
      <span>{blocking > 0 ? t('policyPanel.blocked', { count: blocking }) : t('policyPanel.accepted')}</span>
      <ChevronUp size={14} aria-hidden className={open ? styles.turned : undefined} />
    </AriaButton>
  );
}

export function PolicyClauses({ detail }: { readonly detail: PackageDetail }) {
  const { t } = useText();
  const clauses = detail.evaluation.clauses.toSorted(
    (a, b) => Number(a.outcome === 'accept') - Number(b.outcome === 'accept'),
  );
  return (
    <section id="policy-clauses" className={styles.panel} aria-label={t('policyPanel.label')}>
      <header className={styles.head}>
        <h2>{t('policyPanel.label')}</h2>
        <Button kind="link" size="small" onPress={() => go({ at: 'policy' })}>
          {t('policyPanel.edit')}
        </Button>
      </header>
      <ul>
        {clauses.map((clause) => (
          <li key={clause.id} className={styles.clause}>
            <Glyph
              name={
                clause.outcome === 'accept' ? 'approved' : clause.reason === 'anchors.unauthorized' ? 'note' : 'review'
              }
              label={t(`policy:outcome.${clause.outcome}`)}
            />
            <div>
              <span className={styles.name}>{t(`policy:clauses.${clause.id}`)}</span>
              <p>
                <SayClause outcome={clause} />
              </p>
              {clause.outcome === 'block' && clause.paths.length > 0 ? (
                <p className={styles.paths}>
                  {clause.paths.slice(0, MOST_PATHS).map((path) => (
                    <Button key={path} kind="link" size="small" onPress={() => void openFile(path)}>
                      <Foreign mono>{path}</Foreign>
                    </Button>
                  ))}
                  {clause.paths.length > MOST_PATHS ? (
                    <span>{t('queue.andMore', { count: clause.paths.length - MOST_PATHS })}</span>
                  ) : null}
                </p>
              ) : null}
              {detail.state === 'in_review' ? <AcceptOnce clause={clause} /> : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Reasons that a person may overrule for one package, with a note. */
const ACCEPTABLE: ReadonlySet<string> = new Set(['issuer.not-listed', 'issuer.stale', 'derivative.ask']);
const ACCEPTED: ReadonlySet<string> = new Set(['issuer.accepted-once']);

function AcceptOnce({ clause }: { readonly clause: ClauseOutcome }) {
  const { t } = useText();
  const busy = usePackage((state) => state.busy);
  const [writing, setWriting] = useState(false);
  const [note, setNote] = useState('');
  if (clause.id !== 'issuer' && clause.id !== 'derivative') return null;
  const { id } = clause;
  if (ACCEPTED.has(clause.reason)) {
    return (
      <Button kind="link" size="small" isDisabled={busy} onPress={() => void acceptOnce(id, null)}>
        {t('act.takeBack')}
      </Button>
    );
  }
  if (!ACCEPTABLE.has(clause.reason)) return null;
  if (!writing) {
    return (
      <Button size="small" onPress={() => setWriting(true)}>
        {t('policyPanel.acceptOnce')}
      </Button>
    );
  }
  return (
    <form
      className={styles.accept}
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') void acceptOnce(id, note.trim()).then((done) => done && setWriting(false));
      }}
    >
      <Field label={t('policyPanel.acceptNote')} value={note} onChange={setNote} autoFocus />
      <span className={styles.acceptActs}>
        <Button size="small" onPress={() => setWriting(false)}>
          {t('act.cancel')}
        </Button>
        <Button size="small" kind="primary" type="submit" isDisabled={busy || note.trim() === ''}>
          {t('policyPanel.accept')}
        </Button>
      </span>
    </form>
  );
}
