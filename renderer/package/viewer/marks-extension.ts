/** Shows what an ordinary viewer would not: hidden characters as labelled boxes, masked secrets as such. */
import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import type { TextMark } from '../../../shared/models.ts';

/** Marks that are common in honest texts look quieter. */
const QUIET: ReadonlySet<TextMark['kind']> = new Set(['private-use', 'unassigned', 'selector']);

class MarkBox extends WidgetType {
  readonly mark: TextMark;
  constructor(mark: TextMark) {
    super();
    this.mark = mark;
  }
  override eq(other: MarkBox): boolean {
    return other.mark.name === this.mark.name && other.mark.decoded === this.mark.decoded;
  }
  override toDOM(): HTMLElement {
    const box = document.createElement('span');
    box.className = QUIET.has(this.mark.kind) ? 'cm-mark cm-mark-quiet' : 'cm-mark';
    box.textContent = this.mark.name;
    if (this.mark.decoded) {
      const decoded = document.createElement('bdi');
      decoded.className = 'cm-mark-decoded';
      decoded.textContent = `“${this.mark.decoded}”`;
      box.append(decoded);
    }
    return box;
  }
  override ignoreEvent(): boolean {
    return false;
  }
}

const SECRET = Decoration.mark({ class: 'cm-secret' });
const HIDDEN = Decoration.replace({});

/** Index of the first mark that ends after the position. Marks are ordered and do not overlap. */
export function firstMarkAfter(marks: readonly TextMark[], position: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.to ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Only the marks in view are drawn, so that a hundred thousand of them cost nothing. */
export function showMarks(marks: readonly TextMark[]) {
  const build = (view: EditorView): DecorationSet => {
    const builder = new RangeSetBuilder<Decoration>();
    for (const { from, to } of view.visibleRanges) {
      let at = firstMarkAfter(marks, from);
      for (let position = from; position <= to; ) {
        const line = view.state.doc.lineAt(position);
        for (let mark = marks[at]; mark && mark.from < line.to && mark.to <= line.to; mark = marks[++at]) {
          if (mark.from < line.from) continue;
          const decoration = mark.kind === 'secret' ? SECRET : Decoration.replace({ widget: new MarkBox(mark) });
          builder.add(mark.from, mark.to, decoration);
        }
        // A mark over a line break stays undrawn here; the banner still counts it.
        while (marks[at] && (marks[at]?.from ?? 0) < line.to) at += 1;
        const ended = marks[at - 1]?.to ?? 0;
        // The first half of a CRLF line end is no text; everything else that draws nothing has a mark.
        if (line.text.endsWith('\r') && ended < line.to) builder.add(line.to - 1, line.to, HIDDEN);
        position = line.to + 1;
      }
    }
    return builder.finish();
  };
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = build(view);
      }
      update(update: ViewUpdate): void {
        if (update.viewportChanged || update.docChanged) this.decorations = build(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
