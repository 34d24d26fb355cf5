import { afterAll, expect, test } from 'vitest';
import type { QueueQuery } from '../../shared/contract.ts';
import { PACKAGE_STATES, type PackageState } from '../../shared/models.ts';
import { type DeskDatabase, openDatabase } from '../database/open.ts';
import { newLayout, removeLayouts } from '../durability/sample.ts';
import { ProblemError } from '../problem.ts';
import { findByPrefix, getSummary, listQueue, setState, touch } from './packages.ts';
import { foldForSearch } from './queue.ts';
import { mayFollow } from './states.ts';

afterAll(removeLayouts);

const ALL: QueueQuery = { states: [], search: '', sort: 'received', offset: 0, limit: 100 };

interface Row {
  readonly archive: string;
  readonly state?: PackageState;
  readonly title?: string | null;
  readonly issuer?: string | null;
  readonly received?: string;
  readonly fileName?: string;
}

function insert(
  db: DeskDatabase,
  { archive, state = 'in_review', title = null, issuer = null, received = '2031', fileName = 'x.uaix' }: Row,
): string {
  const digest = archive.padEnd(64, '0');
  db.prepared<(string | null)[]>(
    `INSERT INTO packages (archive_sha256, state, file_name, size_bytes, received_utc, title, issuer, search_text)
     VALUES (?, ?, ?, 1, ?, ?, ?, ?)`,
  ).run(digest, state, fileName, received, title, issuer, foldForSearch([title, fileName, issuer].join('\n')));
  return digest;
}

function code(work: () => unknown): unknown {
  try {
    work();
    return null;
  } catch (thrown) {
    if (thrown instanceof ProblemError) return [thrown.problem.code, thrown.problem.values];
    throw thrown;
  }
}

test('orders, pages, states and counts of the queue', () => {
  const db = openDatabase(newLayout());
  insert(db, { archive: 'a', title: 'banana', issuer: 'Zoe', received: '2031-01-01', state: 'loaded' });
  insert(db, { archive: 'b', title: 'Apple', issuer: null, received: '2031-01-03', state: 'no_op' });
  insert(db, { archive: 'c', title: null, fileName: 'cherry.uaix', issuer: 'abe', received: '2031-01-02' });
  insert(db, { archive: 'd', title: 'apple', issuer: 'Bob', received: '2031-01-03', state: 'failed' });
  const order = (query: Partial<QueueQuery>): string =>
    listQueue(db, { ...ALL, ...query })
      .rows.map(({ archiveSha256 }) => archiveSha256[0])
      .join('');
  expect(order({})).toBe('bdca');
  expect(order({ sort: 'title' })).toBe('bdac');
  expect(order({ sort: 'issuer' })).toBe('bcda');
  expect(order({ sort: 'state' })).toBe('cdba');
  expect(order({ offset: 1, limit: 2 })).toBe('dc');
  expect(order({ states: ['no_op', 'loaded', 'no_op'] })).toBe('ba');
  const page = listQueue(db, { ...ALL, states: ['failed', 'in_review'], limit: 1 });
  expect(page.total).toBe(2);
  expect(page.byState).toEqual({ loaded: 1, no_op: 1, in_review: 1, failed: 1 });
  expect(listQueue(db, { ...ALL, search: 'apple' })).toMatchObject({ total: 2, byState: { loaded: 1 } });
});

test('the search folds case, needs every word, and takes its signs literally', () => {
  const db = openDatabase(newLayout());
  insert(db, { archive: 'a', title: 'Мария Ürdün', issuer: 'Lamp Room' });
  insert(db, { archive: 'b', title: '100% sure_thing', issuer: '灯室' });
  const find = (search: string): string =>
    listQueue(db, { ...ALL, search })
      .rows.map(({ archiveSha256 }) => archiveSha256[0])
      .join('');
  expect(find('МАРИЯ')).toBe('a');
  expect(find('room ürd')).toBe('a');
  expect(find('room sure')).toBe('');
  expect(find('0%')).toBe('b');
  expect(find('_t')).toBe('b');
  expect(find('u_s')).toBe('');
  expect(find('灯')).toBe('b');
  expect(find('ＬＡＭＰ')).toBe('a');
  expect(find("' OR 1=1 --")).toBe('');
});

test('each order walks an index instead of sorting', () => {
  const db = openDatabase(newLayout());
  for (const sort of ['received', 'title', 'issuer', 'state'] as const) {
    const seen: string[] = [];
    const prepare = db.sql.prepare.bind(db.sql);
    db.sql.prepare = ((text: string) => {
      if (text.includes('ORDER BY') && text.includes('@limit')) seen.push(text);
      return prepare(text);
    }) as typeof db.sql.prepare;
    listQueue(db, { ...ALL, sort });
    db.sql.prepare = prepare;
    const plan = (prepare(`EXPLAIN QUERY PLAN ${seen[0]}`).all({ limit: 1, offset: 0 }) as { detail: string }[])
      .map(({ detail }) => detail)
      .filter((detail) => !/\b[gr]\b|SUBQUERY/.test(detail));
    expect(plan.filter((detail) => detail.includes('USE TEMP B-TREE')).length, sort).toBeLessThanOrEqual(1);
    expect(plan[0], sort).toMatch(/^SCAN p USING INDEX packages_by_/);
  }
});

test('a prefix names one package, or says why not', () => {
  const db = openDatabase(newLayout());
  const first = insert(db, { archive: 'abcd1' });
  insert(db, { archive: 'abcd2' });
  insert(db, { archive: 'abcd3' });
  expect(findByPrefix(db, 'ABCD1')).toBe(first);
  expect(findByPrefix(db, first)).toBe(first);
  expect(code(() => findByPrefix(db, 'abcd'))).toEqual(['ambiguous', { what: 'abcd', number: 3 }]);
  expect(code(() => findByPrefix(db, 'abce'))).toEqual(['not-found', { what: 'abce' }]);
  for (const bad of ['abc', '', 'abcg', 'abcd%', `${first}0`]) {
    expect(code(() => findByPrefix(db, bad))).toMatchObject(['bad-request', { what: bad }]);
  }
});

test('a change begins with the version that was seen', () => {
  const db = openDatabase(newLayout());
  const archive = insert(db, { archive: 'abcd' });
  expect(touch(db, archive, 1)).toBe(2);
  expect(code(() => touch(db, archive, 1))).toEqual(['changed-meanwhile', { what: archive, expected: 1, version: 2 }]);
  expect(code(() => touch(db, 'f'.repeat(64), 1))).toEqual(['not-found', { what: 'f'.repeat(64) }]);
});

test('states follow each other as the path of a package says', () => {
  const allowed = PACKAGE_STATES.flatMap((from) =>
    PACKAGE_STATES.filter((to) => mayFollow(from, to)).map((to) => `${from}>${to}`),
  );
  expect(allowed.sort()).toEqual(
    [
      'receiving>no_op',
      'receiving>in_review',
      'receiving>failed',
      'no_op>no_op',
      'no_op>in_review',
      'no_op>purged',
      'in_review>in_review',
      'in_review>no_op',
      'in_review>loaded',
      'in_review>rejected',
      'in_review>purged',
      'loaded>loaded',
      'loaded>in_review',
      'loaded>purged',
      'rejected>in_review',
      'rejected>purged',
      'failed>failed',
      'failed>no_op',
      'failed>in_review',
      'failed>purged',
      'purged>no_op',
      'purged>in_review',
      'purged>failed',
    ].sort(),
  );
  const db = openDatabase(newLayout());
  const archive = insert(db, { archive: 'abcd', state: 'no_op' });
  expect(code(() => setState(db, archive, 'loaded'))).toEqual([
    'not-allowed-in-state',
    { what: archive, state: 'no_op', to: 'loaded' },
  ]);
  const other = insert(db, { archive: 'abce' });
  setState(db, other, 'rejected', { note: 'no', by: 'ada', utc: '2031' });
  expect(getSummary(db, other).state).toBe('rejected');
  expect(db.sql.prepare('SELECT ended_note, ended_by FROM packages WHERE archive_sha256 = ?').raw().get(other)).toEqual(
    ['no', 'ada'],
  );
  expect(listQueue(db, ALL).byState).toEqual({ no_op: 1, rejected: 1 });
});

test('where a package is loaded: the current generation of a profile that is there', () => {
  const db = openDatabase(newLayout());
  const archive = insert(db, { archive: 'abcd', state: 'loaded' });
  db.sql.exec(`INSERT INTO profiles VALUES ('1111111111111111',1,'p','i','t','TT',0,2,'2031',NULL), ('2222222222222222',1,'q','i','t','TT',0,1,'2031','2032');
    INSERT INTO generations VALUES ('1111111111111111',1,'${archive}','','2031-01-01','a',1,'','',0),
      ('1111111111111111',2,'${archive}','','2031-01-02','a',1,'','',0), ('1111111111111111',3,'${archive}','','2031-01-03','a',1,'','',0),
      ('2222222222222222',1,'${archive}','','2031-02-01','a',1,'','',0)`);
  expect(getSummary(db, archive).loadedAs).toEqual({ profileKey: '1111111111111111', generation: 2 });
  db.sql.exec(`UPDATE profiles SET removed_utc = '2032'`);
  expect(getSummary(db, archive).loadedAs).toBeNull();
});
