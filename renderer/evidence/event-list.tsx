/** The events, newest first, fetched as they come into view. */
import { X } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { EVENT_GROUPS, type EventGroup, type EventRecord } from '../../shared/models.ts';
import type { Text } from '../../shared/text.ts';
import { ask } from '../state/acts.ts';
import { bridge } from '../state/bridge.ts';
import { useChanges } from '../state/changes.ts';
import { go } from '../state/session.ts';
import { Actor } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { Cell, GridRow } from '../ui/grid-row.tsx';
import { Foreign, showable } from '../ui/say.tsx';
import { Search } from '../ui/search.tsx';
import { Sheet } from '../ui/sheet.tsx';
import { Ago, Digest, Empty, shortDigest } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import { VirtualList } from '../ui/virtual-list.tsx';
import { eventFacts, type Fact, isArchive } from './event-model.ts';
import styles from './evidence.module.css';

const PAGE = 200;
const ROW_HEIGHT = 44;
const TYPING_MS = 160;

export function EventList({ subject: given }: { readonly subject: string | null }) {
  const text = useText();
  const { t } = text;
  const [subject, setSubject] = useState(given);
  const [search, setSearch] = useState('');
  const [group, setGroup] = useState<EventGroup | 'all'>('all');
  const [events, setEvents] = useState<readonly EventRecord[] | null>(null);
  const [active, setActive] = useState(0);
  const [opened, setOpened] = useState<EventRecord | null>(null);
  const [more, setMore] = useState(false);
  const loading = useRef(false);
  const changes = useChanges('package', 'profile', 'policy', 'handoff');

  const askFor = useCallback(
    (before: number | null) => {
      const only = group === 'all' ? {} : { group };
      return ask(bridge().listEvents({ subject, search: search.trim(), ...only, before, limit: PAGE }));
    },
    [subject, search, group],
  );
  // Another question starts at the top.
  useEffect(() => setActive(0), [askFor]);
  // Asks again with every change of the desk.
  useEffect(() => {
    let late = false;
    const timer = setTimeout(() => {
      void askFor(null).then((answer) => {
        if (!answer || late) return;
        setEvents(answer.value);
        setMore(answer.value.length === PAGE);
      });
    }, TYPING_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [askFor, changes]);

  const onRange = useCallback(
    (_from: number, to: number) => {
      const last = events?.at(-1);
      if (!events || !last || !more || loading.current || to < events.length - 20) return;
      loading.current = true;
      void askFor(last.seq).then((answer) => {
        loading.current = false;
        if (!answer) return;
        setMore(answer.value.length === PAGE);
        setEvents((known) => (known?.at(-1)?.seq === last.seq ? [...known, ...answer.value] : known));
      });
    },
    [events, more, askFor],
  );

  return (
    <div className={styles.events}>
      <div className={styles.tools}>
        <Choice
          label={t('evidence.group')}
          value={group}
          onChange={setGroup}
          options={(['all', ...EVENT_GROUPS] as const).map((id) => ({ id, label: t(`evidence.groups.${id}`) }))}
        />
        <div className={styles.search}>
          <Search label={t('evidence.search')} value={search} onChange={setSearch} />
        </div>
        {subject ? (
          <Button size="small" icon={<X size={13} />} onPress={() => setSubject(null)}>
            {t('evidence.only', { digest: shortDigest(subject) })}
          </Button>
        ) : null}
      </div>
      {events !== null && events.length === 0 ? (
        <Empty
          title={t('evidence.none')}
          actions={
            search !== '' || group !== 'all' ? (
              <Button
                onPress={() => {
                  setSearch('');
                  setGroup('all');
                }}
              >
                {t('evidence.showAll')}
              </Button>
            ) : null
          }
        >
          <p>{t('evidence.noneMore')}</p>
        </Empty>
      ) : (
        <VirtualList
          role="grid"
          label={t('evidence.events')}
          count={events?.length ?? 0}
          more={more}
          rowHeight={ROW_HEIGHT}
          active={active}
          onActive={setActive}
          onRange={onRange}
          onRowKey={(event, index) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            setOpened(events?.[index] ?? null);
          }}
          renderRow={(index, props) => {
            const event = events?.[index];
            if (!event) return null;
            return (
              <GridRow
                key={event.seq}
                index={index}
                props={props}
                className={styles.row}
                onOpen={() => setOpened(event)}
              >
                <Cell className={styles.seq}>{text.number(event.seq)}</Cell>
                <Cell className={styles.what}>
                  <span className={styles.kind}>{t(`event.${event.kind}`)}</span>{' '}
                  <span className={styles.facts}>
                    <Foreign>
                      {eventFacts(event.data)
                        .map((fact) => factText(fact, text))
                        .join(' · ')}
                    </Foreign>
                  </span>
                </Cell>
                <Cell className={styles.about}>{event.subject ? <code>{shortDigest(event.subject)}</code> : null}</Cell>
                <Cell className={styles.actor}>
                  <Actor>{event.actor}</Actor>
                </Cell>
                <Cell className={styles.when}>
                  <Ago utc={event.utc} />
                </Cell>
              </GridRow>
            );
          }}
        />
      )}
      <EventSheet event={opened} onClose={() => setOpened(null)} />
    </div>
  );
}

/** A token or number that has no words yet is shown as it stands. */
function factText(fact: Fact, { t, has }: Text): string {
  if (typeof fact === 'string') return fact;
  return has(fact.key) ? t(fact.key, { n: fact.value }) : String(fact.value);
}

function EventSheet({ event, onClose }: { readonly event: EventRecord | null; readonly onClose: () => void }) {
  const text = useText();
  const { t } = text;
  const subject = event?.subject ?? null;
  return (
    <Sheet
      title={event ? t('evidence.eventTitle', { seq: event.seq, what: t(`event.${event.kind}`) }) : ''}
      isOpen={event !== null}
      onClose={onClose}
      actions={
        <>
          {isArchive(subject) ? (
            <Button
              onPress={() => {
                onClose();
                go({ at: 'package', archive: subject });
              }}
            >
              {t('evidence.openPackage')}
            </Button>
          ) : null}
          <Button onPress={onClose}>{t('act.close')}</Button>
        </>
      }
    >
      {event ? (
        <dl className={styles.detail}>
          <dt>{t('evidence.when')}</dt>
          <dd>{text.utc(event.utc)}</dd>
          <dt>{t('evidence.who')}</dt>
          <dd>
            <Actor>{event.actor}</Actor>
          </dd>
          <dt>{t('evidence.hash')}</dt>
          <dd>
            <Digest value={event.hash} />
          </dd>
          <dt>{t('evidence.previous')}</dt>
          <dd>
            <Digest value={event.previousHash} />
          </dd>
          <dt>{t('evidence.data')}</dt>
          <dd>
            <pre className={styles.data}>{JSON.stringify(event.data, null, 2).replace(/[^\n]+/g, showable)}</pre>
          </dd>
        </dl>
      ) : null}
    </Sheet>
  );
}
