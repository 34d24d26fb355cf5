/** Two generations of one profile beside each other: which files came, changed and went, and what changed in each. */
import { useEffect, useRef, useState } from 'react';
import type { FileDifference } from '../../shared/contract.ts';
import { type GenerationFileChange, isAnchorPath, type Profile } from '../../shared/models.ts';
import type { DiffHandle } from '../package/viewer/diff-view.tsx';
import { DifferenceBody, type DiffLayout, DiffTools, usualLayout } from '../package/viewer/difference.tsx';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { Button } from '../ui/button.tsx';
import { Check } from '../ui/check.tsx';
import { Pick } from '../ui/pick.tsx';
import { Foreign, Say } from '../ui/say.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './compare.module.css';
import { CompareFiles } from './compare-files.tsx';
import { countChanges, listed, type Pair } from './compare-model.ts';
import { generationOptions } from './generation-options.ts';

interface CompareSheetProps {
  readonly profile: Profile;
  readonly first: Pair;
  readonly onClose: () => void;
}

export function CompareSheet({ profile, first, onClose }: CompareSheetProps) {
  const { t } = useText();
  const { profileKey, title } = profile;
  const [pair, setPair] = useState(first);
  const [files, setFiles] = useState<readonly GenerationFileChange[] | null>(null);
  const [all, setAll] = useState(false);
  const [path, setPath] = useState<string | null>(null);
  const { before, after } = pair;

  useEffect(() => {
    let late = false;
    void ask(bridge().compareGenerations({ profileKey, before, after })).then((answer) => {
      if (late) return;
      setFiles(answer?.value ?? []);
    });
    return () => {
      late = true;
    };
  }, [profileKey, before, after]);

  const shown = listed(files ?? [], all);
  const chosen = shown.find((file) => file.path === path) ?? shown[0] ?? null;
  const counts = countChanges(files ?? []);
  const options = generationOptions(profile, t);
  return (
    <Sheet
      size="full"
      title={<Say plain k="compare.title" v={{ title }} />}
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('act.close')}</Button>}
    >
      <div className={styles.compare}>
        <div className={styles.bar}>
          <Pick
            label={t('compare.before')}
            value={String(before)}
            options={options}
            onChange={(value) => setPair({ ...pair, before: Number(value) })}
          />
          <Pick
            label={t('compare.after')}
            value={String(after)}
            options={options}
            onChange={(value) => setPair({ ...pair, after: Number(value) })}
          />
          <p className={styles.counts} role="status">
            {files ? t('compare.counts', counts) : t('compare.looking')}
          </p>
          <Check isSelected={all} onChange={setAll}>
            {t('compare.all')}
          </Check>
        </div>
        {files && shown.length === 0 ? <p className={styles.same}>{t('compare.same')}</p> : null}
        {chosen ? (
          <div className={styles.panes}>
            <CompareFiles files={shown} chosen={chosen.path} onChoose={setPath} />
            <ComparedFile profileKey={profileKey} pair={pair} path={chosen.path} />
          </div>
        ) : null}
      </div>
    </Sheet>
  );
}

interface ComparedFileProps {
  readonly profileKey: string;
  readonly pair: Pair;
  readonly path: string;
}

function ComparedFile({ profileKey, pair, path }: ComparedFileProps) {
  const { t } = useText();
  const [difference, setDifference] = useState<FileDifference | null>(null);
  const [layout, setLayout] = useState<DiffLayout>(usualLayout);
  const view = useRef<DiffHandle>(null);
  const { before, after } = pair;
  useEffect(() => {
    let late = false;
    setDifference(null);
    void ask(bridge().diffGenerations({ profileKey, before, after, path })).then((answer) => {
      if (answer && !late) setDifference(answer.value);
    });
    return () => {
      late = true;
    };
  }, [profileKey, before, after, path]);
  return (
    <section className={styles.file} aria-label={t('compare.of', { path })}>
      <div className={styles.fileBar}>
        <Foreign mono>{path}</Foreign>
        <DiffTools layout={layout} onLayout={setLayout} view={view} />
      </div>
      {difference ? (
        <DifferenceBody ref={view} difference={difference} layout={layout} whole={isAnchorPath(path)} />
      ) : null}
    </section>
  );
}
