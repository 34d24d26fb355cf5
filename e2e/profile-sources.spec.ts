/** Loading beside what is loaded: another issuer, an older package, anchors by typed words; and what a card does besides. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder } from '../electron/packer/folder.ts';
import { packFiles } from '../electron/packer/pack.ts';
import { bundledPack } from '../electron/packer/testing.ts';
import { DEFAULT_LIMITS } from '../shared/limits.ts';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, ROOT, test } from './fixtures/desk-app.ts';
import { IMPORT_MS, openPackage, rail, SAMPLES } from './fixtures/person.ts';

const MARLOW_ID = 'lamp-room.marlow.geometry-tutor';
const TABOO = '.uai/taboo.uai';

/** Marlow's persona under another issuer, dated before the sample, with one more line in its taboo. */
async function otherSource(folder: string): Promise<string> {
  const { files } = await readFolder(join(ROOT, 'resources/samples/marlow-persona'), DEFAULT_LIMITS);
  const manifest = JSON.parse(String(files.get('.uai/manifest.uaix.json')));
  const parts = new Map(files).set(TABOO, Buffer.from(`${files.get(TABOO)}6. Never hurry.\n`));
  const changed = { ...manifest, title: 'Marlow, night school', issuer: { name: 'Night School' } };
  const { archive } = await packFiles(
    parts,
    { ...changed, createdUtc: '2026-01-01T00:00:00Z' },
    { pack: bundledPack() },
  );
  const file = join(folder, 'night-school.uaix');
  writeFileSync(file, archive);
  return file;
}

async function loadMarlow(desk: DeskApp): Promise<void> {
  const { page } = desk;
  await rail(page, /^Queue/).click();
  await desk.drop(page, [join(SAMPLES, 'marlow-persona.uaix')]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await loadAs(page, await decideAll(page, MARLOW_ID));
}

/** The other issuer's package is decided, and its load sheet open. */
async function aboutToLoadOther(desk: DeskApp, scratch: string): Promise<void> {
  const { page } = desk;
  await desk.drop(page, [await otherSource(scratch)]);
  await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
  await decideAll(page, MARLOW_ID);
  await openPackage(page, 'Marlow, night school');
  await page.getByRole('button', { name: 'Load…' }).click();
}

test('the same id from another issuer is cancelled, kept apart, or continued with typed words', async ({
  launch,
  scratch,
}) => {
  const desk = await launch();
  const { page } = desk;
  await loadMarlow(desk);
  await aboutToLoadOther(desk, scratch);
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('from another issuer: Lamp Room');
  await expect(sheet).toContainText('A new profile is made');
  await expect(sheet).toContainText('It has 11 files.');
  await expect(sheet.getByRole('textbox')).toHaveCount(0);
  await sheet.getByText('Continue the existing profile').click();
  await expect(sheet).toContainText('gets generation 2');
  await expect(sheet).toContainText('says it was made on 2026-01-01');
  const load = sheet.getByRole('button', { name: 'Load generation 2' });
  await expect(load).toBeDisabled();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await rail(page, 'Profiles').click();
  await expect(page.getByRole('article')).toHaveCount(1);

  await openPackage(page, 'Marlow, night school');
  await page.getByRole('button', { name: 'Load…' }).click();
  await sheet.getByText('Continue the existing profile').click();
  await sheet.getByRole('textbox').fill(`Replace ${TABOO}`);
  await expect(load).toBeDisabled();
  await sheet.getByRole('textbox').fill(`replace ${TABOO}`);
  await load.click();
  await expect(sheet).toHaveCount(0);
  await rail(page, 'Profiles').click();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByText('Generation 2')).toBeVisible();
});

test('kept apart, both profiles stand beside each other', async ({ launch, scratch }) => {
  const desk = await launch();
  const { page } = desk;
  await loadMarlow(desk);
  await aboutToLoadOther(desk, scratch);
  await page.getByRole('dialog').getByRole('button', { name: 'Load generation 1' }).click();
  await rail(page, 'Profiles').click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(page.getByRole('article', { name: 'Marlow, night school' })).toContainText('Night School');
  await expect(page.getByRole('article', { name: 'Marlow, geometry tutor' })).toContainText('Lamp Room');
});

test('a card copies the context, opens a window of its own, and is removed with a way back', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await loadMarlow(desk);
  await rail(page, 'Profiles').click();
  const more = page.getByRole('button', { name: 'More acts for Marlow, geometry tutor' });
  const act = async (name: RegExp) => {
    await more.click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act(/^Copy context/);
  await expect(page.getByRole('status').filter({ hasText: 'Context copied.' })).toBeVisible();
  const copied = await desk.copied();
  expect(copied.indexOf('.uai/totem.uai')).toBeLessThan(copied.indexOf('.uai/persona.uai'));

  await page.evaluate(() => window.uaix.setWindowProfile({ profileKey: null }));
  const next = desk.nextWindow();
  await act(/^Open in a new window/);
  const second = await next;
  await expect(second.getByRole('button', { name: /Marlow/ }).first()).toBeVisible();
  await second.close();

  await act(/^Remove profile/);
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove profile' }).click();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Removed profiles' })).toContainText('Marlow');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByRole('article')).toHaveCount(1);
  expect(readdirSync(join(desk.dataFolder, 'profiles'))).toHaveLength(1);
});
