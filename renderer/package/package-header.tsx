/** What the package says it is, and who says so. Everything named here is a claim. */
import {
  ArrowLeft,
  ChevronDown,
  Ellipsis,
  FileJson,
  FileText,
  RotateCcw,
  ScrollText,
  Trash2,
  Undo2,
} from 'lucide-react';
import { MenuTrigger } from 'react-aria-components';
import type { PackageDetail } from '../../shared/models.ts';
import { glyphOf } from '../queue/row-model.ts';
import { saveReport } from '../state/acts.ts';
import { retryPackage } from '../state/imports.ts';
import { reopen, undo } from '../state/package.ts';
import { canPurge, titleOf } from '../state/queue.ts';
import { go } from '../state/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { ActMenu, type MenuAct } from '../ui/menu.tsx';
import { Foreign, showable } from '../ui/say.tsx';
import { Ago, Banner, Chip, Digest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './package.module.css';

interface PackageHeaderProps {
  readonly detail: PackageDetail;
  readonly summaryOpen: boolean;
  readonly onToggleSummary: () => void;
  readonly onReject: () => void;
  readonly onPurge: () => void;
}

export function PackageHeader({ detail, summaryOpen, onToggleSummary, onReject, onPurge }: PackageHeaderProps) {
  const text = useText();
  const { t } = text;
  const { claims } = detail;
  const title = titleOf(detail);
  const scopes = (claims?.scopes ?? []).filter((scope) => scope !== 'universal');
  return (
    <header className={styles.header}>
      <div className={styles.top}>
        <IconButton
          label={t('package.back')}
          hint="Esc"
          size="small"
          icon={<ArrowLeft size={16} />}
          onPress={() => go({ at: 'queue' })}
        />
        <div className={styles.title}>
          <Glyph name={glyphOf(detail)} size={18} label={t(`state.${detail.state}`)} />
          <h1 title={showable(title)}>
            <Foreign>{title}</Foreign>
          </h1>
        </div>
        <span className={styles.issuer}>
          {claims ? (
            <>
              {t('package.from')} <Foreign>{claims.issuer}</Foreign> <IssuerStanding detail={detail} />
            </>
          ) : (
            t('package.noClaims')
          )}
        </span>
        <span className={styles.topActs}>
          {detail.undoable > 0 && detail.state === 'in_review' ? (
            <Button kind="quiet" size="small" icon={<Undo2 size={14} />} onPress={() => void undo()}>
              {t('act.undo')}
            </Button>
          ) : null}
          <Button
            kind="quiet"
            size="small"
            aria-expanded={summaryOpen}
            icon={<ChevronDown size={14} style={summaryOpen ? { transform: 'rotate(180deg)' } : {}} />}
            onPress={onToggleSummary}
          >
            {t('package.summary')}
          </Button>
          <MoreMenu detail={detail} onReject={onReject} onPurge={onPurge} />
        </span>
      </div>
      <div className={styles.meta}>
        <Chip tone={detail.state === 'no_op' || detail.state === 'failed' ? 'no-op' : 'accent'}>
          {t(`state.${detail.state}`)}
        </Chip>
        {scopes.map((scope) => (
          <Chip key={scope}>{t(`scope.${scope}`)}</Chip>
        ))}
        <span>{t('package.files', { count: detail.files.length })}</span>
        <span>{text.bytes(detail.sizeBytes)}</span>
        <span>
          {t('package.received')} <Ago utc={detail.receivedUtc} />
          {detail.sightings > 1 ? ` · ${t('package.sightings', { count: detail.sightings })}` : ''}
        </span>
        <Digest value={detail.archiveSha256} label="sha256" />
        {claims?.derivative ? <Chip tone="review">{t('package.derivative')}</Chip> : null}
      </div>
      {detail.formatPackCurrent || detail.state === 'purged' ? null : (
        <Banner
          tone="review"
          actions={
            <Button size="small" icon={<RotateCcw size={13} />} onPress={() => void retryPackage(detail.archiveSha256)}>
              {t('act.inspectAgain')}
            </Button>
          }
        >
          {t('package.oldPack')}
        </Banner>
      )}
    </header>
  );
}

/** Whether the issuer is on a list of the policy; never more than that. */
function IssuerStanding({ detail }: { readonly detail: PackageDetail }) {
  const { t } = useText();
  const clause = detail.evaluation.clauses.find(({ id }) => id === 'issuer');
  if (!clause) return null;
  const known = clause.reason === 'issuer.allowed' ? 'listed' : clause.outcome === 'block' ? 'blocked' : 'unlisted';
  return <Chip tone={known === 'blocked' ? 'no-op' : 'plain'}>{t(`package.issuer.${known}`)}</Chip>;
}

interface MoreMenuProps {
  readonly detail: PackageDetail;
  readonly onReject: () => void;
  readonly onPurge: () => void;
}

function MoreMenu({ detail, onReject, onPurge }: MoreMenuProps) {
  const { t } = useText();
  const archive = detail.archiveSha256;
  const acts: MenuAct[] = [
    {
      id: 'events',
      label: t('package.events'),
      icon: <ScrollText size={14} />,
      run: () => go({ at: 'evidence', subject: archive }),
    },
    {
      id: 'md',
      label: t('package.report', { format: 'Markdown' }),
      icon: <FileText size={14} />,
      run: () => void saveReport(archive, 'md'),
    },
    {
      id: 'html',
      label: t('package.report', { format: 'HTML' }),
      icon: <FileText size={14} />,
      run: () => void saveReport(archive, 'html'),
    },
    {
      id: 'json',
      label: t('package.report', { format: 'JSON' }),
      icon: <FileJson size={14} />,
      run: () => void saveReport(archive, 'json'),
    },
  ];
  if (detail.state !== 'purged') {
    acts.push({
      id: 'retry',
      label: t('act.inspectAgain'),
      icon: <RotateCcw size={14} />,
      run: () => void retryPackage(archive),
    });
  }
  if (detail.state === 'rejected')
    acts.push({ id: 'reopen', label: t('act.reopen'), icon: <Undo2 size={14} />, run: () => void reopen() });
  if (detail.state === 'in_review') {
    acts.push({ id: 'reject', label: t('act.rejectPackage'), danger: true, run: onReject });
  }
  if (canPurge(detail))
    acts.push({ id: 'purge', label: t('act.purge'), icon: <Trash2 size={14} />, danger: true, run: onPurge });
  return (
    <MenuTrigger>
      <IconButton size="small" label={t('package.more')} icon={<Ellipsis size={16} />} />
      <ActMenu label={t('package.more')} acts={acts} />
    </MenuTrigger>
  );
}
