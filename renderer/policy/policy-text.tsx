/** The policy file as it stands, comments included. A fault is told with its line, and the cursor can go there. */
import { useId, useRef } from 'react';
import type { Problem } from '../../shared/models.ts';
import { Button } from '../ui/button.tsx';
import { Banner } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './policy.module.css';
import { FaultText } from './policy.tsx';

interface PolicyTextViewProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly fault: Problem | null;
}

export function PolicyTextView({ text, onText, fault }: PolicyTextViewProps) {
  const { t } = useText();
  const field = useRef<HTMLTextAreaElement>(null);
  const faultId = useId();
  const goToFault = () => {
    const area = field.current;
    if (!area || !fault) return;
    const lines = text.split('\n').slice(0, Number(fault.values.line ?? 1) - 1);
    const at = lines.reduce((sum, line) => sum + line.length + 1, 0) + Number(fault.values.column ?? 1) - 1;
    area.focus();
    area.setSelectionRange(at, at + 1);
  };
  return (
    <div className={styles.textView}>
      <textarea
        ref={field}
        className={styles.text}
        aria-label={t('policyScreen.textLabel')}
        aria-invalid={fault !== null}
        {...(fault ? { 'aria-describedby': faultId } : {})}
        spellCheck={false}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
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
