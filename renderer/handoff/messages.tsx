/** Kept SPEC-04 messages, each told as a line of time. A message proves what its sender says, and nothing more. */
import { Copy, FileInput } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { HandoffMessageRow, HandoffMessageView } from '../../shared/handoff.ts';
import { ask, copyText } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { Ago, Banner, Chip, Digest, Empty } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './handoff.module.css';
import type { Carry } from './handoff.tsx';
import { MessageTimeline } from './message-timeline.tsx';

interface MessagesProps {
  readonly rows: readonly HandoffMessageRow[];
  readonly busy: boolean;
  readonly onCarry: Carry;
}

export function Messages({ rows, busy, onCarry }: MessagesProps) {
  const { t } = useText();
  const [name, setName] = useState<string | null>(null);
  const shown = rows.find((row) => row.sha256 === name) ?? rows[0] ?? null;
  const receive = async () => {
    const chosen = await ask(bridge().choosePath({ what: 'message' }));
    if (!chosen?.value) return;
    if (await onCarry({ act: 'receive', path: chosen.value })) announce('said.handoffReceived');
  };
  const receiving = (
    <Button icon={<FileInput size={15} />} isDisabled={busy} onPress={() => void receive()}>
      {t('handoff.receive')}
    </Button>
  );
  if (!shown) {
    return (
      <Empty title={t('handoff.noMessages')} actions={receiving}>
        <p>{t('handoff.noMessagesMore')}</p>
      </Empty>
    );
  }
  return (
    <div className={styles.desk}>
      <div className={styles.side}>
        <p className={styles.sideHead}>{receiving}</p>
        <ul className={styles.list} aria-label={t('handoff.messages')}>
          {rows.map((row) => (
            <li key={row.sha256}>
              <button
                type="button"
                className={styles.line}
                aria-pressed={row === shown}
                onClick={() => setName(row.sha256)}
              >
                <Glyph name={row.complete ? 'approved' : 'review'} />
                <span className={styles.lineText}>
                  <span>
                    {t(`handoff:origin.${row.origin}`)} · {t('package.files', { count: row.files })}
                  </span>
                  <span className={styles.soft}>
                    {t(row.complete ? 'handoff:list.complete' : 'handoff:list.incomplete')} · <Ago utc={row.keptUtc} />
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      <Message key={shown.sha256} row={shown} />
    </div>
  );
}

function Message({ row }: { readonly row: HandoffMessageRow }) {
  const { t } = useText();
  const [view, setView] = useState<HandoffMessageView | null>(null);
  useEffect(() => {
    let late = false;
    void ask(bridge().readHandoffMessage({ name: row.sha256, archive: null })).then((answer) => {
      if (answer && !late) setView(answer.value);
    });
    return () => {
      late = true;
    };
  }, [row.sha256]);
  if (!view) return <p className={styles.step}>{t('handoff.opening')}</p>;
  return (
    <section className={styles.pane} aria-label={t('handoff:timeline.title')}>
      <header className={styles.paneHead}>
        <h2>{t('handoff:timeline.title')}</h2>
        <Chip tone={row.complete ? 'accent' : 'review'}>
          {t(row.complete ? 'handoff:list.complete' : 'handoff:list.incomplete')}
        </Chip>
        <Button size="small" icon={<Copy size={14} />} onPress={() => void copyText(view.text)}>
          {t('handoff.copyMessage')}
        </Button>
      </header>
      <p className={styles.facts}>
        <Foreign mono>{row.messageId}</Foreign>
        <Digest value={row.sha256} label="sha256" />
      </p>
      {row.origin === 'received' ? <Banner tone="note">{t('handoff.claimed')}</Banner> : null}
      <MessageTimeline view={view} />
    </section>
  );
}
