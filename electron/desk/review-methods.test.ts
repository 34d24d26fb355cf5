/** Acts of review through the desk: what they answer, put on what was known before, is what a fresh look gives. */
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskEvents } from '../../shared/contract.ts';
import { finding } from '../../shared/findings.ts';
import type { Answer, PackageDetail } from '../../shared/models.ts';
import { type ReviewChange, withChange } from '../../shared/review-change.ts';
import { appendEvent } from '../database/events.ts';
import { currentFormatPackId } from '../inspector/format-packs.ts';
import { addPackage, makeDesk, PERSONA_FILES, type TestDesk } from '../profiles/testing.ts';
import { inspectedOf } from '../quarantine/inspected.ts';
import { resourcesFolder } from '../resources.ts';
import type { DeskContext } from './desk-context.ts';
import { reviewMethods } from './review-methods.ts';
import { value } from './testing.ts';

const PATHS = Object.keys(PERSONA_FILES);
const FINDINGS = [
  finding('content/persona', { path: '.uai/persona.uai' }, { obligation: 'voice' }),
  finding('content/persona', { path: '.uai/persona.uai' }, { obligation: 'limits' }),
  finding('content/handoff', { path: 'docs/a/b.md' }, { obligation: 'next' }),
  finding('manifest/alias', { path: 'docs/a/b.md' }, { alias: 'persona' }),
];

let desk: TestDesk;
let archive: string;
let methods: ReturnType<typeof reviewMethods>;
let told: DeskEvents['changed'][];

beforeEach(async () => {
  desk = makeDesk();
  told = [];
  archive = await taken();
  methods = reviewMethods({
    ...desk,
    packId: currentFormatPackId(resourcesFolder()),
    resourcesFolder: resourcesFolder(),
    reading: { warm: () => {} },
    quiet: async () => {},
    recorder: null,
    emit: (_event: string, data: DeskEvents['changed']) => told.push(data),
  } as unknown as DeskContext);
});
afterEach(() => desk.close());

/** A package with the event of its inspection, as an import leaves it. */
async function taken(files = PERSONA_FILES): Promise<string> {
  const digest = await addPackage(desk, { files, findings: FINDINGS });
  inspectedAgain(digest);
  return digest;
}

function inspectedAgain(digest: string): void {
  const { db, actor, clock } = desk;
  db.transaction(() => {
    appendEvent(db, { kind: 'package.inspected', actor, subject: digest, data: {}, utc: clock.now() });
  });
}

const fresh = async (): Promise<PackageDetail> => value(await methods.getPackage({ archive }));
const approve = (version: number, paths: readonly string[]) =>
  methods.decideFiles({ archive, version, paths, decision: 'approved', manner: 'single', note: null });

type Act = (known: PackageDetail) => Promise<Answer<ReviewChange>>;

const somePaths = fc.subarray(PATHS, { minLength: 1 });
const note = fc.constantFrom('read', 'read twice', null);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ paths: somePaths, decision: fc.constantFrom('approved', 'rejected', null), note }).map(
    (args): Act =>
      ({ version }) =>
        methods.decideFiles({ archive, version, manner: 'single', ...args }),
  ),
  fc.record({ note, which: fc.subarray([0, 1, 2], { minLength: 1 }) }).map(
    ({ note: words, which }): Act =>
      ({ version, findings }) =>
        methods.acknowledgeFindings({
          archive,
          version,
          ids: which.map((at) => findings.filter(({ severity }) => severity === 'review')[at]?.id ?? ''),
          note: words,
        }),
  ),
  fc.constantFrom(...PATHS).map(
    (path): Act =>
      ({ files }) =>
        methods.markViewed({ archive, path, sha256: files.find((file) => file.path === path)?.sha256 ?? '' }),
  ),
  fc.constantFrom<Act>(
    ({ version }) => methods.undo({ archive, version }),
    ({ version }) => methods.acceptOnce({ archive, version, clause: 'issuer', note: 'known to us' }),
    ({ version }) => methods.rejectPackage({ archive, version, note: 'not ours' }),
    ({ version }) => methods.reopenPackage({ archive, version }),
  ),
);

describe('an act', () => {
  it('answers what changed: on top of what was known it is what a fresh look gives', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        let known = await fresh();
        for (const run of acts) {
          told = [];
          const answer = await run(known);
          if (answer.ok) {
            const changed = withChange(known, answer.value);
            expect(changed).not.toBeNull();
            known = changed ?? known;
            // Other windows are told the same; the one that knows it already is left as it is.
            expect(told).toEqual([{ what: 'package', key: archive, review: answer.value }]);
            expect(withChange(known, answer.value)).toEqual(known);
          } else {
            expect(told).toEqual([]);
          }
          expect(known).toEqual(await fresh());
        }
      }),
      { numRuns: 25 },
    );
  });

  it('on one file tells of that file only', async () => {
    const before = await fresh();
    const change = value(await approve(before.version, ['.uai/totem.uai']));
    expect(change.files.map(({ path }) => path)).toEqual(['.uai/totem.uai']);
    expect(change.findings).toEqual([]);
    const after = withChange(before, change);
    expect(after?.findings).toBe(before.findings);
    expect(after?.files.filter((file, at) => file !== before.files[at]).map(({ path }) => path)).toEqual([
      '.uai/totem.uai',
    ]);
  });

  it('leaves nothing damaged when the bytes are purged', async () => {
    const before = await fresh();
    const [file] = before.files;
    desk.db.files.remove(desk.db.layout.blob(archive, file?.sha256 ?? ''));
    const damaged = await fresh();
    expect(damaged.files.filter((each) => each.damaged)).toHaveLength(1);
    const rejected = value(await methods.rejectPackage({ archive, version: damaged.version, note: 'not ours' }));
    const purged = value(await methods.purgePackage({ archive, version: rejected.version }));
    const known = withChange(withChange(damaged, rejected) ?? damaged, purged);
    expect(known).toEqual(await fresh());
    expect(known?.files.filter((each) => each.damaged)).toEqual([]);
  });
});

describe('a change', () => {
  it('that does not follow on what is known asks for everything again', async () => {
    const first = await fresh();
    value(await approve(first.version, ['.uai/totem.uai']));
    const second = value(await approve(first.version + 1, ['.uai/taboo.uai']));
    expect(withChange(first, second)).toBeNull();
    const other = { ...second, archiveSha256: 'f'.repeat(64) };
    expect(withChange({ ...first, version: second.since }, other)).toBeNull();
  });

  it('that is older than what is known leaves it as it is', async () => {
    const first = await fresh();
    const change = value(await approve(first.version, ['.uai/totem.uai']));
    value(await approve(first.version + 1, ['.uai/totem.uai']));
    const now = await fresh();
    expect(withChange(now, change)).toBe(now);
  });

  it('under another policy asks for everything again', async () => {
    const first = await fresh();
    const change = value(await approve(first.version, ['.uai/totem.uai']));
    const evaluation = { ...change.evaluation, policySha256: 'e'.repeat(64) };
    expect(withChange(first, { ...change, evaluation })).toBeNull();
  });
});

describe('what the inspection found', () => {
  it('is read once, and again when the package was inspected again', async () => {
    const { db } = desk;
    const once = inspectedOf(db, archive);
    expect(inspectedOf(db, archive)).toBe(once);
    db.sql.prepare(`DELETE FROM findings WHERE archive_sha256 = ? AND path = 'docs/a/b.md'`).run(archive);
    inspectedAgain(archive);
    const again = inspectedOf(db, archive);
    expect(again.findings.map(({ rule }) => rule)).toEqual(['content/persona', 'content/persona']);
    expect([...again.troubled]).toEqual(['.uai/persona.uai']);
  });

  it('is not remembered from a transaction that is rolled back', () => {
    const { db } = desk;
    const before = inspectedOf(db, archive);
    expect(() =>
      db.transaction(() => {
        db.sql.prepare('DELETE FROM findings WHERE archive_sha256 = ?').run(archive);
        inspectedAgain(archive);
        expect(inspectedOf(db, archive).findings).toEqual([]);
        throw new RangeError('rolled back');
      }),
    ).toThrow(RangeError);
    expect(inspectedOf(db, archive).findings).toEqual(before.findings);
  });

  it('of packages looked at before is let go', async () => {
    const { db } = desk;
    const first = inspectedOf(db, archive);
    for (const text of ['one\n', 'two\n']) {
      inspectedOf(db, await taken({ ...PERSONA_FILES, 'docs/a/b.md': text }));
    }
    const again = inspectedOf(db, archive);
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });
});
