/** One handed-over file: what it holds, and the next step with it. Nothing is removed before its durable copy is proven. */
import { useEffect, useState } from 'react';
import type { HandoffContentView, HandoffFile } from '../../shared/handoff.ts';
import { isReadable, stepOf } from '../../shared/handoff.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { announce } from '../state/notices.ts';
import { go } from '../state/session.ts';
import { Actor } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Foreign, SayFinding, SayProblem, showable } from '../ui/say.tsx';
import { Banner, Chip, Digest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { DecideForm } from './decide-form.tsx';
import { waitsFor } from './file-list.tsx';
import type { HandoffLine } from './file-model.ts';
import styles from './handoff.module.css';
import type { Carry } from './handoff.tsx';

interface FilePaneProps {
  readonly line: HandoffLine;
  readonly busy: boolean;
  readonly onCarry: Carry;
}

export function FilePane({ line, busy, onCarry }: FilePaneProps) {
  const { t, bytes } = useText();
  const { file, entry } = line;
  return (
    <section className={styles.pane} aria-label={line.path}>
      <header className={styles.paneHead}>
        <h2>
          <Foreign mono>{line.path}</Foreign>
        </h2>
        <span className={styles.soft}>
          {bytes(file?.sizeBytes ?? entry?.sizeBytes ?? 0)}
          {file ? ` · ${t(`handoff:content.${file.content}`)}` : ''}
        </span>
        <Chip tone="accent">{waitsFor(line, t)}</Chip>
      </header>
      {file ? (
        <TakenFile file={file} busy={busy} onCarry={onCarry} />
      ) : (
        <div className={styles.step}>
          <p>{t('handoff.takeMore')}</p>
          <Button
            kind="primary"
            isDisabled={busy || entry?.status !== 'pending'}
            onPress={() => void onCarry({ act: 'take', path: line.path })}
          >
            {t('handoff.take')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface TakenFileProps {
  readonly file: HandoffFile;
  readonly busy: boolean;
  readonly onCarry: Carry;
}

function TakenFile({ file, busy, onCarry }: TakenFileProps) {
  const { t } = useText();
  const [deciding, setDeciding] = useState(false);
  const content = useContent(file);
  const step = stepOf(file);
  const at = { fileId: file.fileId, version: file.version };
  const carry = async (act: Parameters<Carry>[0], said: string) => {
    if (await onCarry(act)) announce(said, { path: file.path });
  };
  return (
    <>
      <p className={styles.facts}>
        <Digest value={file.sha256} label="sha256" />
        {file.archiveSha256 ? (
          <Button kind="link" size="small" onPress={() => go({ at: 'package', archive: file.archiveSha256 ?? '' })}>
            {t('handoff.openPackage')}
          </Button>
        ) : null}
      </p>
      {file.importProblem ? (
        <Banner tone="no-op">
          <SayProblem problem={file.importProblem} part="title" />{' '}
          <SayProblem problem={file.importProblem} part="todo" />
        </Banner>
      ) : null}
      {file.content === 'blocked' ? <Banner tone="no-op">{t('handoff.blocked')}</Banner> : null}
      {file.findings.map((finding) => (
        <Banner
          key={`${finding.rule} ${finding.line ?? finding.offset ?? ''} ${finding.column ?? ''}`}
          tone={finding.severity}
        >
          <strong>
            <SayFinding finding={finding} part="title" />
          </strong>{' '}
          <SayFinding finding={finding} part="explanation" />
        </Banner>
      ))}
      {content?.text != null ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className={styles.content} tabIndex={0} aria-label={t('handoff.contentOf', { path: file.path })}>
          <pre>{content.text.replace(/[^\t\n\r]+/g, showable)}</pre>
        </section>
      ) : null}
      <div className={styles.step}>
        {isReadable(file) && file.viewedUtc === null ? (
          <Button
            isDisabled={busy || content?.text == null}
            onPress={() => void onCarry({ act: 'view', fileId: file.fileId, sha256: file.sha256 })}
          >
            {t('handoff.read')}
          </Button>
        ) : null}
        {step === 'removed' ? (
          <Button isDisabled={busy} onPress={() => void carry({ act: 'undo', ...at }, 'said.handoffRestored')}>
            {t('handoff.undo')}
          </Button>
        ) : (
          <Button
            kind={step === 'viewed' ? 'primary' : 'plain'}
            isDisabled={busy || step === 'taken'}
            onPress={() => setDeciding(true)}
          >
            {t(file.decision ? 'handoff.decideAnew' : 'handoff.decide')}
          </Button>
        )}
        {step === 'decided' ? (
          <Button
            kind="primary"
            isDisabled={busy}
            onPress={() => void carry({ act: 'preserve', ...at }, 'said.handoffPreserved')}
          >
            {t('handoff.preserve')}
          </Button>
        ) : null}
        {step === 'preserved' ? (
          <Button
            kind="danger"
            isDisabled={busy}
            onPress={() => void carry({ act: 'remove', ...at }, 'said.handoffRemoved')}
          >
            {t('handoff.remove')}
          </Button>
        ) : null}
      </div>
      {file.decision ? <Decided file={file} /> : null}
      <DecideForm
        file={file}
        isOpen={deciding}
        busy={busy}
        onClose={() => setDeciding(false)}
        onDecide={async (decision) => {
          if (await onCarry({ act: 'decide', ...at, decision })) setDeciding(false);
        }}
      />
    </>
  );
}

function Decided({ file }: { readonly file: HandoffFile }) {
  const { t, utc } = useText();
  const { decision, decidedBy, decidedUtc, preservedAs } = file;
  if (!decision) return null;
  return (
    <dl className={styles.decided}>
      <dt>{t('handoff.disposition')}</dt>
      <dd>{t(`handoff:disposition.${decision.disposition}`)}</dd>
      <dt>{t('handoff.outcome')}</dt>
      <dd>{t(`handoff:outcome.${decision.outcome}`)}</dd>
      <dt>{t('handoff.reason')}</dt>
      <dd>
        <bdi>{decision.reason}</bdi>
      </dd>
      <dt>{t('handoff.by')}</dt>
      <dd>
        <Actor>{decidedBy ?? ''}</Actor> · {utc(decidedUtc ?? '')}
      </dd>
      {preservedAs ? (
        <>
          <dt>{t('handoff.copy')}</dt>
          <dd>
            <Foreign mono>{preservedAs}</Foreign>
          </dd>
        </>
      ) : null}
    </dl>
  );
}

/** The content for reading; null while it is fetched, and for what is never shown. */
function useContent({ fileId, sha256, content }: HandoffFile): HandoffContentView | null {
  const [view, setView] = useState<HandoffContentView | null>(null);
  useEffect(() => {
    setView(null);
    if (content !== 'text' && content !== 'message') return;
    let late = false;
    void ask(bridge().readHandoffFile({ fileId })).then((answer) => {
      if (answer && !late && answer.value.sha256 === sha256) setView(answer.value);
    });
    return () => {
      late = true;
    };
  }, [fileId, sha256, content]);
  return view;
}
