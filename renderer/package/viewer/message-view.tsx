/** A SPEC-04 message that lies in a package, told as a line of time. It proves what its sender says, and nothing more. */
import { useEffect, useState } from 'react';
import type { HandoffMessageView } from '../../../shared/handoff.ts';
import { MessageTimeline } from '../../handoff/message-timeline.tsx';
import { ask } from '../../state/acts.ts';
import { bridge } from '../../state/bridge.ts';
import { Banner } from '../../ui/small.tsx';
import { useText } from '../../ui/text-context.tsx';
import styles from './viewer.module.css';

/** The member by which messages are found inside packages (format F11). */
const PROFILE = /"profile"\s*:\s*"uaix\.spec-04\.file-handoff\.v1"/;

/** True for a text that says of itself that it is a SPEC-04 message. */
export function saysItIsAMessage(text: string | null): boolean {
  return text !== null && PROFILE.test(text);
}

export function MessageView({ archive, path }: { readonly archive: string; readonly path: string }) {
  const { t } = useText();
  const [view, setView] = useState<HandoffMessageView | null>(null);
  useEffect(() => {
    let late = false;
    setView(null);
    void ask(bridge().readHandoffMessage({ name: path, archive })).then((answer) => {
      if (answer && !late) setView(answer.value);
    });
    return () => {
      late = true;
    };
  }, [archive, path]);
  if (!view) return <p className={styles.plain}>{t('handoff.opening')}</p>;
  return (
    <section className={styles.message} aria-label={t('handoff:timeline.title')}>
      <Banner tone="note">{t('handoff.claimed')}</Banner>
      {/* What was found about the file stands beside it already. */}
      <MessageTimeline view={{ ...view, findings: [] }} />
    </section>
  );
}
