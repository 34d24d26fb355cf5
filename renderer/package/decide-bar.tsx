/** The decision about one file: what was said, by whom, and the two answers. Viewed and decided are separate facts. */
import { Eye, EyeOff, MessageSquarePlus, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { FileRecord, PackageDetail } from '../../shared/models.ts';
import { decide, markViewed, usePackage } from '../state/package.ts';
import { useSession } from '../state/session.ts';
import { Actor } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign } from '../ui/say.tsx';
import { Ago } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './decide-bar.module.css';
import { standingOf } from './tree-model.ts';

export function DecideBar({ detail, file }: { readonly detail: PackageDetail; readonly file: FileRecord }) {
  const { t } = useText();
  const busy = usePackage((state) => state.busy);
  const singleKeys = useSession((state) => state.settings.singleKeys);
  const [note, setNote] = useState('');
  const [noting, setNoting] = useState(false);
  const standing = standingOf(file);
  const open = detail.state === 'in_review';

  // A note belongs to one file.
  useEffect(() => {
    setNote('');
    setNoting(false);
  }, [file.path]);

  const key = (name: string) => (singleKeys ? name : undefined);
  const say = (decision: 'approved' | 'rejected') => void decide(file.path, decision, note.trim() || null);
  return (
    <footer className={styles.bar}>
      {noting && open ? (
        <div className={styles.note}>
          <Field label={t('decide.note')} value={note} onChange={setNote} autoFocus />
        </div>
      ) : null}
      <div className={styles.line}>
        <span className={styles.fact}>
          {file.viewedUtc ? (
            <>
              <Eye size={14} aria-hidden /> {t('decide.viewed')} <Ago utc={file.viewedUtc} />
            </>
          ) : (
            <>
              <EyeOff size={14} aria-hidden /> {t('decide.notViewed')}
              {open ? (
                <Button
                  kind="link"
                  size="small"
                  hint={key('v')}
                  onPress={() => void markViewed(file.path, file.sha256)}
                >
                  {t('act.markViewed')}
                </Button>
              ) : null}
            </>
          )}
        </span>
        {open || file.decision ? (
          <span className={styles.fact}>
            <Glyph name={standing} />
            {file.decision ? (
              <span>
                {t(`decide.is.${file.decision.decision}`, { by: '' })} <Actor>{file.decision.by}</Actor> ·{' '}
                {t(`decide.manner.${file.decision.manner}`)} · <Ago utc={file.decision.utc} />
                {file.decision.note ? (
                  <span className={styles.said}>
                    {' '}
                    “<Foreign>{file.decision.note}</Foreign>”
                  </span>
                ) : null}
                {file.decision.stale ? <span className={styles.stale}> {t('decide.stale')}</span> : null}
              </span>
            ) : (
              t(file.anchor ? 'decide.undecidedAnchor' : 'decide.undecided')
            )}
          </span>
        ) : null}
        {open ? (
          <span className={styles.acts}>
            {file.decision && !file.decision.stale ? (
              <Button
                kind="quiet"
                icon={<Undo2 size={14} />}
                isDisabled={busy}
                onPress={() => void decide(file.path, null)}
              >
                {t('act.takeBack')}
              </Button>
            ) : (
              <Button
                kind="quiet"
                icon={<MessageSquarePlus size={14} />}
                aria-expanded={noting}
                onPress={() => setNoting(!noting)}
              >
                {t('act.note')}
              </Button>
            )}
            <Button
              kind="danger"
              isDisabled={busy || standing === 'rejected'}
              hint={key('x')}
              onPress={() => say('rejected')}
            >
              {t('act.rejectFile')}
            </Button>
            <Button
              kind="primary"
              isDisabled={busy || standing === 'approved'}
              hint={key('a')}
              onPress={() => say('approved')}
            >
              {t('act.approveFile')}
            </Button>
          </span>
        ) : null}
      </div>
    </footer>
  );
}
