/** The findings: what was seen, why it matters, what to do, and the acknowledgement of those that ask for one. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { FindingRecord, PackageDetail } from '../../shared/models.ts';
import { RULES } from '../../shared/rules.ts';
import { acknowledge, goToFinding, usePackage } from '../state/package.ts';
import { Actor } from '../ui/actor.tsx';
import { Button } from '../ui/button.tsx';
import { Choice } from '../ui/choice.tsx';
import { cx } from '../ui/cx.ts';
import { Field } from '../ui/field.tsx';
import { Glyph } from '../ui/glyph.tsx';
import { Foreign, SayFinding } from '../ui/say.tsx';
import { Ago } from '../ui/small.tsx';
import { useText } from '../ui/text-context.tsx';
import styles from './findings.module.css';
import { findingsAt, findingsOfArchive, groupByRule, isOpen } from './findings-model.ts';

type Range = 'file' | 'archive' | 'all';
/** Cards drawn at once; a package may have thousands of findings. */
const PAGE = 60;

export function FindingsPane({ detail }: { readonly detail: PackageDetail }) {
  const { t } = useText();
  const path = usePackage((state) => state.path);
  const current = usePackage((state) => state.finding);
  const [range, setRange] = useState<Range>(path === null || detail.state === 'no_op' ? 'all' : 'file');
  const [shown, setShown] = useState(PAGE);
  const lists = useMemo(
    () => ({
      file: path === null ? [] : findingsAt(detail.findings, path),
      archive: findingsOfArchive(detail),
      all: detail.findings,
    }),
    [detail, path],
  );
  const list = lists[range];

  // The finding that the person goes to must be in view, whatever was shown before.
  // Only a new place changes the range.
  useEffect(() => {
    if (!current || list.some((finding) => finding.id === current)) return;
    const there = detail.findings.find((finding) => finding.id === current);
    if (there) setRange(lists.archive.includes(there) ? 'archive' : 'file');
  }, [current]);
  // Another list starts at its top.
  useEffect(() => setShown(PAGE), [range, path]);

  const groups = range === 'all' ? groupByRule(list) : null;
  return (
    <section className={styles.pane} aria-label={t('findings.label')}>
      <header className={styles.head}>
        <h2>{t('findings.title')}</h2>
        <Choice
          label={t('findings.range')}
          value={range}
          onChange={setRange}
          options={(['file', 'archive', 'all'] as const).map((id) => ({
            id,
            label: t(`findings.ranges.${id}`),
            count: lists[id].length,
          }))}
        />
      </header>
      <div className={styles.list}>
        {list.length === 0 ? <NoFindings range={range} /> : null}
        {groups
          ? groups
              .slice(0, shown)
              .map((group) =>
                group.findings.length === 1 && group.findings[0] ? (
                  <FindingCard key={group.findings[0].id} finding={group.findings[0]} detail={detail} withPath />
                ) : (
                  <GroupCard key={`${group.severity} ${group.rule}`} findings={group.findings} detail={detail} />
                ),
              )
          : list
              .slice(0, shown)
              .map((finding) => (
                <FindingCard key={finding.id} finding={finding} detail={detail} withPath={range !== 'file'} />
              ))}
        {(groups ?? list).length > shown ? (
          <Button onPress={() => setShown(shown + PAGE)}>
            {t('findings.more', { count: (groups ?? list).length - shown })}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function NoFindings({ range }: { readonly range: Range }) {
  const { t } = useText();
  return (
    <div className={styles.none}>
      <Glyph name="approved" size={20} />
      <p>{t(`findings.none.${range}`)}</p>
      <p className={styles.noneMore}>{t('findings.checked', { count: Object.keys(RULES).length })}</p>
    </div>
  );
}

interface CardProps {
  readonly finding: FindingRecord;
  readonly detail: PackageDetail;
  readonly withPath?: boolean;
}

function FindingCard({ finding, detail, withPath = false }: CardProps) {
  const { t } = useText();
  const isHere = usePackage((state) => state.finding === finding.id);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isHere) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  return (
    <article
      ref={card}
      className={cx(styles.card, styles[finding.severity], isHere && styles.here)}
      {...(isHere ? { 'aria-current': 'true' as const } : {})}
    >
      <h3 className={styles.title}>
        <Glyph name={finding.severity} label={t(`severity.${finding.severity}`)} />
        <span>
          <SayFinding finding={finding} part="title" />
        </span>
      </h3>
      <p>
        <SayFinding finding={finding} part="explanation" />
      </p>
      <p className={styles.todo}>
        <SayFinding finding={finding} part="todo" />
      </p>
      <Place finding={finding} detail={detail} withPath={withPath} />
      <Acknowledgement findings={[finding]} detail={detail} />
    </article>
  );
}

/** Many findings of one rule: the first in full, the places of all, one note for all. */
function GroupCard({
  findings,
  detail,
}: {
  readonly findings: readonly FindingRecord[];
  readonly detail: PackageDetail;
}) {
  const { t } = useText();
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState(PAGE);
  const first = findings[0];
  const isHere = usePackage((state) => findings.some((finding) => finding.id === state.finding));
  if (!first) return null;
  return (
    <article className={cx(styles.card, styles[first.severity], isHere && styles.here)}>
      <h3 className={styles.title}>
        <Glyph name={first.severity} label={t(`severity.${first.severity}`)} />
        <span>
          <SayFinding finding={first} part="title" />{' '}
          <span className={styles.times}>{t('findings.times', { count: findings.length })}</span>
        </span>
      </h3>
      <p className={styles.todo}>
        <SayFinding finding={first} part="todo" />
      </p>
      <Button kind="link" size="small" aria-expanded={open} onPress={() => setOpen(!open)}>
        {t(open ? 'findings.hidePlaces' : 'findings.showPlaces', { count: findings.length })}
      </Button>
      {open ? (
        <ul className={styles.places}>
          {findings.slice(0, shown).map((finding) => (
            <li key={finding.id}>
              <SayFinding finding={finding} part="explanation" />
              <Place finding={finding} detail={detail} withPath />
            </li>
          ))}
          {findings.length > shown ? (
            <li>
              <Button size="small" onPress={() => setShown(shown + PAGE)}>
                {t('findings.more', { count: findings.length - shown })}
              </Button>
            </li>
          ) : null}
        </ul>
      ) : null}
      <Acknowledgement findings={findings} detail={detail} />
    </article>
  );
}

/** Where: a press goes there. */
function Place({ finding, detail, withPath }: CardProps) {
  const { t } = useText();
  const there = finding.path !== undefined && detail.files.some((file) => file.path === finding.path);
  const words = [
    finding.line === undefined ? null : t('place.line', { line: finding.line }),
    finding.offset === undefined ? null : t('place.offset', { offset: finding.offset }),
  ].filter((word) => word !== null);
  return (
    <p className={styles.place}>
      {there && (withPath || finding.line !== undefined) ? (
        <Button kind="link" size="small" onPress={() => void goToFinding(finding)}>
          {withPath && finding.path ? <Foreign mono>{finding.path}</Foreign> : null} {words.join(' · ')}
        </Button>
      ) : (
        <>
          {withPath && finding.path !== undefined ? <Foreign mono>{finding.path}</Foreign> : null} {words.join(' · ')}
        </>
      )}
      {finding.pointer ? <Foreign mono>{finding.pointer}</Foreign> : null}
      <span className={styles.rule} title={t(`basis.${finding.basis}`)}>
        {finding.rule}
      </span>
    </p>
  );
}

/** The acknowledgement of findings of severity `review`: who said what, or the field to say it. */
function Acknowledgement({
  findings,
  detail,
}: {
  readonly findings: readonly FindingRecord[];
  readonly detail: PackageDetail;
}) {
  const { t } = useText();
  const busy = usePackage((state) => state.busy);
  const [writing, setWriting] = useState(false);
  const [note, setNote] = useState('');
  const open = findings.filter(isOpen);
  const said = findings.find((finding) => finding.acknowledgement)?.acknowledgement;
  const reviewable = detail.state === 'in_review';
  if (findings[0]?.severity !== 'review') return null;
  if (open.length === 0 && said) {
    return (
      <div className={styles.acknowledged}>
        <Glyph name="approved" size={14} />
        <span>
          {t('acknowledge.by')} <Actor>{said.by}</Actor> · <Ago utc={said.utc} />: “<Foreign>{said.note}</Foreign>”
        </span>
        {reviewable ? (
          <Button kind="link" size="small" isDisabled={busy} onPress={() => void acknowledge(findings, null)}>
            {t('act.takeBack')}
          </Button>
        ) : null}
      </div>
    );
  }
  if (!reviewable) return null;
  if (!writing) {
    return (
      <div className={styles.acts}>
        <Button size="small" onPress={() => setWriting(true)}>
          {findings.length === 1 ? t('acknowledge.start') : t('acknowledge.startMany', { count: open.length })}
        </Button>
        {said?.stale ? <span className={styles.stale}>{t('acknowledge.stale')}</span> : null}
      </div>
    );
  }
  const send = async () => {
    if (note.trim() === '') return;
    if (await acknowledge(open, note.trim())) {
      setWriting(false);
      setNote('');
    }
  };
  return (
    <form
      className={styles.form}
      data-holds-escape=""
      onKeyDown={(event) => event.key === 'Escape' && setWriting(false)}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <Field
        label={t('acknowledge.note')}
        help={t('acknowledge.help')}
        value={note}
        onChange={setNote}
        lines={2}
        autoFocus
      />
      <div className={styles.acts}>
        <Button size="small" onPress={() => setWriting(false)}>
          {t('act.cancel')}
        </Button>
        <Button size="small" kind="primary" type="submit" isDisabled={busy || note.trim() === ''}>
          {findings.length === 1 ? t('acknowledge.do') : t('acknowledge.doMany', { count: open.length })}
        </Button>
      </div>
    </form>
  );
}
