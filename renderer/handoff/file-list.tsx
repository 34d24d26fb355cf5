/** The files of the open handoff, with the step each waits for. */

import { type HandoffStep, stepOf } from '../../shared/handoff.ts';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import type { HandoffLine } from './file-model.ts';
import styles from './handoff.module.css';

const SIGNS: Readonly<Record<HandoffStep, GlyphName>> = {
  pending: 'pending',
  taken: 'pending',
  viewed: 'pending',
  decided: 'stale',
  preserved: 'stale',
  kept: 'approved',
  removed: 'approved',
};

interface FileListProps {
  readonly lines: readonly HandoffLine[];
  readonly shown: string;
  readonly onShow: (path: string) => void;
}

export function FileList({ lines, shown, onShow }: FileListProps) {
  const { t } = useText();
  return (
    <ul className={styles.list} aria-label={t('handoff.files')}>
      {lines.map((line) => (
        <li key={line.path}>
          <button
            type="button"
            className={styles.line}
            aria-pressed={line.path === shown}
            onClick={() => onShow(line.path)}
          >
            <Glyph name={signOf(line)} />
            <span className={styles.lineText}>
              <Foreign mono>{line.path}</Foreign>
              <span className={styles.soft}>{waitsFor(line, t)}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function signOf({ file, entry }: HandoffLine): GlyphName {
  if (file === null) return entry?.status === 'pending' ? 'pending' : 'note';
  if (file.content === 'blocked' && file.decision === null) return 'no-op';
  return SIGNS[stepOf(file)];
}

/** What the file waits for, in words. */
export function waitsFor({ file, entry }: HandoffLine, t: (key: string) => string): string {
  if (file) return t(`handoff:step.${stepOf(file)}`);
  const status = entry?.status ?? 'pending';
  return t(status === 'pending' ? 'handoff:step.pending' : `handoff:status.${status}`);
}
