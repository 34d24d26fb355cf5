/** Profiles on the command line: packages out of them, places on this machine, old generations. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { commandLine, packAndLoad } from './testing.ts';

const SAMPLES = resolve(import.meta.dirname, '../../resources/samples');
const MARLOW = join(SAMPLES, 'marlow-persona');

it('exports what lints clean and gives back the same package, and never writes over a file', {
  timeout: 120_000,
}, async () => {
  const uaix = commandLine();
  const archive = await packAndLoad(uaix, MARLOW, 'marlow.uaix');
  const exported = await uaix.json('export', 'marlow', '-o', 'out.uaix');
  expect(exported.items).toMatchObject([{ manner: 'original', sha256: archive }]);
  expect(readFileSync(join(uaix.folder, 'out.uaix'))).toEqual(readFileSync(join(uaix.folder, 'marlow.uaix')));
  expect((await uaix('lint', 'out.uaix')).exitCode).toBe(0);
  expect((await uaix('export', 'marlow', '-o', 'out.uaix')).exitCode).toBe(2);
});

it('derives a persona with its own ids, provenance and diff note', { timeout: 120_000 }, async () => {
  const uaix = commandLine();
  await packAndLoad(uaix, MARLOW, 'marlow.uaix');
  const persona = readFileSync(join(MARLOW, '.uai/persona.uai'), 'utf8');
  mkdirSync(join(uaix.folder, 'changed/.uai'), { recursive: true });
  writeFileSync(join(uaix.folder, 'changed/.uai/persona.uai'), `${persona}\n## Pace\n\nOne question at a time.\n`);
  const ids = [
    '--package-id',
    'club.marlow.slow',
    '--profile-id',
    'marlow-slow',
    '--title',
    'Marlow, slowly',
    '--issuer',
    'Club',
  ];
  const line = ['derive', 'marlow', '--from', 'changed', ...ids, '-o', 'slow.uaix'];
  expect((await uaix(...line)).exitCode).toBe(2);
  expect((await uaix(...line, '--note', 'for beginners')).exitCode).toBe(0);
  const [report] = (await uaix.json('lint', 'slow.uaix')).items;
  expect(report).toMatchObject({ verdict: 'review_required', package: { profileId: 'marlow-slow', issuer: 'Club' } });
  expect((await uaix.json('profiles')).items).toHaveLength(1);
});

it('pins, prunes by number, mirrors and forgets', { timeout: 120_000 }, async () => {
  const uaix = commandLine();
  await packAndLoad(uaix, MARLOW, 'marlow.uaix');
  await packAndLoad(uaix, join(SAMPLES, 'updates/marlow-persona-2'), 'marlow-2.uaix', '--base', MARLOW);
  expect((await uaix('mirror', 'marlow', 'mirror')).exitCode).toBe(0);
  const mirrored = () =>
    readFileSync(join(uaix.folder, 'mirror/.uai/taboo.uai'), 'utf8') +
    readFileSync(join(uaix.folder, 'mirror/.uai/persona.uai'), 'utf8');
  const second = mirrored();
  await uaix('rollback', 'marlow');
  expect(mirrored()).not.toBe(second);
  expect((await uaix('generations', 'marlow', '--prune', '1')).exitCode).toBe(1);
  expect((await uaix('generations', 'marlow', '--pin', '2')).exitCode).toBe(0);
  expect((await uaix('generations', 'marlow', '--prune', '2')).exitCode).toBe(1);
  expect((await uaix('generations', 'marlow', '--unpin', '2', '--prune', '2')).exitCode).toBe(0);
  expect((await uaix.json('generations', 'marlow')).items.map(({ n, current }) => [n, current])).toEqual([[1, true]]);
  expect((await uaix('mirror', 'marlow', '--off')).exitCode).toBe(0);
  expect(existsSync(join(uaix.folder, 'mirror/.uai/persona.uai'))).toBe(false);
  expect((await uaix('variance', 'marlow')).out).toContain('.uai/persona.uai');
  expect((await uaix.json('wiki', 'marlow', 'wiki')).items).toMatchObject([
    { wiki: { folder: join(uaix.folder, 'wiki') } },
  ]);
  expect((await uaix('audit', 'verify')).exitCode).toBe(0);
});
