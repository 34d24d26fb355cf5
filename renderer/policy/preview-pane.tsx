/** What a changed policy would do: which members get looser or tighter, and which packages would be judged differently. */
import type { PolicyPreview } from '../../shared/contract.ts';
import type { Problem } from '../../shared/models.ts';
import { go } from '../state/session.ts';
import { Button } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { Chip } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { FaultText } from './fault-text.tsx';
import styles from './policy.module.css';

/** Packages listed; a policy change may touch thousands. */
const MOST_PACKAGES = 50;

interface PreviewPaneProps {
  readonly isChanged: boolean;
  readonly preview: PolicyPreview | null;
  readonly fault: Problem | null;
}

export function PreviewPane({ isChanged, preview, fault }: PreviewPaneProps) {
  const { t } = useText();
  const differ = preview?.packages.filter((row) => row.clauses.length > 0 || row.before !== row.after) ?? [];
  return (
    <aside className={styles.preview} aria-label={t('preview.title')}>
      <h2>{t('preview.title')}</h2>
      {!isChanged ? <p className={styles.soft}>{t('preview.unchanged')}</p> : null}
      {isChanged && fault ? (
        <p className={styles.faultLine}>
          <Glyph name="no-op" />
          <span>
            {t('preview.broken')} <FaultText problem={fault} />
          </span>
        </p>
      ) : null}
      {isChanged && !fault && !preview ? (
        <p className={styles.soft} role="status">
          {t('preview.asking')}
        </p>
      ) : null}
      {preview ? (
        <div className={styles.changes} role="status">
          {preview.loosens.map((member) => (
            <p key={`l ${member}`} className={styles.change}>
              <Glyph name="review" />
              <span>
                {t(`policy:members.${member}`)} <Chip tone="review">{t('preview.looser')}</Chip>
              </span>
            </p>
          ))}
          {preview.tightens.map((member) => (
            <p key={`t ${member}`} className={styles.change}>
              <Glyph name="approved" />
              <span>
                {t(`policy:members.${member}`)} <Chip>{t('preview.tighter')}</Chip>
              </span>
            </p>
          ))}
          {preview.loosens.length + preview.tightens.length === 0 ? (
            <p className={styles.soft}>{t('preview.sameMeaning')}</p>
          ) : null}
          <h3>{t('preview.packages', { count: differ.length })}</h3>
          {differ.length === 0 ? <p className={styles.soft}>{t('preview.noPackages')}</p> : null}
          <ul className={styles.packages}>
            {differ.slice(0, MOST_PACKAGES).map((row) => (
              <li key={row.archiveSha256}>
                <Button kind="link" onPress={() => go({ at: 'package', archive: row.archiveSha256 })}>
                  <Foreign>{row.title}</Foreign>
                </Button>
                <span className={styles.soft}>
                  {t(`preview.from.${row.before ? 'accepted' : 'blocked'}.${row.after ? 'accepted' : 'blocked'}`)}
                </span>
                {row.clauses.length > 0 ? (
                  <span className={styles.soft}>
                    {t('preview.clauses', {
                      clauses: row.clauses.map((clause) => t(`policy:clauses.${clause}`)).join(' · '),
                    })}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          {differ.length > MOST_PACKAGES ? (
            <p className={styles.soft}>{t('queue.andMore', { count: differ.length - MOST_PACKAGES })}</p>
          ) : null}
        </div>
      ) : null}
    </aside>
  );
}
