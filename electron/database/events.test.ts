import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { EventGroup } from '../../shared/models.ts';
import { newLayout, removeLayouts, steppingClock } from '../durability/sample.ts';
import { type Files, systemFiles } from '../files.ts';
import { appendEvent, listEvents, verifyChain } from './events.ts';
import { type DeskDatabase, openDatabase } from './open.ts';

afterAll(removeLayouts);

function deskWith(events: number): DeskDatabase {
  const db = openDatabase(newLayout(), { clock: steppingClock() });
  for (let index = 2; index <= events; index += 1) add(db, { index });
  return db;
}

function add(db: DeskDatabase, data: Readonly<Record<string, unknown>>) {
  return db.transaction(() =>
    appendEvent(db, { kind: 'file.viewed', actor: 'ada (test)', subject: 'f'.repeat(64), data, utc: db.clock.now() }),
  );
}

/** Whoever has the file can take the triggers away. */
function tamper(db: DeskDatabase, sql: string): void {
  db.sql.exec(`DROP TRIGGER IF EXISTS events_never_change; DROP TRIGGER IF EXISTS events_never_go;
    DROP TRIGGER IF EXISTS events_append_only; ${sql}`);
}

test('the hash is SHA-256 over the RFC 8785 form, as another program makes it', () => {
  const db = deskWith(1);
  const event = add(db, { b: 1, a: ['ü', true, null], ä: { z: 1.5, y: 'tab\t' } });
  const script = `
import sys, json, hashlib
e = json.load(sys.stdin)
e.pop('hash')
print(hashlib.sha256(json.dumps(e, sort_keys=True, separators=(',', ':'), ensure_ascii=False).encode()).hexdigest())`;
  const told = execFileSync('python3', ['-c', script], { input: JSON.stringify(event) });
  expect(told.toString().trim()).toBe(event.hash);
  expect(listEvents(db, { subject: null, search: '', before: null, limit: 1 })).toEqual([event]);
  const [first] = listEvents(db, { subject: null, search: '', before: 2, limit: 9 });
  expect(first?.previousHash).toBe('0000000000000000000000000000000000000000000000000000000000000000');
  expect(event.previousHash).toBe(first?.hash);
});

test('of several events of one transaction the file outside names the newest, and is written once', () => {
  const written: string[] = [];
  const files: Files = {
    ...systemFiles,
    replace(path, bytes) {
      written.push(String(bytes));
      systemFiles.replace(path, bytes);
    },
  };
  const db = openDatabase(newLayout(), { clock: steppingClock(), files });
  written.length = 0;
  db.transaction(() => {
    add(db, { index: 2 });
    add(db, { index: 3 });
  });
  const [newest] = listEvents(db, { subject: null, search: '', before: null, limit: 1 });
  expect(written).toEqual([`3 ${newest?.hash}\n`]);
});

test('an event lives and dies with its change, and only there', () => {
  const db = deskWith(3);
  expect(() => appendEvent(db, { kind: 'file.viewed', actor: 'a', subject: null, data: {}, utc: 'u' })).toThrow(
    TypeError,
  );
  const head = readFileSync(db.layout.eventsHead, 'utf8');
  expect(() =>
    db.transaction(() => {
      appendEvent(db, { kind: 'file.viewed', actor: 'a', subject: null, data: {}, utc: 'u' });
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(readFileSync(db.layout.eventsHead, 'utf8')).toBe(head);
  expect(verifyChain(db)).toMatchObject({ holds: true, events: 3, broken: null });
  for (const sql of [
    'UPDATE events SET actor = 1',
    'DELETE FROM events',
    `INSERT INTO events VALUES (9,'','','',NULL,'','','x')`,
  ]) {
    expect(() => db.sql.exec(sql)).toThrow(/events/);
  }
});

test.each([
  ['a changed actor', `UPDATE events SET actor = 'eve' WHERE seq = 4`, 4, 'changed'],
  ['a changed time', `UPDATE events SET utc = '2030-01-01T00:00:00.000Z' WHERE seq = 4`, 4, 'changed'],
  ['a changed kind', `UPDATE events SET kind = 'file.decided' WHERE seq = 2`, 2, 'changed'],
  ['a changed subject', 'UPDATE events SET subject = NULL WHERE seq = 4', 4, 'changed'],
  ['changed data', `UPDATE events SET data = '{"index":5}' WHERE seq = 4`, 4, 'changed'],
  ['data that is no JSON', `UPDATE events SET data = 'x' WHERE seq = 4`, 4, 'changed'],
  ['a changed hash', `UPDATE events SET hash = 'ab' WHERE seq = 4`, 4, 'changed'],
  ['a changed first event', `UPDATE events SET actor = 'eve' WHERE seq = 1`, 1, 'changed'],
  ['a changed last event', `UPDATE events SET actor = 'eve' WHERE seq = 8`, 8, 'changed'],
  ['an event taken out', 'DELETE FROM events WHERE seq = 4', 4, 'missing'],
  ['the first event taken out', 'DELETE FROM events WHERE seq = 1', 1, 'missing'],
  [
    'one taken out and the rest moved up',
    'DELETE FROM events WHERE seq = 4; UPDATE events SET seq = seq - 1 WHERE seq > 4',
    4,
    'missing',
  ],
  [
    'two that changed places',
    'UPDATE events SET seq = 99 WHERE seq = 4; UPDATE events SET seq = 4 WHERE seq = 6; UPDATE events SET seq = 6 WHERE seq = 99',
    4,
    'reordered',
  ],
  ['the newest taken away', 'DELETE FROM events WHERE seq > 6', 7, 'truncated'],
  ['all taken away', 'DELETE FROM events', 1, 'truncated'],
  ['the newest and the head taken away', `DELETE FROM events WHERE seq > 6; DELETE FROM settings`, 7, 'truncated'],
] as const)('%s is found and located', (_name, sql, seq, reason) => {
  const db = deskWith(8);
  expect(verifyChain(db).holds).toBe(true);
  tamper(db, sql);
  expect(verifyChain(db)).toMatchObject({ holds: false, broken: { seq, reason } });
});

test('cut with its head moved back: the file outside tells', () => {
  const db = deskWith(8);
  const sixth = db.sql.prepare('SELECT hash FROM events WHERE seq = 6').pluck().get();
  tamper(db, `DELETE FROM events WHERE seq > 6; UPDATE settings SET value = '6 ${sixth}' WHERE name = 'chain.head'`);
  expect(verifyChain(db).broken).toEqual({ seq: 7, reason: 'truncated' });
  writeFileSync(db.layout.eventsHead, '');
  expect(verifyChain(db).holds).toBe(true);
});

test('a log written anew from some event on: the file outside tells', () => {
  const db = deskWith(8);
  const witness = readFileSync(db.layout.eventsHead, 'utf8');
  const fifth = db.sql.prepare('SELECT hash FROM events WHERE seq = 5').pluck().get();
  tamper(db, `DELETE FROM events WHERE seq > 5; UPDATE settings SET value = '5 ${fifth}' WHERE name = 'chain.head'`);
  for (let index = 6; index <= 9; index += 1) add(db, { index, other: true });
  writeFileSync(db.layout.eventsHead, witness);
  expect(verifyChain(db).broken).toEqual({ seq: 8, reason: 'changed' });
});

test('from the checkpoint on: new breaks are found, and so are gaps before it', () => {
  const db = deskWith(8);
  expect(verifyChain(db)).toMatchObject({ holds: true, events: 8 });
  add(db, { index: 9 });
  add(db, { index: 10 });
  tamper(db, `UPDATE events SET actor = 'eve' WHERE seq = 10`);
  expect(verifyChain(db, { from: 'checkpoint' }).broken).toEqual({ seq: 10, reason: 'changed' });

  const other = deskWith(8);
  verifyChain(other);
  tamper(other, `UPDATE events SET actor = 'eve' WHERE seq = 3`);
  // The price of beginning in the middle; the whole proof and the doctor find it.
  expect(verifyChain(other, { from: 'checkpoint' }).holds).toBe(true);
  expect(verifyChain(other).broken).toEqual({ seq: 3, reason: 'changed' });

  const gap = deskWith(8);
  verifyChain(gap);
  tamper(gap, 'DELETE FROM events WHERE seq = 3');
  expect(verifyChain(gap, { from: 'checkpoint' }).broken).toEqual({ seq: 3, reason: 'missing' });
});

test('any change of any row is found at that row', () => {
  const db = deskWith(12);
  const columns = ['utc', 'kind', 'actor', 'subject', 'data', 'previous_hash', 'hash'] as const;
  tamper(db, '');
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.constantFrom(...columns),
      fc.string({ unit: 'binary' }),
      (seq, column, text) => {
        const before = db.sql.prepare(`SELECT ${column} FROM events WHERE seq = ?`).pluck().get(seq);
        const value = text.toWellFormed();
        // Spaces in JSON do not change what was said.
        fc.pre(value !== before && !(column === 'data' && value.trim().startsWith('{')));
        db.sql.prepare(`UPDATE events SET ${column} = ? WHERE seq = ?`).run(value, seq);
        const state = verifyChain(db);
        db.sql.prepare(`UPDATE events SET ${column} = ? WHERE seq = ?`).run(before, seq);
        return state.broken?.seq === seq;
      },
    ),
    { numRuns: 200 },
  );
  expect(verifyChain(db).holds).toBe(true);
});

test('lone surrogates, odd characters and search', () => {
  const db = deskWith(1);
  add(db, { name: 'x\ud800y', list: ['\udfff'], 'k\ud800': 1 });
  add(db, { name: '100%_sure!' });
  expect(verifyChain(db).holds).toBe(true);
  const find = (search: string): number[] =>
    listEvents(db, { subject: null, search, before: null, limit: 9 }).map(({ seq }) => seq);
  expect(find('x\ufffdy')).toEqual([2]);
  expect(find('100%_s')).toEqual([3]);
  expect(find('0%s')).toEqual([]);
  expect(find('sure!')).toEqual([3]);
  expect(find('ADA')).toEqual([3, 2]);
  expect(listEvents(db, { subject: 'f'.repeat(64), search: '', before: 3, limit: 9 }).map(({ seq }) => seq)).toEqual([
    2,
  ]);
});

test('events of one group only', () => {
  const db = deskWith(0);
  const kinds = [
    'package.received',
    'file.decided',
    'profile.loaded',
    'finding.acknowledged',
    'desk.backed-up',
  ] as const;
  for (const kind of kinds) {
    db.transaction(() => appendEvent(db, { kind, actor: 'ada', subject: null, data: {}, utc: db.clock.now() }));
  }
  const only = (group: EventGroup): string[] =>
    listEvents(db, { subject: null, search: '', group, before: null, limit: 9 }).map(({ kind }) => kind);
  expect(only('review')).toEqual(['finding.acknowledged', 'file.decided']);
  expect(only('profile')).toEqual(['profile.loaded']);
  expect(only('handoff')).toEqual([]);
  expect(only('desk')).toEqual(['desk.backed-up', 'desk.created']);
});
