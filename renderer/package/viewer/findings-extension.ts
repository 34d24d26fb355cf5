/** Findings at their lines: a sign in the gutter, a tint on the line, and the one that the person stands at. */
import { RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';
import type { FindingRecord } from '../../../shared/models.ts';
import type { Severity } from '../../../shared/rules.ts';
import { byLine } from '../findings-model.ts';

export const setLineHere = StateEffect.define<number | null>();

const RANK: Readonly<Record<Severity, number>> = { 'no-op': 0, review: 1, note: 2 };

function worst(findings: readonly FindingRecord[]): Severity {
  return findings.reduce<Severity>((least, { severity }) => (RANK[severity] < RANK[least] ? severity : least), 'note');
}

const SHAPES: Readonly<Record<Severity, readonly string[]>> = {
  'no-op': ['M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z', 'M3.9 12.1 12.1 3.9'],
  review: ['M8 1.4 14.6 8 8 14.6 1.4 8Z', 'M8 4.9v3.6', 'M8 10.8v.3'],
  note: ['M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z', 'M8 7.6v3.4', 'M8 5v.3'],
};
const SVG = 'http://www.w3.org/2000/svg';

class FindingSign extends GutterMarker {
  readonly findings: readonly FindingRecord[];
  readonly label: string;
  constructor(findings: readonly FindingRecord[], label: string) {
    super();
    this.findings = findings;
    this.label = label;
  }
  override eq(other: FindingSign): boolean {
    return other.findings === this.findings;
  }
  override toDOM(): Node {
    const severity = worst(this.findings);
    const svg = document.createElementNS(SVG, 'svg');
    for (const [name, value] of Object.entries({
      viewBox: '0 0 16 16',
      width: '14',
      height: '14',
      fill: 'none',
      stroke: `var(--${severity})`,
      'stroke-width': '1.7',
      'stroke-linecap': 'round',
      role: 'img',
      'aria-label': this.label,
    })) {
      svg.setAttribute(name, value);
    }
    const title = document.createElementNS(SVG, 'title');
    title.textContent = this.label;
    svg.append(title);
    for (const shape of SHAPES[severity]) {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('d', shape);
      svg.append(path);
    }
    return svg;
  }
}

/**
 * @param labelOf what the sign of a line says
 * @param onPress called with the first finding of a line whose sign was pressed
 */
export function showFindings(
  findings: readonly FindingRecord[],
  labelOf: (there: readonly FindingRecord[]) => string,
  onPress: (finding: FindingRecord) => void,
) {
  // A finding without a line concerns the whole file and belongs to the pane, not to line 1.
  const lines = byLine(findings.filter((finding) => finding.line !== undefined));
  const ordered = [...lines].sort(([a], [b]) => a - b);

  const tints = StateField.define<DecorationSet>({
    create(state) {
      const builder = new RangeSetBuilder<Decoration>();
      for (const [line, there] of ordered) {
        if (line > state.doc.lines) break;
        const at = state.doc.line(line).from;
        builder.add(at, at, Decoration.line({ class: `cm-finding-line cm-of-${worst(there)}` }));
      }
      return builder.finish();
    },
    update: (value) => value,
    provide: (field) => EditorView.decorations.from(field),
  });

  const here = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(value, transaction) {
      for (const effect of transaction.effects) {
        if (!effect.is(setLineHere)) continue;
        const line = effect.value;
        if (line === null || line > transaction.state.doc.lines) return Decoration.none;
        return Decoration.set(
          Decoration.line({ class: 'cm-finding-here' }).range(transaction.state.doc.line(line).from),
        );
      }
      return value;
    },
    provide: (field) => EditorView.decorations.from(field),
  });

  const signs = gutter({
    class: 'cm-findings',
    lineMarker(view, block) {
      const there = lines.get(view.state.doc.lineAt(block.from).number);
      return there ? new FindingSign(there, labelOf(there)) : null;
    },
    domEventHandlers: {
      click(view, block) {
        const first = lines.get(view.state.doc.lineAt(block.from).number)?.[0];
        if (first) onPress(first);
        return first !== undefined;
      },
    },
  });
  return [tints, here, ...(lines.size > 0 ? [signs] : [])];
}
