import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addPackage, eventsOf, makeDesk, refusal, type TestDesk } from '../profiles/testing.ts';
import { getSummary } from '../quarantine/packages.ts';
import { readReview } from '../review/acts.ts';
import { undoNewest } from '../review/decide.ts';
import { acceptancesOf, acceptClause } from './acceptance.ts';
import { effectivePolicy } from './default.ts';
import { evaluate } from './evaluate.ts';
import { acceptableInput } from './testing.ts';

const basis = { packSha256: 'c'.repeat(64), policySha256: 'd'.repeat(64) };
let desk: TestDesk;
let archive: string;
beforeEach(async () => {
  desk = makeDesk();
  archive = await addPackage(desk);
});
afterEach(() => desk.close());

const version = () => getSummary(desk.db, archive).version;
const given = (under = basis) => acceptancesOf(readReview(desk.db, archive, under).acknowledgements);
const accept = (note: string | null) =>
  acceptClause({ ...desk, basis }, { archive, version: version(), clause: 'issuer', note });

/** What the issuer clause says under an allow list that does not have the issuer. */
function issuerReason(acceptances = given()): string | undefined {
  const policy = effectivePolicy({ issuers: { mode: 'allow-list' } });
  return evaluate(acceptableInput({ policy, acceptances })).clauses.find((clause) => clause.id === 'issuer')?.reason;
}

test('an issuer is accepted once: for this package, under this policy, and logged as such', async () => {
  expect(issuerReason()).toBe('issuer.not-listed');
  accept(' met at the fair ');
  expect(given().issuer).toMatchObject({ note: 'met at the fair', by: 'ada (window)', stale: false });
  expect(issuerReason()).toBe('issuer.accepted-once');
  expect(eventsOf(desk.db, 'finding.acknowledged')).toEqual([
    {
      kind: 'finding.acknowledged',
      subject: archive,
      data: { clause: 'issuer', once: true, note: 'met at the fair', issuer: 'Lamp Room', ...basis },
    },
  ]);
  expect(issuerReason(given({ ...basis, policySha256: 'e'.repeat(64) }))).toBe('issuer.stale');

  const other = await addPackage(desk, { files: { '.uai/totem.uai': 'other' } });
  expect(acceptancesOf(readReview(desk.db, other, basis).acknowledgements)).toEqual({});
});

describe('it can be taken back', () => {
  test('by itself', () => {
    accept('yes');
    accept(null);
    expect(issuerReason()).toBe('issuer.not-listed');
    expect(eventsOf(desk.db, 'finding.acknowledgement-withdrawn')).toHaveLength(1);
  });
  test('by undo, like any act of review', () => {
    accept('yes');
    undoNewest({ ...desk, basis }, archive, version());
    expect(issuerReason()).toBe('issuer.not-listed');
  });
});

test('it needs a note, the version that was seen, and a package under review', async () => {
  expect((await refusal(() => accept('  '))).code).toBe('note-required');
  const old = { archive, version: 99, clause: 'issuer', note: 'x' } as const;
  expect((await refusal(() => acceptClause({ ...desk, basis }, old))).code).toBe('changed-meanwhile');
  desk.db.sql.prepare(`UPDATE packages SET state = 'no_op' WHERE archive_sha256 = ?`).run(archive);
  expect((await refusal(() => accept('x'))).code).toBe('not-allowed-in-state');
  expect(given()).toEqual({});
});
