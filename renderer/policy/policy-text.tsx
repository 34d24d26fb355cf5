/** The policy file as it stands, comments included. A fault is told with its line, which is marked, and the cursor can go there. */
import { useEffect, useId, useRef, useState } from 'react';
import type { Problem } from '../../shared/models.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { FaultText } from './fault-text.tsx';
import styles from './policy.module.css';

/** Lines do not wrap, so a line's place follows from its number. In pixels, as in the style sheet. */
const LINE_HEIGHT = 20;
const TEXT_TOP = 12;

interface PolicyTextViewProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly fault: Problem | null;
}

export function PolicyTextView({ text, onText, fault }: PolicyTextViewProps) {
  const { t } = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const faultId = useId();
  const [scrolled, setScrolled] = useState(0);
  const line = fault?.values.line === undefined ? null : Number(fault.values.line);
  const markTop = line === null ? null : TEXT_TOP + (line - 1) * LINE_HEIGHT;
  useEffect(() => {
    const area = field.current;
    // Under the hands of whoever types, the text stays where it is.
    if (!area || markTop === null || area === document.activeElement) return;
    const isSeen = markTop >= area.scrollTop && markTop + LINE_HEIGHT <= area.scrollTop + area.clientHeight;
    if (!isSeen) area.scrollTop = markTop - area.clientHeight / 2;
  }, [markTop]);
  const goToFault = () => {
    const area = field.current;
    if (!area || !fault) return;
    // The field has every line end as one character, whatever the file has.
    const lines = area.value.split('\n').slice(0, Number(fault.values.line ?? 1) - 1);
    const at = lines.reduce((sum, line) => sum + line.length + 1, 0) + Number(fault.values.column ?? 1) - 1;
    area.focus();
    area.setSelectionRange(at, at + 1);
  };
  return (
    <div className={styles.textView}>
      <div className={styles.textBox}>
        {markTop === null ? null : (
          <div className={styles.faultMark} style={{ top: markTop - scrolled }}>
            <Glyph name="no-op" size={14} />
          </div>
        )}
        <textarea
          ref={field}
          className={styles.text}
          aria-label={t('policyScreen.textLabel')}
          aria-invalid={fault !== null}
          {...(fault ? { 'aria-describedby': faultId } : {})}
          spellCheck={false}
          wrap="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
          onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
        />
      </div>
      <div id={faultId} role="status">
        {fault ? (
          <Banner
            tone="no-op"
            actions={
              <Button size="small" onPress={goToFault}>
                {t('policyScreen.goToFault')}
              </Button>
            }
          >
            <FaultText problem={fault} />
          </Banner>
        ) : null}
      </div>
    </div>
  );
}
