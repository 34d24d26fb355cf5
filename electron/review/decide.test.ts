import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { finding } from '../../shared/findings.ts';
import type { FileChange } from '../../shared/models.ts';
import { verifyChain } from '../database/events.ts';
import { ProblemError } from '../problem.ts';
import { addPackage, eventsOf, makeDesk, sha256, type TestDesk } from '../profiles/testing.ts';
import { findingsOf, getSummary } from '../quarantine/packages.ts';
import { type ReviewBasis, readReview } from './acts.ts';
import { acknowledgeFindings, cleanRest, decideFiles, markViewed, type ReviewContext, undoNewest } from './decide.ts';

const BASIS: ReviewBasis = { packSha256: 'a'.repeat(64), policySha256: 'b'.repeat(64) };
const FINDINGS = [
  finding('content/persona', { path: '.uai/persona.uai' }, { obligation: 'voice' }),
  finding('manifest/alias', { path: 'docs/a/b.md' }, { alias: 'persona' }),
];

let desk: TestDesk;
let archive: string;
let context: ReviewContext;

beforeEach(async () => {
  desk = makeDesk();
  archive = await addPackage(desk, { findings: FINDINGS });
  context = { db: desk.db, clock: desk.clock, actor: 'ada (window)', basis: BASIS };
});
afterEach(() => desk.close());

const version = () => getSummary(desk.db, archive).version;
const review = (basis = BASIS) => readReview(desk.db, archive, basis);
const changes: ReadonlyMap<string, FileChange> = new Map([['.uai/totem.uai', 'unchanged']]);

function decide(paths: readonly string[], request: Partial<Parameters<typeof decideFiles>[1]> = {}): void {
  decideFiles(context, {
    archive,
    version: version(),
    paths,
    decision: 'approved',
    manner: 'single',
    note: null,
    changes,
    ...request,
  });
}

/** The code of the problem that `act` ends in. */
function problemOf(act: () => void): string {
  try {
    act();
  } catch (thrown) {
    if (thrown instanceof ProblemError) return thrown.problem.code;
    throw thrown;
  }
  return 'none';
}

describe('decisions', () => {
  it('are bound to content, rules and policy, and told to the log', () => {
    decide(['.uai/totem.uai'], { note: 'read twice' });
    expect(review().decisions.get('.uai/totem.uai')).toMatchObject({
      decision: 'approved',
      note: 'read twice',
      by: 'ada (window)',
      stale: false,
      manner: 'single',
    });
    expect(eventsOf(desk.db, 'file.decided')).toMatchObject([
      {
        subject: archive,
        data: {
          decision: 'approved',
          ...BASIS,
          // printf '# Totem\nWonder before answers.\n' | sha256sum
          files: [
            { path: '.uai/totem.uai', sha256: '30cb72bdcd5233b0c738508224779efa2bb95104388fec7d6a0b1add0774acfb' },
          ],
        },
      },
    ]);
  });

  it('go stale under another policy and under other rules, and then do not count', () => {
    decide(['.uai/totem.uai']);
    expect(getSummary(desk.db, archive).filesDecided).toBe(1);
    expect(review({ ...BASIS, policySha256: 'c'.repeat(64) }).decisions.get('.uai/totem.uai')?.stale).toBe(true);
    expect(review({ ...BASIS, packSha256: 'c'.repeat(64) }).decisions.get('.uai/totem.uai')?.stale).toBe(true);
  });

  it('can be taken back and undone, and what was in force before is in force again', () => {
    decide(['.uai/totem.uai']);
    decide(['.uai/totem.uai'], { decision: 'rejected' });
    decide(['.uai/totem.uai'], { decision: null });
    expect(review().decisions.has('.uai/totem.uai')).toBe(false);
    undoNewest(context, archive, version());
    expect(review().decisions.get('.uai/totem.uai')?.decision).toBe('rejected');
    undoNewest(context, archive, version());
    expect(review().decisions.get('.uai/totem.uai')?.decision).toBe('approved');
    undoNewest(context, archive, version());
    expect(review().decisions.size).toBe(0);
    expect(problemOf(() => undoNewest(context, archive, version()))).toBe('nothing-to-undo');
  });

  it('undo takes back what one command did together, and nothing else', () => {
    decide(['.uai/totem.uai']);
    decide(['.uai/taboo.uai', '.uai/talisman.uai']);
    undoNewest(context, archive, version());
    expect([...review().decisions.keys()]).toEqual(['.uai/totem.uai']);
  });

  it('made together are rows in the order of the command, each with its own content, whatever its path is spelt with', async () => {
    const odd = ['b "quoted" \\ back.md', 'a \u{1F600} é.md', "it's [1,2]%_.md", 'null', '7'];
    archive = await addPackage(desk, { files: Object.fromEntries(odd.map((path) => [path, `text of ${path}`])) });
    const order = odd.toReversed();
    decide([...order, ...order]);
    const rows = desk.db.sql
      .prepare<[string], { target: string; file_sha256: string }>(
        'SELECT target, file_sha256 FROM review_acts WHERE archive_sha256 = ? ORDER BY act_id',
      )
      .all(archive);
    expect(rows).toEqual(order.map((target) => ({ target, file_sha256: sha256(`text of ${target}`) })));
    expect([...review().decisions.keys()]).toEqual(order);
    expect(review().undoable).toBe(1);
    expect(verifyChain(desk.db).holds).toBe(true);
  });

  it('refuse an older version, an unknown file, an empty list', () => {
    const seen = version();
    decide(['.uai/totem.uai']);
    expect(problemOf(() => decide(['.uai/taboo.uai'], { version: seen }))).toBe('changed-meanwhile');
    expect(problemOf(() => decide(['nowhere.md']))).toBe('not-found');
    expect(problemOf(() => decide([]))).toBe('bad-request');
    expect([...review().decisions.keys()]).toEqual(['.uai/totem.uai']);
  });

  it('approve the clean rest without anchors and without files that ask for something', () => {
    expect(cleanRest(desk.db, archive, BASIS)).toEqual([
      '.uai/manifest.uaix.json',
      '.uai/short-term-memory.uai',
      'docs/a/b.md',
    ]);
    expect(problemOf(() => decide(['.uai/totem.uai'], { manner: 'clean' }))).toBe('bad-request');
    expect(problemOf(() => decide(['.uai/persona.uai'], { manner: 'clean' }))).toBe('bad-request');
    decide(cleanRest(desk.db, archive, BASIS), { manner: 'clean' });
    expect(cleanRest(desk.db, archive, BASIS)).toEqual([]);
    expect(getSummary(desk.db, archive).filesDecided).toBe(3);
  });

  it('carry over only what is unchanged', () => {
    decide(['.uai/totem.uai'], { manner: 'carried' });
    expect(review().decisions.get('.uai/totem.uai')?.manner).toBe('carried');
    expect(problemOf(() => decide(['.uai/taboo.uai'], { manner: 'carried' }))).toBe('bad-request');
  });

  it('are closed once the package is rejected', () => {
    desk.db.sql.prepare(`UPDATE packages SET state = 'rejected'`).run();
    expect(problemOf(() => decide(['.uai/totem.uai']))).toBe('not-allowed-in-state');
    expect(eventsOf(desk.db, 'file.decided')).toEqual([]);
  });
});

describe('acknowledgements', () => {
  const ids = () => findingsOf(desk.db, archive).map((found) => found.id);
  const acknowledge = (note: string | null, which = ids().slice(0, 1)) =>
    acknowledgeFindings(context, { archive, version: version(), ids: which, note });

  it('need a note and count towards progress', () => {
    expect(getSummary(desk.db, archive)).toMatchObject({ acknowledged: 0, toAcknowledge: 1 });
    expect(problemOf(() => acknowledge('  '))).toBe('note-required');
    acknowledge('the voice is in the personality file');
    expect(getSummary(desk.db, archive)).toMatchObject({ acknowledged: 1, toAcknowledge: 1 });
    acknowledge(null);
    expect(getSummary(desk.db, archive)).toMatchObject({ acknowledged: 0, toAcknowledge: 1 });
    undoNewest(context, archive, version());
    expect(getSummary(desk.db, archive)).toMatchObject({ acknowledged: 1, toAcknowledge: 1 });
  });

  it('are for findings that ask for one', () => {
    expect(problemOf(() => acknowledge('fine', [ids()[1]!]))).toBe('bad-request');
    expect(problemOf(() => acknowledge('fine', ['0'.repeat(16)]))).toBe('not-found');
  });
});

describe('views', () => {
  it('are recorded once for the content that was on screen', () => {
    const [file] = desk.db.sql.prepare<[], { path: string; sha256: string }>(`SELECT path, sha256 FROM files`).all();
    markViewed(context, archive, file!.path, file!.sha256);
    markViewed(context, archive, file!.path, file!.sha256);
    expect(eventsOf(desk.db, 'file.viewed')).toHaveLength(1);
    expect(review().views.has(file!.path)).toBe(true);
    expect(problemOf(() => markViewed(context, archive, file!.path, 'f'.repeat(64)))).toBe('changed-meanwhile');
  });
});
