/** Evidence: every act in order, whether the chain of them holds, and reports to take away. */
import { useState } from 'react';
import { Choice } from '../ui/choice.tsx';
import { useText } from '../ui/text-context.tsx';
import { ChainLine } from './chain-line.tsx';
import { EventList } from './event-list.tsx';
import styles from './evidence.module.css';
import { ReportPane } from './report-pane.tsx';

export function EvidenceScreen({ subject }: { readonly subject?: string }) {
  const { t } = useText();
  const [view, setView] = useState<'events' | 'reports'>('events');
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('screen.evidence')}</h1>
          <p className={styles.soft}>{t('evidence.lead')}</p>
        </div>
        <Choice
          label={t('evidence.view')}
          value={view}
          onChange={setView}
          options={[
            { id: 'events', label: t('evidence.events') },
            { id: 'reports', label: t('evidence.reports') },
          ]}
        />
      </header>
      {view === 'events' ? (
        <>
          <ChainLine />
          <EventList subject={subject ?? null} />
        </>
      ) : (
        <ReportPane archive={subject ?? null} />
      )}
    </div>
  );
}
