/** Acts of review in the recorder thread: the real one, and one that dies in the middle. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DeskEvents } from '../../shared/contract.ts';
import { finding } from '../../shared/findings.ts';
import type { PackageDetail } from '../../shared/models.ts';
import { withChange } from '../../shared/review-change.ts';
import { appendEvent, verifyChain } from '../database/events.ts';
import { currentFormatPackId } from '../inspector/format-packs.ts';
import { addPackage, makeDesk, PERSONA_FILES, type TestDesk } from '../profiles/testing.ts';
import { inspectedOf } from '../quarantine/inspected.ts';
import { resourcesFolder } from '../resources.ts';
import type { DeskContext } from './desk-context.ts';
import { Recorder } from './recorder.ts';
import type { ReviewJob } from './review-acts.ts';
import { LARGE_PACKAGE, reviewMethods } from './review-methods.ts';
import { value } from './testing.ts';

const SHEETS = Array.from({ length: 60 }, (_, at) => `docs/sheet-${at}.md`);
const FILES = { ...PERSONA_FILES, ...Object.fromEntries(SHEETS.map((path) => [path, `# ${path}\n`])) };
const FINDINGS = SHEETS.flatMap((path) =>
  Array.from({ length: 10 }, (_, line) =>
    finding('content/persona', { path, line: line + 1 }, { obligation: `voice ${line}` }),
  ),
);

let desk: TestDesk;
let archive: string;
let recorder: Recorder;
let methods: ReturnType<typeof reviewMethods>;
let told: DeskEvents['changed'][];
/** Acts that were sent to the thread. */
let sent: ReviewJob[];

beforeEach(async () => {
  desk = makeDesk();
  told = [];
  sent = [];
  archive = await taken(FILES, FINDINGS);
  open();
});
afterEach(async () => {
  await recorder.close();
  desk.close();
});

async function taken(files: typeof PERSONA_FILES, findings: typeof FINDINGS): Promise<string> {
  const { db, actor, clock } = desk;
  const digest = await addPackage(desk, { files, findings });
  db.transaction(() => {
    appendEvent(db, { kind: 'package.inspected', actor, subject: digest, data: {}, utc: clock.now() });
  });
  return digest;
}

function open(entry?: string): void {
  const place = { resourcesFolder: resourcesFolder(), packId: currentFormatPackId(resourcesFolder()) };
  const here = (): never => {
    throw new RangeError('nothing is written in this thread');
  };
  recorder = new Recorder({
    ...place,
    dataFolder: desk.root,
    here: { advance: here, record: here, review: here },
    ...(entry === undefined ? {} : { entry }),
  });
  methods = reviewMethods({
    ...desk,
    ...place,
    reading: { warm: () => {} },
    quiet: () => recorder.quiet(),
    recorder: {
      review(job: ReviewJob) {
        sent.push(job);
        return recorder.review(job);
      },
    },
    emit: (_event: string, data: DeskEvents['changed']) => told.push(data),
  } as unknown as DeskContext);
}

const fresh = async (): Promise<PackageDetail> => value(await methods.getPackage({ archive }));
const approveAll = ({ version, files }: PackageDetail) =>
  methods.decideFiles({
    archive,
    version,
    paths: files.map(({ path }) => path),
    decision: 'approved',
    manner: 'single',
    note: null,
  });
const acknowledgeAll = ({ version, findings }: PackageDetail) =>
  methods.acknowledgeFindings({ archive, version, ids: findings.map(({ id }) => id), note: 'read' });

/** Events of the package and rows of acts, as another connection than the thread's sees them. */
function written() {
  const events = desk.db.sql
    .prepare<[string], { kind: string }>('SELECT kind FROM events WHERE subject = ? ORDER BY seq')
    .all(archive);
  const acts = desk.db.sql.prepare<[], number>('SELECT COUNT(*) FROM review_acts').pluck().get();
  return { events: events.map(({ kind }) => kind), acts };
}

describe('on a large package', () => {
  it('go to the thread, and answer what a fresh look gives', async () => {
    expect(FINDINGS.length).toBeGreaterThan(LARGE_PACKAGE);
    let known = await fresh();
    const acts = [
      acknowledgeAll,
      approveAll,
      ({ version }: PackageDetail) => methods.undo({ archive, version }),
      ({ version }: PackageDetail) => methods.rejectPackage({ archive, version, note: 'not ours' }),
      ({ version }: PackageDetail) => methods.reopenPackage({ archive, version }),
    ];
    for (const act of acts) {
      told = [];
      const change = value(await act(known));
      expect(told).toEqual([{ what: 'package', key: archive, review: change }]);
      known = withChange(known, change) ?? known;
      expect(known).toEqual(await fresh());
    }
    expect(known).toMatchObject({ acknowledged: 600, filesDecided: 0, undoable: 1 });
    expect(sent.map(({ act }) => act.name)).toEqual([
      'acknowledgeFindings',
      'decideFiles',
      'undo',
      'rejectPackage',
      'reopenPackage',
    ]);
    expect(written()).toEqual({
      events: [
        'package.inspected',
        'finding.acknowledged',
        'file.decided',
        'file.decision-withdrawn',
        'package.rejected',
        'package.reopened',
      ],
      acts: 600 + 67,
    });
    expect(verifyChain(desk.db)).toMatchObject({ holds: true, events: 7 });
  });

  it('carry what was seen of the disk when the package was opened', async () => {
    const [file] = (await fresh()).files;
    desk.db.files.remove(desk.db.layout.blob(archive, file?.sha256 ?? ''));
    const before = await fresh();
    const change = value(await acknowledgeAll(before));
    expect(sent[0]?.look).toEqual(new Set([file?.sha256]));
    expect(change.evaluation).toEqual((await fresh()).evaluation);
    expect(change.evaluation.clauses.find(({ id }) => id === 'files')?.values).toMatchObject({ damaged: 1 });
  });

  it('are refused as in this thread', async () => {
    const { version } = await fresh();
    const file = {
      archive,
      version,
      paths: ['nowhere.md'],
      decision: 'approved',
      manner: 'single',
      note: null,
    } as const;
    expect(await methods.decideFiles(file)).toEqual({
      ok: false,
      problem: { code: 'not-found', values: { what: 'nowhere.md' } },
    });
    expect(await methods.undo({ archive, version })).toMatchObject({ problem: { code: 'nothing-to-undo' } });
    expect(told).toEqual([]);
    expect(written()).toEqual({ events: ['package.inspected'], acts: 0 });
  });

  it('go one after the other: of two at once each has its own answer', async () => {
    const known = await fresh();
    const [first, second] = await Promise.all([acknowledgeAll(known), approveAll(known)]);
    expect(value(first)).toMatchObject({ since: known.version, acknowledged: 600, files: [] });
    expect(second).toMatchObject({ ok: false, problem: { code: 'changed-meanwhile' } });
    expect(written()).toEqual({ events: ['package.inspected', 'finding.acknowledged'], acts: 600 });
  });
});

it('on a small package they are done in this thread', async () => {
  archive = await taken(PERSONA_FILES, []);
  expect(value(await approveAll(await fresh()))).toMatchObject({ filesDecided: 7 });
  expect(sent).toEqual([]);
});

it('that a thread died of leave nothing half done, say so, and can be done again', async () => {
  const before = await fresh();
  const rows = inspectedOf(desk.db, archive);
  await recorder.close();
  open(dyingOnce());
  // All rows and the event are written when it dies, and not yet committed.
  expect(await acknowledgeAll(before)).toEqual({
    ok: false,
    problem: { code: 'interrupted', values: { variant: 'act' } },
  });
  expect(told).toEqual([{ what: 'package', key: archive }]);
  expect(written()).toEqual({ events: ['package.inspected'], acts: 0 });
  expect(await fresh()).toEqual(before);
  expect(inspectedOf(desk.db, archive)).toEqual(rows);
  expect(verifyChain(desk.db)).toMatchObject({ holds: true, events: 2 });

  expect(value(await acknowledgeAll(before))).toMatchObject({ acknowledged: 600 });
  expect(written()).toEqual({ events: ['package.inspected', 'finding.acknowledged'], acts: 600 });
});

/** The real thread, which ends the first time that something waits for a commit. */
function dyingOnce(): string {
  const died = join(desk.root, 'died');
  const path = join(desk.root, 'dying.mjs');
  const source = (file: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, file)).href);
  expect(existsSync(died)).toBe(false);
  writeFileSync(
    path,
    `import { existsSync, writeFileSync } from 'node:fs';
     import { DeskDatabase } from ${source('../database/open.ts')};
     if (!existsSync(${JSON.stringify(died)})) {
       DeskDatabase.prototype.afterCommit = () => {
         writeFileSync(${JSON.stringify(died)}, '');
         process.exit(1);
       };
     }
     await import(${source('recorder-thread.ts')});`,
  );
  return path;
}
