/** The persona files of a derivative: written here, and compared with the source before anything is made. */
import { useState } from 'react';
import type { DeriveArgs } from '../../shared/contract.ts';
import type { DerivativeSource } from '../../shared/models.ts';
import { DiffView } from '../package/viewer/diff-view.tsx';
import { reveal } from '../package/viewer/reveal.ts';
import { Choice } from '../ui/choice.tsx';
import { Field } from '../ui/field.tsx';
import { Pick } from '../ui/pick.tsx';
import { Foreign } from '../ui/say.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './derive.module.css';
import type { DeriveDraft } from './derive-model.ts';

/** Rows of the text field: a persona file of usual length without much scrolling. */
const ROWS = 12;

interface DeriveTextsProps {
  readonly source: DerivativeSource;
  readonly draft: DeriveDraft;
  readonly changed: DeriveArgs['texts'];
  readonly onDraft: (draft: DeriveDraft) => void;
}

export function DeriveTexts({ source, draft, changed, onDraft }: DeriveTextsProps) {
  const { t } = useText();
  const [path, setPath] = useState(source.files[0]?.path ?? '');
  const [view, setView] = useState<'write' | 'changes'>('write');
  const written = draft.texts[path] ?? '';
  const before = source.files.find((file) => file.path === path)?.text ?? '';
  const hidden = reveal(written).length;
  return (
    <section className={styles.texts} aria-label={t('derive.texts')}>
      <div className={styles.textBar}>
        {source.files.length > 1 ? (
          <Pick
            label={t('derive.file')}
            value={path}
            options={source.files.map((file) => ({ id: file.path, label: file.path }))}
            onChange={setPath}
          />
        ) : (
          <Foreign mono>{path}</Foreign>
        )}
        <span className={styles.changed}>{t('derive.changed', { count: changed.length })}</span>
        <Choice
          label={t('derive.view')}
          value={view}
          onChange={setView}
          options={[
            { id: 'write', label: t('derive.write') },
            { id: 'changes', label: t('derive.changes') },
          ]}
        />
      </div>
      {hidden > 0 ? <Banner tone="review">{t('derive.hidden', { count: hidden })}</Banner> : null}
      {view === 'write' ? (
        <Field
          mono
          lines={ROWS}
          labelHidden
          label={t('derive.textOf', { path })}
          value={written}
          onChange={(value) => onDraft({ ...draft, texts: { ...draft.texts, [path]: value } })}
        />
      ) : (
        <div className={styles.difference}>
          <DiffView
            layout="unified"
            whole={false}
            difference={{
              path,
              before: before.replace(/\r\n?/g, '\n'),
              after: written,
              beforeLabel: t('derive.source'),
              afterLabel: t('derive.derivative'),
              identical: false,
            }}
          />
        </div>
      )}
    </section>
  );
}
