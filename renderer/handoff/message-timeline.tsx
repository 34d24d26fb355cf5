/** A SPEC-04 message as what happened, one moment a line, with what was found about the message itself above it. */
import type { HandoffMessageView, TimelineEntry } from '../../shared/handoff.ts';
import { Glyph, type GlyphName } from '../ui/glyph.tsx';
import { Say, SayFinding } from '../ui/say.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './handoff.module.css';
import { worded } from './timeline-words.ts';

export function MessageTimeline({ view }: { readonly view: HandoffMessageView }) {
  return (
    <>
      {view.findings.map((finding) => (
        <Banner key={`${finding.rule} ${finding.pointer ?? ''}`} tone={finding.severity}>
          <strong>
            <SayFinding finding={finding} part="title" />
          </strong>{' '}
          <SayFinding finding={finding} part="explanation" />
        </Banner>
      ))}
      <ol className={styles.timeline}>
        {view.timeline.map((entry, index) => (
          <TimelineLine key={index} entry={entry} />
        ))}
      </ol>
    </>
  );
}

const SIGNS: Readonly<Partial<Record<TimelineEntry['kind'], GlyphName>>> = {
  preserved: 'approved',
  removed: 'approved',
  complete: 'approved',
  incomplete: 'review',
  kept: 'note',
  anchor: 'anchor',
  mutation: 'anchor',
};

function TimelineLine({ entry }: { readonly entry: TimelineEntry }) {
  const text = useText();
  const { ours, foreign } = worded(text, entry.values);
  return (
    <li className={styles.moment}>
      <Glyph name={SIGNS[entry.kind] ?? 'pending'} />
      <span>
        <Say k={`handoff:timeline.${entry.kind}`} v={foreign} ours={ours} />
      </span>
    </li>
  );
}
