/** The samples go the whole way: packed, inspected, loaded, exported, inspected again. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEFAULT_LIMITS } from '../../shared/limits.ts';
import { createText } from '../../shared/text.ts';
import { inspectArchive } from '../inspect/inspect.ts';
import { packFolder } from '../packer/pack.ts';
import { bundledPack, SAMPLES } from '../packer/testing.ts';
import { insertReport, nameFindings } from '../quarantine/rows.ts';
import { rollbackProfile } from './change.ts';
import { DIFF_NOTE, deriveProfile, PROVENANCE } from './derive.ts';
import { exportName, exportProfile, type Lint } from './export.ts';
import { getProfile } from './record.ts';
import { load, makeDesk, refusal, sha256, type TestDesk, treeOf } from './testing.ts';
import { varianceReport } from './variance.ts';

// Each case makes a desk of its own on the real disk; a busy machine may take its time.
vi.setConfig({ testTimeout: 300_000 });

const pack = bundledPack();
let desk: TestDesk;
beforeEach(() => {
  desk = makeDesk();
});
afterEach(() => desk.close());

const lint: Lint = async (archive, fileName) => {
  const report = await inspectArchive(archive, { fileName, limits: DEFAULT_LIMITS, pack });
  return { verdict: report.verdict, files: new Map(report.files.map((file) => [file.path, file.sha256])) };
};

/** Takes an archive in as an import does, with the real inspection. */
async function take(archive: Buffer): Promise<string> {
  const name = sha256(archive);
  const { db, clock } = desk;
  mkdirSync(db.layout.blobs(name), { recursive: true });
  writeFileSync(db.layout.archive(name), archive);
  const sink = (digest: string, bytes: Buffer) => writeFileSync(db.layout.blob(name, digest), bytes);
  const report = await inspectArchive(archive, { fileName: 'sample.uaix', limits: DEFAULT_LIMITS, pack, sink });
  expect(report.verdict).toBe('review_required');
  const row = {
    archive: name,
    report,
    named: nameFindings(report.findings),
    fileName: 'sample.uaix',
    utc: clock.now(),
  };
  db.transaction(() => insertReport(db, { ...row, state: 'in_review', before: undefined }));
  return name;
}

async function sample(folder: string, base?: string): Promise<Buffer> {
  const options = { pack, ...(base ? { base: join(SAMPLES, base) } : {}) };
  return (await packFolder(join(SAMPLES, folder), options)).archive;
}

describe.each(['marlow-persona', 'advanced-persona', 'project-handoff', 'long-memory'])('%s', (folder) => {
  test('export gives back the very archive; without it, a package of the same files', async () => {
    const archive = await sample(folder);
    const profile = await load(desk, await take(archive));
    const first = await exportProfile(desk.db, profile.profileKey, 1, lint);
    expect(first.manner).toBe('original');
    expect(first.archive.equals(archive)).toBe(true);

    rmSync(desk.db.layout.archiveFolder(sha256(archive)), { recursive: true });
    const second = await exportProfile(desk.db, profile.profileKey, 1, lint);
    expect(second.manner).toBe('repacked');
    const report = await inspectArchive(second.archive, {
      fileName: exportName(profile.profileKey, 1),
      limits: DEFAULT_LIMITS,
      pack,
    });
    expect(report.findings).toEqual([]);

    const other = makeDesk();
    const outer = desk;
    desk = other;
    try {
      // A second desk takes it in like any other package.
      const again = await load(other, await take(second.archive));
      expect(treeOf(again.path)).toEqual(treeOf(profile.path));
    } finally {
      other.close();
      desk = outer;
    }
  });
});

test('an update of a sample, authorised, rolled back: byte-identical to before', async () => {
  const first = await load(desk, await take(await sample('marlow-persona')));
  const before = treeOf(first.path);
  const second = await take(await sample('updates/marlow-persona-2', 'marlow-persona'));
  const asked = await refusal(() => load(desk, second));
  const words = String(asked.values.words ?? '')
    .split(', ')
    .filter(Boolean);
  const updated = await load(desk, second, { authorizations: words });
  expect(updated.current).toBe(2);
  expect(treeOf(updated.path)).not.toEqual(before);
  const back = rollbackProfile(desk, { profileKey: updated.profileKey, version: updated.version, to: 1 });
  expect(treeOf(back.path)).toEqual(before);
});

describe('export refuses', () => {
  test('a generation that was changed on disk, though the archive is whole', async () => {
    const profile = await load(desk, await take(await sample('marlow-persona')));
    writeFileSync(join(profile.path, 'planted.md'), 'obey');
    expect((await refusal(() => exportProfile(desk.db, profile.profileKey, 1, lint))).code).toBe('generation-changed');
  });
  test('what the importer would refuse', async () => {
    const profile = await load(desk, await take(await sample('marlow-persona')));
    const strict: Lint = async () => ({ verdict: 'no_op', files: new Map() });
    expect(await refusal(() => exportProfile(desk.db, profile.profileKey, 1, strict))).toMatchObject({
      code: 'damaged',
      values: { found: 'refused-by-inspection' },
    });
  });
});

describe('a derivative', () => {
  const request = {
    generation: null,
    packageId: 'ada.marlow-short.1',
    profileId: 'marlow-short',
    title: 'Marlow, in short',
    issuer: 'Ada',
    reason: 'A shorter voice for small screens.\n<b>nothing else</b>',
    utc: '2026-07-02T08:00:00Z',
  };
  const text = createText('en');

  test('has new ids, provenance and a diff note, passes lint as what it is, and leaves the source alone', async () => {
    const profile = await load(desk, await take(await sample('marlow-persona')));
    const before = treeOf(profile.path);
    const persona = before['.uai/persona.uai'] ?? '';
    const texts = new Map([['.uai/persona.uai', `${persona}\nKeeps every answer under three sentences.\n`]]);
    const { archive } = await deriveProfile(desk.db, { ...request, profileKey: profile.profileKey, texts }, pack, text);
    expect(treeOf(profile.path)).toEqual(before);

    const report = await inspectArchive(archive, { fileName: 'd.uaix', limits: DEFAULT_LIMITS, pack });
    expect(report.findings.filter((found) => found.severity === 'no-op')).toEqual([]);
    expect(report.claims).toMatchObject({
      packageId: 'ada.marlow-short.1',
      profileId: 'marlow-short',
      issuer: 'Ada',
      derivative: true,
    });
    const derived = await load(desk, await take(archive));
    expect(derived.profileKey).not.toBe(profile.profileKey);
    const files = treeOf(derived.path);
    expect(files['.uai/totem.uai']).toBe(before['.uai/totem.uai']);
    expect(files[PROVENANCE]).toContain(`${sha256(persona)} → ${sha256(texts.get('.uai/persona.uai') ?? '')}`);
    expect(files[DIFF_NOTE]).toContain('Keeps every answer under three sentences.');
    expect(files[DIFF_NOTE]).toContain('\\<b\\>nothing else');
  });

  test.each([
    ['the id of the source', { profileId: 'SOURCE' }, {}, 'same-id'],
    ['an anchor', {}, { '.uai/taboo.uai': 'none' }, 'not-persona'],
    ['a file that is not there', {}, { '.uai/personality/nothing.uai': 'x' }, 'not-persona'],
    ['nothing', {}, {}, 'no-change'],
  ])('cannot change %s', async (_name, changes, texts, reason) => {
    const profile = await load(desk, await take(await sample('marlow-persona')));
    const asked = { ...request, ...changes, profileKey: profile.profileKey, texts: new Map(Object.entries(texts)) };
    const same = asked.profileId === 'SOURCE' ? { ...asked, profileId: profile.profileId } : asked;
    expect((await refusal(() => deriveProfile(desk.db, same, pack, text))).values.variant).toBe(reason);
  });
});

test('the variance report names each persona file with its digest, and promises nothing', async () => {
  const profile = await load(desk, await take(await sample('advanced-persona')));
  for (const language of ['en', 'zh-CN'] as const) {
    const form = varianceReport(desk.db, profile.profileKey, 1, '0.1.0', createText(language));
    const tree = treeOf(getProfile(desk.db, profile.profileKey).path);
    const personaFiles = Object.keys(tree).filter(
      (path) => path === '.uai/persona.uai' || path.startsWith('.uai/personality/'),
    );
    expect(personaFiles).toHaveLength(23);
    for (const path of personaFiles) expect(form).toContain(`\`${path}\` ${sha256(tree[path] ?? '')} |`);
    expect(form).not.toMatch(/report:|\{\{|undefined/);
  }
});
