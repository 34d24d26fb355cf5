/** Places of a profile, and what is made of one, through the desk: real database, real folders. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '../../shared/models.ts';
import { packFolder } from '../packer/pack.ts';
import { bundledPack } from '../packer/testing.ts';
import { resourcesFolder } from '../resources.ts';
import type { LocalProfiles } from './local-profiles.ts';
import { type OpenDesk, openDesk } from './open-desk.ts';
import { value } from './testing.ts';

const SAMPLES = join(resourcesFolder(), 'samples');
const PERSONA = '.uai/persona.uai';

let folder: string;
let outside: string;
let opened: OpenDesk;
let profiles: LocalProfiles;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'uaix-places-'));
  outside = join(folder, 'outside');
  mkdirSync(outside);
  opened = await openDesk({
    dataFolder: join(folder, 'data'),
    resourcesFolder: resourcesFolder(),
    door: 'window',
    appVersion: '0.1.0',
    systemLanguage: 'en',
  });
  profiles = opened.local.profiles;
});
afterEach(async () => {
  await opened.close();
  rmSync(folder, { recursive: true, force: true });
});

function refusal(act: () => unknown): unknown {
  try {
    act();
  } catch (thrown) {
    return (thrown as { readonly problem?: unknown }).problem ?? thrown;
  }
  throw new Error('nothing was refused');
}

/** A sample, decided and loaded as a person would. */
async function loadSample(name: string, base?: string): Promise<Profile> {
  const packed = await packFolder(join(SAMPLES, name), {
    pack: bundledPack(),
    ...(base ? { base: join(SAMPLES, base) } : {}),
  });
  const file = join(folder, `${name.replaceAll('/', '-')}.uaix`);
  writeFileSync(file, packed.archive);
  const { desk, local } = opened;
  const [started] = value(await desk.importFiles({ paths: [file] }));
  const ended = await local.importEnd(started?.importId ?? '');
  expect(ended).toMatchObject({ stage: 'done', problem: null });
  const archive = ended.archiveSha256 ?? '';
  const detail = value(await desk.getPackage({ archive }));
  let { version } = detail;
  const ids = detail.findings.filter(({ severity }) => severity === 'review').map(({ id }) => id);
  if (ids.length > 0) version = value(await desk.acknowledgeFindings({ archive, version, ids, note: 'read' })).version;
  for (const { path } of detail.files) {
    const decided = { archive, version, paths: [path], decision: 'approved', manner: 'single', note: null } as const;
    version = value(await desk.decideFiles(decided)).version;
  }
  const plan = value(await desk.planLoad({ archive }));
  const authorizations = plan.anchors.map(({ authorization }) => authorization);
  return value(await desk.loadPackage({ archive, version: plan.version, authorizations, source: 'same' }));
}

const bothGenerations = async (): Promise<Profile> => {
  await loadSample('marlow-persona');
  return loadSample('updates/marlow-persona-2', 'marlow-persona');
};

describe('wiki folder', () => {
  it('is proposed below the documents, made when it is taken, and stays on disk when it is taken back', async () => {
    const { profileKey } = await loadSample('long-memory');
    expect(value(await opened.desk.profileFacts({ profileKey }))).toEqual({
      profileKey,
      wiki: null,
      mirror: null,
      longTermMemory: true,
      persona: false,
      derivative: false,
    });
    const told: string[] = [];
    opened.on((event, data) => {
      if (event === 'changed' && 'what' in data) told.push(`${data.what} ${data.key}`);
    });
    const offer = profiles.suggestWiki(outside, profileKey);
    expect(offer).toEqual({ folder: join(outside, 'UAIX', profileKey), sharedWith: [], problem: null });
    expect(existsSync(offer.folder)).toBe(false);
    expect(profiles.setPlace(profileKey, 'wiki', offer.folder, false).wiki).toEqual({
      folder: offer.folder,
      sharedWith: [],
    });
    expect(existsSync(offer.folder)).toBe(true);
    writeFileSync(join(offer.folder, 'note.md'), 'mine');
    expect(profiles.endPlace(profileKey, 'wiki').wiki).toBe(null);
    expect(readFileSync(join(offer.folder, 'note.md'), 'utf8')).toBe('mine');
    expect(told).toEqual([`profile ${profileKey}`, `profile ${profileKey}`]);
  });

  it('is offered for a profile that does not exist yet, and shared only by choice', async () => {
    const { profileKey } = await loadSample('long-memory');
    const wiki = join(outside, 'wiki');
    profiles.setPlace(profileKey, 'wiki', wiki, false);
    const other = await loadSample('marlow-persona');
    for (const key of ['0123456789abcdef', other.profileKey]) {
      expect(profiles.offerPlace(key, 'wiki', join(wiki, 'deeper')).sharedWith.map((each) => each.profileKey)).toEqual([
        profileKey,
      ]);
    }
    expect(refusal(() => profiles.setPlace(other.profileKey, 'wiki', wiki, false))).toMatchObject({
      code: 'authorization-missing',
      values: { variant: 'wiki' },
    });
    const shared = profiles.setPlace(other.profileKey, 'wiki', wiki, true);
    expect(shared.wiki?.sharedWith.map((each) => each.profileKey)).toEqual([profileKey]);
  });
});

describe('bad places', () => {
  it('in, around or beside the data folder, and what is no path, are refused for both', async () => {
    const { profileKey } = await loadSample('marlow-persona');
    const places: readonly [string, string][] = [
      [opened.dataFolder, 'inside-data-folder'],
      [join(opened.dataFolder, 'profiles', 'x'), 'inside-data-folder'],
      [folder, 'inside-data-folder'],
      ['wiki', 'folder'],
      [`${outside}/a\0b`, 'folder'],
    ];
    for (const what of ['wiki', 'mirror'] as const) {
      for (const [place, variant] of places) {
        const problem = { code: 'bad-request', values: { variant } };
        expect(profiles.offerPlace(profileKey, what, place)).toMatchObject({ problem, sharedWith: [] });
        expect(refusal(() => profiles.setPlace(profileKey, what, place, true))).toMatchObject(problem);
      }
    }
    expect(profiles.facts(profileKey)).toMatchObject({ wiki: null, mirror: null });
  });

  it('a file is no folder, and a folder below a file cannot be made; nothing is chosen then', async () => {
    const { profileKey } = await loadSample('marlow-persona');
    const file = join(outside, 'file');
    writeFileSync(file, 'text');
    expect(profiles.offerPlace(profileKey, 'wiki', file).problem?.values.variant).toBe('not-a-folder');
    expect(refusal(() => profiles.setPlace(profileKey, 'wiki', file, false))).toMatchObject({ code: 'bad-request' });
    expect(profiles.offerPlace(profileKey, 'mirror', file).problem?.values.variant).toBe('folder-not-empty');
    for (const what of ['wiki', 'mirror'] as const) {
      expect(refusal(() => profiles.setPlace(profileKey, what, join(file, 'below'), false))).toMatchObject({
        code: 'ENOTDIR',
      });
    }
    expect(readFileSync(file, 'utf8')).toBe('text');
    expect(profiles.facts(profileKey)).toMatchObject({ wiki: null, mirror: null });
  });

  it('a removed profile gets no place, and keeps the one it had', async () => {
    const profile = await loadSample('marlow-persona');
    const { profileKey, version } = profile;
    profiles.setPlace(profileKey, 'wiki', join(outside, 'wiki'), false);
    value(await opened.desk.removeProfile({ profileKey, version }));
    for (const what of ['wiki', 'mirror'] as const) {
      const problem = { code: 'not-allowed-in-state', values: { state: 'removed' } };
      expect(refusal(() => profiles.setPlace(profileKey, what, join(outside, 'new'), false))).toMatchObject(problem);
    }
    expect(existsSync(join(outside, 'new'))).toBe(false);
    expect(profiles.facts(profileKey).wiki?.folder).toBe(join(outside, 'wiki'));
    expect(await opened.desk.refreshMirror({ profileKey })).toMatchObject({ ok: false });
    expect(await opened.desk.derivativeSource({ profileKey })).toMatchObject({ ok: false });
    expect(await opened.desk.profileFacts({ profileKey: 'f'.repeat(16) })).toMatchObject({
      problem: { code: 'not-found' },
    });
  });
});

describe('mirror', () => {
  it('is in step until somebody takes it away, and again after a refresh', async () => {
    const { profileKey } = await loadSample('marlow-persona');
    const mirror = join(outside, 'mirror');
    expect(profiles.setPlace(profileKey, 'mirror', mirror, false).mirror).toMatchObject({
      inStep: true,
      generation: 1,
    });
    await loadSample('updates/marlow-persona-2', 'marlow-persona');
    expect(profiles.facts(profileKey).mirror).toMatchObject({ inStep: true, generation: 2 });
    rmSync(mirror, { recursive: true });
    expect(profiles.facts(profileKey).mirror?.inStep).toBe(false);
    expect(value(await opened.desk.refreshMirror({ profileKey })).mirror).toMatchObject({
      inStep: true,
      problem: null,
    });
    rmSync(mirror, { recursive: true });
    symlinkSync(join(outside, 'nowhere'), mirror);
    expect(value(await opened.desk.refreshMirror({ profileKey })).mirror).toMatchObject({
      inStep: false,
      problem: { code: 'bad-request' },
    });
    expect(profiles.endPlace(profileKey, 'mirror').mirror).toBe(null);
  });
});

describe('generations beside each other', () => {
  it('are compared file by file, and one file line by line', async () => {
    const { profileKey } = await bothGenerations();
    const changes = value(await opened.desk.compareGenerations({ profileKey, before: 1, after: 2 }));
    const notSame = changes.filter(({ change }) => change !== 'unchanged').map(({ path, change }) => [path, change]);
    expect(notSame).toEqual([
      ['.uai/manifest.uaix.json', 'changed'],
      ['.uai/short-term-memory.uai', 'changed'],
      ['.uai/taboo.uai', 'changed'],
    ]);
    expect(changes).toHaveLength(11);
    const path = '.uai/taboo.uai';
    const difference = value(await opened.desk.diffGenerations({ profileKey, before: 1, after: 2, path }));
    expect(difference).toMatchObject({ identical: false, beforeLabel: 'Marlow, geometry tutor 1' });
    expect(difference.before).not.toBe(difference.after);
    expect(value(await opened.desk.diffGenerations({ profileKey, before: 1, after: 2, path: PERSONA })).identical).toBe(
      true,
    );
  });

  it('a file that only one of them has, a path that neither has, and bytes that were changed on disk', async () => {
    const { profileKey, path: current } = await bothGenerations();
    const ask = (path: string, before = 1, after = 2) =>
      opened.desk.diffGenerations({ profileKey, before, after, path });
    expect(await ask('nowhere.md')).toMatchObject({ problem: { code: 'not-found' } });
    expect(await ask(PERSONA, 1, 9)).toMatchObject({ problem: { code: 'not-found' } });
    expect(await opened.desk.compareGenerations({ profileKey, before: 9, after: 1 })).toMatchObject({
      problem: { code: 'not-found' },
    });
    rmSync(join(current, '.uai/taboo.uai'));
    expect(await ask('.uai/taboo.uai')).toMatchObject({ problem: { code: 'generation-changed' } });
    const totem = join(current, '.uai/totem.uai');
    const text = readFileSync(totem, 'utf8');
    expect(await ask('.uai/totem.uai')).toMatchObject({
      ok: true,
      value: { identical: true, before: text, after: text },
    });
    rmSync(totem);
    writeFileSync(totem, text.toUpperCase());
    expect(await ask('.uai/totem.uai')).toMatchObject({
      problem: { code: 'generation-changed', values: { generation: 2, name: '.uai/totem.uai', found: 'changed' } },
    });
    rmSync(totem);
    symlinkSync(join(current, '.uai/persona.uai'), totem);
    expect(await ask('.uai/totem.uai')).toMatchObject({ problem: { code: 'generation-changed' } });
  });

  it('old ones are pruned by their numbers, never the current one', async () => {
    const { profileKey, version } = await bothGenerations();
    expect(value(await opened.desk.planPrune({ profileKey, keep: 2 })).generations).toEqual([]);
    const { generations } = value(await opened.desk.planPrune({ profileKey, keep: 1 }));
    expect(generations.map(({ n }) => n)).toEqual([1]);
    expect(generations[0]?.sizeBytes).toBeGreaterThan(1_000);
    const prune = (numbers: readonly number[], at = version) =>
      opened.desk.pruneGenerations({ profileKey, version: at, generations: numbers });
    expect(await prune([2])).toMatchObject({ problem: { code: 'not-allowed-in-state' } });
    expect(await prune([])).toMatchObject({ problem: { code: 'bad-request' } });
    expect(await prune([1], version - 1)).toMatchObject({ problem: { code: 'changed-meanwhile' } });
    expect(value(await prune([1])).generations.map(({ n }) => n)).toEqual([2]);
  });
});

describe('derivative', () => {
  const wish = (profileKey: string, text: string) => ({
    profileKey,
    generation: 1,
    packageId: 'club.marlow.slow',
    profileId: 'marlow-slow',
    title: 'Marlow, slowly',
    issuer: 'Club',
    reason: 'for beginners',
    texts: [{ path: PERSONA, text }],
  });

  it('is made with new ids from the persona files, and goes through intake like any package', async () => {
    const { profileKey } = await loadSample('marlow-persona');
    const source = value(await opened.desk.derivativeSource({ profileKey }));
    expect(source).toMatchObject({ generation: 1, packageId: 'lamp-room.marlow.geometry-tutor', profileId: 'marlow' });
    expect(source.files.map(({ path }) => path)).toEqual([PERSONA]);
    const text = `${source.files[0]?.text}\n## Pace\n\nOne question at a time.\n`;
    const { name, bytes } = value(await opened.desk.makeDerivative(wish(profileKey, text)));
    expect(name).toBe(`derivative-${profileKey}.uaix`);
    writeFileSync(join(folder, name), bytes);
    const [started] = value(await opened.desk.importFiles({ paths: [join(folder, name)] }));
    const archive = (await opened.local.importEnd(started?.importId ?? '')).archiveSha256 ?? '';
    const detail = value(await opened.desk.getPackage({ archive }));
    expect(detail).toMatchObject({ state: 'in_review', claims: { derivative: true, profileId: 'marlow-slow' } });
    expect(detail.files.map(({ path }) => path)).toContain('evidence/derivative/provenance.md');
  });

  it('is refused when nothing changes, an id is taken or none, and for other files', async () => {
    const { profileKey } = await loadSample('marlow-persona');
    const same = value(await opened.desk.derivativeSource({ profileKey })).files[0]?.text ?? '';
    const changed = [{ path: PERSONA, text: `${same}\n## Pace\n\nSlow.\n` }];
    const cases = [
      [{}, 'no-change'],
      [{ profileId: 'marlow' }, 'same-id'],
      [{ texts: [{ path: '.uai/taboo.uai', text: 'no' }] }, 'not-persona'],
      [
        { packageId: 'two words', texts: changed },
        'not-packed',
        { rule: 'manifest/schema', ruleVariant: 'identifier' },
      ],
      [{ texts: [{ path: PERSONA, text: ' ' }] }, 'not-packed', { rule: 'content/empty' }],
    ] as const;
    for (const [change, variant, more = {}] of cases) {
      expect(await opened.desk.makeDerivative({ ...wish(profileKey, same), ...change })).toMatchObject({
        problem: { code: 'bad-request', values: { variant, ...more } },
      });
    }
  });

  it('needs a reason, and a persona', async () => {
    const { profileKey } = await loadSample('long-memory');
    expect(await opened.desk.derivativeSource({ profileKey })).toMatchObject({
      problem: { code: 'bad-request', values: { variant: 'no-persona' } },
    });
    expect(await opened.desk.makeDerivative({ ...wish(profileKey, 'x'), reason: '  ' })).toMatchObject({
      problem: { code: 'note-required' },
    });
  });

  it('the variance form names the generation in its name and lists the persona file', async () => {
    const { profileKey } = await loadSample('marlow-persona');
    const form = value(await opened.desk.makeVariance({ profileKey, generation: 1 }));
    expect(form.name).toBe(`variance-${profileKey}-generation-1.md`);
    expect(form.text).toContain(PERSONA);
    expect(await opened.desk.makeVariance({ profileKey, generation: 2 })).toMatchObject({
      problem: { code: 'not-found' },
    });
  });
});
