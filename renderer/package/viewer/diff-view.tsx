/** What changed, word by word, side by side or in one column; changes that draw nothing are shown as boxes. */
import { goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { type Ref, useImperativeHandle, useRef } from 'react';
import type { FileDifference } from '../../../shared/contract.ts';
import { useText } from '../../ui/text-context.tsx';
import { CodeHost } from './code-host.tsx';
import { codeTheme } from './code-theme.ts';
import { showMarks } from './marks-extension.ts';
import { reveal } from './reveal.ts';

export interface DiffHandle {
  next(): void;
  previous(): void;
}

interface DiffViewProps {
  readonly difference: FileDifference;
  readonly layout: 'split' | 'unified';
  /** Shows unchanged lines too: anchors are compared in full. */
  readonly whole: boolean;
  readonly ref?: Ref<DiffHandle>;
}

/** Unchanged lines kept around a change, and the least number worth folding. */
const FOLD = { margin: 3, minSize: 6 };
/** Scanning for the smallest difference stops here; larger texts are compared line by line. */
const DIFF_CONFIG = { scanLimit: 5_000, timeout: 2_000 };

export function DiffView({ difference, layout, whole, ref }: DiffViewProps) {
  const text = useText();
  const view = useRef<EditorView | null>(null);
  useImperativeHandle(ref, () => ({
    next: () => void (view.current && goToNextChunk(view.current)),
    previous: () => void (view.current && goToPreviousChunk(view.current)),
  }));

  const shared = (doc: string, label: string): Extension => [
    EditorState.lineSeparator.of('\n'),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': label,
      'aria-readonly': 'true',
      spellcheck: 'false',
      translate: 'no',
    }),
    EditorState.phrases.of({ '$ unchanged lines': text.t('diff.unchangedLines', { n: '$' }) }),
    lineNumbers(),
    showMarks(reveal(doc)),
    codeTheme,
  ];

  const fold = whole ? {} : { collapseUnchanged: FOLD };
  const build = (root: ShadowRoot) => {
    const before = difference.before ?? '';
    const after = difference.after ?? '';
    if (layout === 'split') {
      const holder = document.createElement('div');
      holder.style.cssText = 'height:100%;overflow:auto;background:var(--foreign);scrollbar-width:thin';
      root.append(holder);
      const merge = new MergeView({
        parent: holder,
        root,
        a: { doc: before, extensions: shared(before, text.t('diff.before', { label: difference.beforeLabel })) },
        b: { doc: after, extensions: shared(after, text.t('diff.after', { label: difference.afterLabel })) },
        gutter: true,
        highlightChanges: true,
        ...fold,
        diffConfig: DIFF_CONFIG,
      });
      view.current = merge.b;
      return () => merge.destroy();
    }
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: after,
        extensions: [
          shared(after, text.t('diff.both')),
          unifiedMergeView({ original: before, mergeControls: false, gutter: true, ...fold, diffConfig: DIFF_CONFIG }),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  };

  return (
    <CodeHost
      build={build}
      of={`${difference.path} ${layout} ${text.language} ${difference.beforeLabel} ${difference.afterLabel}`}
    />
  );
}
