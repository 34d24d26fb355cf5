/** The text of a file, read-only, with everything that hides in it made visible. */
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { FileContent, FindingRecord } from '../../../shared/models.ts';
import { useText } from '../../ui/text-context.tsx';
import { CodeHost } from './code-host.tsx';
import { codeTheme } from './code-theme.ts';
import { type Found, setFound, showFound } from './find-extension.ts';
import { setLineHere, showFindings } from './findings-extension.ts';
import { showMarks } from './marks-extension.ts';

interface TextViewProps {
  readonly content: FileContent;
  readonly findings: readonly FindingRecord[];
  readonly jump: { readonly line: number; readonly n: number } | null;
  readonly found: Found | null;
  readonly onFinding: (finding: FindingRecord) => void;
  /** The last line was on screen. */
  readonly onEnd: () => void;
}

/** The end must stay on screen this long to count as seen. */
const SEEN_MS = 900;
/** Distance in pixels from the end that still counts as the end. */
const END_SLACK = 24;

export function TextView({ content, findings, jump, found, onFinding, onEnd }: TextViewProps) {
  const text = useText();
  const view = useRef<EditorView | null>(null);
  const latest = useRef({ onFinding, onEnd });
  latest.current = { onFinding, onEnd };

  const build = (root: ShadowRoot) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const watchEnd = (editor: EditorView) => {
      const { scrollTop, clientHeight, scrollHeight } = editor.scrollDOM;
      const atEnd =
        editor.viewport.to >= editor.state.doc.length && scrollTop + clientHeight >= scrollHeight - END_SLACK;
      if (!atEnd) {
        clearTimeout(timer);
        timer = undefined;
      } else timer ??= setTimeout(() => latest.current.onEnd(), SEEN_MS);
    };
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: content.text ?? '',
        extensions: [
          EditorState.lineSeparator.of('\n'),
          EditorState.readOnly.of(true),
          EditorView.editable.of(false),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            tabindex: '0',
            'aria-label': text.t('viewer.contentOf', { path: content.path }),
            'aria-readonly': 'true',
            spellcheck: 'false',
            translate: 'no',
          }),
          lineNumbers(),
          showFindings(
            findings,
            (there) => there.map((finding) => text.findingText(finding).title).join('; '),
            (finding) => latest.current.onFinding(finding),
          ),
          showMarks(content.marks),
          showFound,
          codeTheme,
          EditorView.updateListener.of((update) => {
            if (update.geometryChanged || update.viewportChanged) watchEnd(update.view);
          }),
          EditorView.domEventHandlers({ scroll: (_event, shown) => watchEnd(shown) }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      clearTimeout(timer);
      view.current = null;
      editor.destroy();
    };
  };

  useEffect(() => {
    const editor = view.current;
    if (!editor || !jump) return;
    const line = editor.state.doc.line(Math.max(1, Math.min(jump.line, editor.state.doc.lines)));
    editor.dispatch({ effects: [setLineHere.of(line.number), EditorView.scrollIntoView(line.from, { y: 'center' })] });
  }, [jump]);

  useEffect(() => {
    const editor = view.current;
    if (!editor) return;
    const hit = found?.hits[found.at];
    editor.dispatch({
      effects: [
        setFound.of(found ?? { hits: [], at: 0 }),
        ...(hit ? [EditorView.scrollIntoView(hit.from, { y: 'center' })] : []),
      ],
    });
  }, [found]);

  return <CodeHost build={build} of={`${content.path} ${content.sha256} ${findings.length} ${text.language}`} />;
}
