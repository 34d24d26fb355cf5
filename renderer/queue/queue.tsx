/** The queue: what arrived, what waits, and where to drop the next one. */
import { FolderOpen, ListFilter } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MenuTrigger } from 'react-aria-components';
import { openFiles } from '../state/acts.ts';
import { takeStarted, useImports } from '../state/imports.ts';
import { askQueue, STATE_FILTERS, type StateFilter, useQueue } from '../state/queue.ts';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { ChoiceMenu } from '../ui/menu.tsx';
import { Search } from '../ui/search.tsx';
import { Empty } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { ChosenBar } from './chosen-bar.tsx';
import { EmptyQueue } from './empty-queue.tsx';
import { ImportRows } from './import-rows.tsx';
import { PackageRows } from './package-rows.tsx';
import styles from './queue.module.css';
import { useQueueKeys } from './queue-keys.ts';

/** Typing pauses this long before the desk is asked. */
const TYPING_MS = 160;
const SORTS = ['received', 'title', 'issuer', 'state'] as const;

export function QueueScreen() {
  const text = useText();
  const { t } = text;
  const { filter, search, sort, total, byState } = useQueue();
  const isImporting = useImports((state) => state.imports.size > 0);
  const [typed, setTyped] = useState(search);
  useQueueKeys();

  useEffect(() => {
    void askQueue({});
  }, []);
  useEffect(() => {
    if (typed === useQueue.getState().search) return;
    const timer = setTimeout(() => void askQueue({ search: typed }), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  const everything = Object.values(byState).reduce((sum, count) => sum + (count ?? 0), 0);
  if (total !== null && everything === 0 && !isImporting) return <EmptyQueue />;

  const countOf = (id: StateFilter): number =>
    id === 'all' ? everything : STATE_FILTERS[id].reduce((sum, state) => sum + (byState[state] ?? 0), 0);
  return (
    <div className={styles.queue}>
      <header className={styles.head}>
        <div className={styles.titleLine}>
          <h1>{t('screen.queue')}</h1>
          <span className={styles.total}>{total === null ? '' : t('queue.total', { count: total })}</span>
          <Button kind="primary" icon={<FolderOpen size={15} />} onPress={() => void openFiles().then(takeStarted)}>
            {t('act.openFiles')}
          </Button>
        </div>
        <div className={styles.tools}>
          <Choice
            label={t('queue.filter')}
            value={filter}
            onChange={(id) => void askQueue({ filter: id })}
            options={(['all', 'open', 'no_op', 'loaded', 'ended'] as const).map((id) => ({
              id,
              label: t(`queue.filters.${id}`),
              count: countOf(id),
            }))}
          />
          <div className={styles.search}>
            <Search label={t('queue.search')} value={typed} onChange={setTyped} />
          </div>
          <MenuTrigger>
            <Button icon={<ListFilter size={15} />} aria-label={t('queue.sortBy', { sort: t(`queue.sorts.${sort}`) })}>
              {t(`queue.sorts.${sort}`)}
            </Button>
            <ChoiceMenu
              label={t('queue.sort')}
              value={sort}
              options={SORTS.map((id) => ({ id, label: t(`queue.sorts.${id}`) }))}
              onChange={(id) => void askQueue({ sort: id })}
            />
          </MenuTrigger>
        </div>
      </header>
      <ImportRows />
      {total === 0 && everything > 0 ? (
        <Empty
          title={t('queue.noneFound')}
          actions={
            <Button
              onPress={() => {
                setTyped('');
                void askQueue({ search: '', filter: 'all' });
              }}
            >
              {t('queue.showAll')}
            </Button>
          }
        >
          <p>{search ? t('queue.noneFoundSearch') : t('queue.noneFoundFilter')}</p>
        </Empty>
      ) : (
        <PackageRows />
      )}
      <ChosenBar />
    </div>
  );
}
