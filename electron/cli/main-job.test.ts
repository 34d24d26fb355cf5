/** The main job on the command line: pack, import, check, review, load, update, roll back, verify. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, type Ran } from './testing.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');

function only(ran: Ran): Record<string, any> {
  expect(ran.items).toHaveLength(1);
  return ran.items[0] as Record<string, any>;
}

it('goes the whole way with two packages and an update', { timeout: 120_000 }, async () => {
  const uaix = commandLine();
  const marlow = join(SAMPLES, 'marlow-persona');
  expect(await uaix('pack', marlow, '-o', 'marlow.uaix')).toMatchObject({ exitCode: 0, err: '' });
  expect(await uaix('pack', join(SAMPLES, 'project-handoff'), '-o', 'handoff.uaix')).toMatchObject({
    exitCode: 0,
    err: '',
  });

  const imported = await uaix.json('import', 'marlow.uaix', 'handoff.uaix');
  expect(imported.exitCode).toBe(0);
  expect(imported.items.map(({ schema, state, known, verdict }) => ({ schema, state, known, verdict }))).toEqual([
    { schema: 'uaix-desktop.import.v1', state: 'in_review', known: false, verdict: 'review_required' },
    { schema: 'uaix-desktop.import.v1', state: 'in_review', known: false, verdict: 'review_required' },
  ]);
  const [first, second] = imported.items.map((item) => String(item.archiveSha256));
  if (!first || !second) throw new Error('unreachable');

  const again = only(await uaix.json('import', 'marlow.uaix'));
  expect(again).toMatchObject({ archiveSha256: first, known: true, state: 'in_review' });

  const blocked = await uaix.json('check', first);
  expect(blocked.exitCode).toBe(1);
  expect(only(blocked)).toMatchObject({ schema: 'uaix-desktop.check.v1', accepted: false });
  expect(
    only(blocked)
      .clauses.filter((clause: any) => clause.outcome === 'block')
      .map((clause: any) => clause.id),
  ).toEqual(['files', 'anchors']);
  expect((await uaix('load', first)).exitCode).toBe(1);

  for (const archive of [first, second]) {
    const anchors = ['.uai/totem.uai', '.uai/taboo.uai', '.uai/talisman.uai'];
    expect((await uaix('review', archive, '--clean', '--approve')).exitCode).toBe(0);
    expect((await uaix('check', archive)).exitCode).toBe(1);
    expect((await uaix('review', archive, ...anchors, '--approve')).exitCode).toBe(0);
    expect((await uaix('acknowledge', archive, '--all', '--note', 'read and fine')).exitCode).toBe(0);
    expect((await uaix('check', archive)).exitCode).toBe(0);
    expect(await uaix('load', archive)).toMatchObject({ exitCode: 0, err: '' });
  }
  const two = await uaix.json('profiles');
  expect(two.items.map(({ current, active }) => ({ current, active }))).toEqual(
    expect.arrayContaining([
      { current: 1, active: true },
      { current: 1, active: false },
    ]),
  );
  const other = two.items.find(({ active }) => active === false) as Record<string, any>;
  expect((await uaix('switch', other.profileId)).exitCode).toBe(0);
  expect((await uaix.json('profiles')).items.find(({ active }) => active)?.profileId).toBe(other.profileId);

  // The second edition of Marlow changes files and an anchor.
  const update = join(SAMPLES, 'updates/marlow-persona-2');
  expect((await uaix('pack', update, '--base', marlow, '-o', 'marlow-2.uaix')).exitCode).toBe(0);
  const edition = only(await uaix.json('import', 'marlow-2.uaix'));
  const next = String(edition.archiveSha256);
  expect((await uaix('review', next, '--unchanged', '--approve')).exitCode).toBe(0);
  const shown = only(await uaix.json('show', next));
  const waiting = shown.files.filter((file: any) => file.decision === null).map((file: any) => file.path);
  expect(waiting).not.toContain('.uai/totem.uai');
  expect((await uaix('review', next, ...waiting, '--approve')).exitCode).toBe(0);
  const changed = shown.files
    .filter((file: any) => file.anchor && file.change === 'changed')
    .map((file: any) => file.path);
  expect(changed).toHaveLength(1);
  const refused = await uaix('load', next);
  expect(refused.exitCode).toBe(1);
  expect(refused.err).toContain(`replace ${changed[0]}`);
  expect((await uaix('load', next, '--authorize', `replace ${changed[0]}`)).exitCode).toBe(0);

  const profile = (await uaix.json('profiles')).items.find(({ current }) => current === 2) as Record<string, any>;
  const before = contents(join(profile.path, '..', '1'));
  expect(contents(profile.path)).not.toEqual(before);
  expect((await uaix('rollback', profile.profileId, '--to', '1')).exitCode).toBe(0);
  const back = (await uaix.json('profiles')).items.find(({ profileId }) => profileId === profile.profileId) as Record<
    string,
    any
  >;
  expect(back).toMatchObject({ current: 1 });
  expect(contents(back.path)).toEqual(before);

  const read = await uaix.json('context', profile.profileId);
  expect(read.items.slice(0, 3).map(({ path }) => path)).toEqual([
    '.uai/totem.uai',
    '.uai/taboo.uai',
    '.uai/talisman.uai',
  ]);
  expect(only(await uaix.json('audit', 'verify'))).toMatchObject({ holds: true, broken: null });
});

/** Every file below a folder with its text. */
function contents(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [
      join(parentPath, name).slice(folder.length),
      readFileSync(join(parentPath, name), 'utf8'),
    ]),
  );
}
