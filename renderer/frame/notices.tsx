/** Notes at the lower edge, and the live regions that read them aloud. */
import { X } from 'lucide-react';
import { dismissNotice, useNotices } from '../state/notices.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Say, SayProblem, SayWhy } from '../ui/say.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './frame.module.css';

export function Notices() {
  const text = useText();
  const { notices, whisper } = useNotices();
  const spoken = notices.filter((notice) => !('problem' in notice.say));
  const problems = notices.filter((notice) => 'problem' in notice.say);
  return (
    <section className={styles.notices} aria-label={text.t('frame.notices')}>
      <div role="alert" className={styles.region}>
        {problems.map((notice) => (
          <NoticeBox key={notice.id} notice={notice} />
        ))}
      </div>
      <div role="status" className={styles.region}>
        {spoken.map((notice) => (
          <NoticeBox key={notice.id} notice={notice} />
        ))}
      </div>
      <div role="status" className="visually-hidden">
        {/* A new key makes the same sentence new to a screen reader. */}
        {whisper ? <span key={whisper.n}>{text.t(whisper.key, whisper.values)}</span> : null}
      </div>
    </section>
  );
}

function NoticeBox({ notice }: { readonly notice: ReturnType<typeof useNotices.getState>['notices'][number] }) {
  const text = useText();
  const { say, act, id } = notice;
  return (
    <div className={'problem' in say ? `${styles.notice} ${styles.noticeProblem}` : styles.notice}>
      <Glyph name={'problem' in say ? 'no-op' : 'approved'} />
      <div className={styles.noticeText}>
        {'problem' in say ? (
          <>
            <p className={styles.noticeTitle}>
              <SayProblem problem={say.problem} part="title" />
            </p>
            <p className={styles.noticeMore}>
              <SayWhy problem={say.problem} />
            </p>
          </>
        ) : (
          <p>
            <Say k={say.key} v={say.values} />
          </p>
        )}
      </div>
      {act ? (
        <Button
          kind="link"
          onPress={() => {
            dismissNotice(id);
            act.run();
          }}
        >
          {text.t(act.label)}
        </Button>
      ) : null}
      <IconButton label={text.t('act.dismiss')} icon={<X size={14} />} size="small" onPress={() => dismissNotice(id)} />
    </div>
  );
}
