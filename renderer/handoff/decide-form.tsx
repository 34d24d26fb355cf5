/** What becomes of a file, in the words of SPEC-04: disposition, outcome, why, and an answer to everything it recommends. */
import { Plus, Trash2 } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import {
  DISPOSITIONS,
  FILE_KINDS,
  type HandoffDecision,
  type HandoffFile,
  PROCESSED_OUTCOMES,
  RECOMMENDATION_DECISIONS,
  type Recommendation,
} from '../../shared/handoff.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Foreign } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import { draftOf, isWhole } from './file-model.ts';
import styles from './handoff.module.css';

interface DecideFormProps {
  readonly file: HandoffFile;
  readonly isOpen: boolean;
  readonly busy: boolean;
  readonly onClose: () => void;
  readonly onDecide: (decision: HandoffDecision) => Promise<void>;
}

const NO_RECOMMENDATION: Recommendation = { summary: '', decision: 'rejected-with-reason', reason: '' };

export function DecideForm({ file, isOpen, busy, onClose, onDecide }: DecideFormProps) {
  const { t } = useText();
  const [draft, setDraft] = useState(() => draftOf(file));
  // Each opening starts with what is recorded by then.
  useEffect(() => {
    if (isOpen) setDraft(draftOf(file));
  }, [isOpen, file]);
  const answer = (index: number, change: Partial<Recommendation>) =>
    setDraft({
      ...draft,
      recommendations: draft.recommendations.map((one, at) => (at === index ? { ...one, ...change } : one)),
    });
  return (
    <Sheet
      title={
        <>
          {t('handoff.decideTitle')} <Foreign mono>{file.path}</Foreign>
        </>
      }
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('act.cancel')}</Button>
          <Button kind="primary" isDisabled={busy || !isWhole(draft)} onPress={() => void onDecide(draft)}>
            {t('handoff.decideDo')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <div className={styles.pair}>
          <Pick
            label={t('handoff.fileKind')}
            group="kind"
            value={draft.fileKind}
            options={FILE_KINDS}
            onChange={(fileKind) => setDraft({ ...draft, fileKind })}
          />
          <Pick
            label={t('handoff.disposition')}
            group="disposition"
            value={draft.disposition}
            options={DISPOSITIONS}
            onChange={(disposition) => setDraft({ ...draft, disposition })}
          />
          <Pick
            label={t('handoff.outcome')}
            group="outcome"
            value={draft.outcome}
            options={PROCESSED_OUTCOMES}
            onChange={(outcome) => setDraft({ ...draft, outcome })}
          />
        </div>
        <Field
          label={t('handoff.reason')}
          help={t('handoff.reasonMore')}
          value={draft.reason}
          onChange={(reason) => setDraft({ ...draft, reason })}
        />
        <fieldset className={styles.recommendations}>
          <legend>{t('handoff.recommends')}</legend>
          <p className={styles.soft}>{t('handoff.recommendsMore')}</p>
          {draft.recommendations.map((one, index) => (
            <div key={index} className={styles.recommendation}>
              <Field
                label={t('handoff.recommendation', { n: index + 1 })}
                value={one.summary}
                onChange={(summary) => answer(index, { summary })}
              />
              <Pick
                label={t('handoff.answer')}
                group="outcome"
                value={one.decision}
                options={RECOMMENDATION_DECISIONS}
                onChange={(decision) => answer(index, { decision })}
              />
              <Field label={t('handoff.reason')} value={one.reason} onChange={(reason) => answer(index, { reason })} />
              <IconButton
                label={t('handoff.dropRecommendation', { n: index + 1 })}
                icon={<Trash2 size={14} />}
                isDisabled={draft.recommendations.length === 1}
                onPress={() =>
                  setDraft({ ...draft, recommendations: draft.recommendations.filter((_, at) => at !== index) })
                }
              />
            </div>
          ))}
          <Button
            size="small"
            icon={<Plus size={14} />}
            onPress={() => setDraft({ ...draft, recommendations: [...draft.recommendations, NO_RECOMMENDATION] })}
          >
            {t('handoff.addRecommendation')}
          </Button>
        </fieldset>
        <Field
          lines={2}
          mono
          label={t('handoff.memoryPaths')}
          help={t('handoff.memoryPathsMore')}
          value={draft.memoryPaths.join('\n')}
          onChange={(value) => setDraft({ ...draft, memoryPaths: value.split('\n').filter((path) => path !== '') })}
        />
      </div>
    </Sheet>
  );
}

interface PickProps<K extends string> {
  readonly label: string;
  /** Group of `handoff.json` that words the options. */
  readonly group: string;
  readonly value: K;
  readonly options: readonly K[];
  readonly onChange: (value: K) => void;
}

function Pick<K extends string>({ label, group, value, options, onChange }: PickProps<K>) {
  const { t } = useText();
  const id = useId();
  return (
    <div className={styles.pick}>
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.target.value as K)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {t(`handoff:${group}.${option}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
