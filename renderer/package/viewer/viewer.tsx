/** The middle of the desk: one file, as text, as a difference, or as bytes, and the decision about it. */
import { Copy, Search as Lens } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FileRecord, FindingRecord, PackageDetail } from '../../../shared/models.ts';
import { copyText } from '../../state/acts.ts';
import { canDiff, goToFinding, markViewed, setMode, usePackage, type ViewMode } from '../../state/package.ts';
import { IconButton } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Glyph } from '../../ui/glyph.tsx';
import { Foreign, showable } from '../../ui/say.tsx';
import { Banner, Chip } from '../../ui/small.tsx';
import { useText } from '../../ui/text-context.tsx';
import { DecideBar } from '../decide-bar.tsx';
import { findingsAt } from '../findings-model.ts';
import { type ScreenActs, useScreenActs } from '../screen-acts.ts';
import { DiffPane } from './diff-pane.tsx';
import { FindBar } from './find-bar.tsx';
import type { Found } from './find-extension.ts';
import { HexView } from './hex-view.tsx';
import { ImageView } from './image-view.tsx';
import { MarksBanner } from './marks-banner.tsx';
import { MessageView, saysItIsAMessage } from './message-view.tsx';
import { TextView } from './text-view.tsx';
import styles from './viewer.module.css';

interface ViewerProps {
  readonly detail: PackageDetail;
  readonly file: FileRecord;
  readonly onShowFindings: () => void;
}

export function Viewer({ detail, file, onShowFindings }: ViewerProps) {
  const { t } = useText();
  const mode = usePackage((state) => state.mode);
  const content = usePackage((state) => state.content);
  const jump = usePackage((state) => state.jump);
  const [finding, setFinding] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const shown = content?.path === file.path && content.sha256 === file.sha256 ? content : null;
  const isMessage = saysItIsAMessage(shown?.text ?? null);

  // Another file starts without hits.
  useEffect(() => setFound(null), [file.path]);
  useScreenActs({
    find: () => {
      setMode('text');
      setFinding(true);
    },
  } satisfies Partial<ScreenActs>);

  const open = (clicked: FindingRecord) => {
    void goToFinding(clicked);
    onShowFindings();
  };
  const modes: readonly { readonly id: ViewMode; readonly label: string; readonly isDisabled?: boolean }[] = [
    {
      id: 'text',
      label: t(file.kind === 'image' ? 'viewer.image' : 'viewer.text'),
      isDisabled: file.kind === 'binary',
    },
    ...(isMessage ? [{ id: 'message' as const, label: t('viewer.message') }] : []),
    { id: 'diff', label: t('viewer.diff'), isDisabled: !canDiff(file) },
    { id: 'raw', label: t('viewer.raw') },
  ];
  return (
    <section className={styles.viewer} aria-label={t('viewer.label')}>
      <header className={styles.bar}>
        <h2 className={styles.path}>
          {file.anchor ? <Glyph name="anchor" label={t('tree.anchor')} /> : null}
          <Foreign mono isFileName>
            {file.path}
          </Foreign>
        </h2>
        <ChangeChip file={file} detail={detail} />
        <span className={styles.barEnd}>
          <IconButton
            size="small"
            label={t('viewer.find')}
            icon={<Lens size={14} />}
            isDisabled={file.kind !== 'text'}
            onPress={() => {
              setMode('text');
              setFinding(!finding);
            }}
          />
          <IconButton
            size="small"
            label={t('viewer.copy')}
            icon={<Copy size={14} />}
            isDisabled={!shown?.text}
            onPress={() => void copyText(showableText(shown?.text ?? ''), 'said.copiedEscaped')}
          />
          <Choice label={t('viewer.mode')} value={mode} options={modes} onChange={setMode} />
        </span>
      </header>
      {finding && mode === 'text' && file.kind === 'text' ? (
        <FindBar
          archive={detail.archiveSha256}
          text={shown?.text ?? ''}
          found={found}
          onFound={setFound}
          onClose={() => {
            setFinding(false);
            setFound(null);
          }}
        />
      ) : null}
      {mode === 'text' && shown && shown.marks.length > 0 ? <MarksBanner content={shown} /> : null}
      {shown?.encoding && mode === 'text' ? (
        <Banner tone="review">{t('viewer.encoding', { encoding: shown.encoding })}</Banner>
      ) : null}
      {file.damaged ? <Banner tone="no-op">{t('viewer.damaged')}</Banner> : null}
      <div className={styles.body}>
        {mode === 'message' && isMessage ? (
          <MessageView archive={detail.archiveSha256} path={file.path} />
        ) : mode === 'raw' ? (
          <HexView archive={detail.archiveSha256} path={file.path} sizeBytes={file.sizeBytes} />
        ) : mode === 'diff' && canDiff(file) ? (
          <DiffPane detail={detail} file={file} />
        ) : shown === null ? (
          <p className={styles.plain} role="status">
            {t('viewer.opening')}
          </p>
        ) : shown.kind === 'image' ? (
          <ImageView content={shown} />
        ) : shown.text === '' ? (
          <p className={styles.plain}>{t('viewer.emptyFile')}</p>
        ) : shown.text !== null ? (
          <TextView
            content={shown}
            findings={findingsAt(detail.findings, file.path)}
            jump={jump}
            found={found}
            onFinding={open}
            onEnd={() => void markViewed(file.path, file.sha256)}
          />
        ) : (
          <HexView archive={detail.archiveSha256} path={file.path} sizeBytes={file.sizeBytes} />
        )}
      </div>
      <DecideBar detail={detail} file={file} />
    </section>
  );
}

/** A whole text with everything hidden spelled out, line breaks and tabs kept. */
function showableText(text: string): string {
  return text.replace(/[^\t\n\r]+/g, showable);
}

function ChangeChip({ file, detail }: { readonly file: FileRecord; readonly detail: PackageDetail }) {
  const { t } = useText();
  if (!file.change || !detail.target) return null;
  return (
    <span title={t(`change.${file.change}`, { n: detail.target.generation })}>
      <Chip tone={file.change === 'changed' && file.anchor ? 'review' : 'plain'}>
        {t(`tree.change.${file.change}`)}
      </Chip>
    </span>
  );
}
