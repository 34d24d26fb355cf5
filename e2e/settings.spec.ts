/** Palette, settings and windows: everything the frame offers, by keys; languages switched live; a window for each profile. */
import { join } from 'node:path';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { command, escapeDialog, IMPORT_MS, openPackage, rail, SAMPLES, search } from './fixtures/person.ts';

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');
const SEEDS = join(SAMPLES, 'project-handoff.uaix');

async function openMarlow(desk: DeskApp): Promise<void> {
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [MARLOW]);
  await openPackage(page, 'Marlow');
}

test('the palette goes everywhere and changes every setting, with the keyboard alone', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const place of ['Profiles', 'Policy', 'Handoff', 'Evidence']) {
    await command(page, place, new RegExp(`^${place}Place`));
    await expect(page.getByRole('main')).toHaveAccessibleName(place);
  }
  await command(page, 'theme dark', /^Theme: Dark/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await command(page, 'theme light', /^Theme: Light/);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await command(page, 'report a problem', /^Report a problem…/);
  await expect(page.getByRole('region', { name: 'Text of the report' })).toBeVisible();
  await escapeDialog(page);
  await command(page, 'single keys', /^Single keys: off/);
  await command(page, 'single keys', /^Single keys: on/);
  await command(page, 'next file after', /^Go to the next file after a decision: off/);

  // Every word of the window changes at once, and the place stays.
  await command(page, 'language 简体', /简体中文/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await expect(page.getByRole('main')).toHaveAccessibleName('证据');
  await expect(rail(page, '策略')).toBeVisible();
  await command(page, 'English', /English/);
  await expect(page.getByRole('main')).toHaveAccessibleName('Evidence');
});

test('single keys that are switched off do nothing; chords still do', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await openMarlow(desk);
  const done = page.getByRole('heading', { name: /^Files/ });
  await command(page, 'single keys', /^Single keys: off/);
  await page.keyboard.press('a');
  await page.keyboard.press('x');
  await expect(done).toHaveText('Files 0 of 11');
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toHaveCount(0);
  await command(page, 'approve this', /^Approve this file/);
  await expect(done).toHaveText('Files 1 of 11');
  await page.keyboard.press('Control+z');
  await expect(done).toHaveText('Files 0 of 11');
});

test('the palette has the acts that apply to the package on the screen', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await openMarlow(desk);
  const done = page.getByRole('heading', { name: /^Files/ });
  await command(page, 'approve clean', /^Approve \d+ clean/);
  await expect(page.getByRole('dialog', { name: /clean files together/ })).toBeVisible();
  await escapeDialog(page);
  await command(page, 'reject this', /^Reject this file/);
  await expect(done).toHaveText('Files 1 of 11');
  await command(page, 'undo', /^Undo the last act/);
  await expect(done).toHaveText('Files 0 of 11');
  await command(page, 'raw', /^Show the raw bytes/);
  await expect(page.getByRole('list', { name: /^Raw bytes of/ })).toBeVisible();
  await command(page, 'find in', /^Find in this file/);
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toHaveCount(0);
  await command(page, 'reject package', /^Reject package/);
  await page.getByRole('alertdialog').getByRole('textbox').fill('Not asked for.');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reject package' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  // What does not apply any more is not offered.
  await search(page, 'this package');
  await expect(page.getByRole('option').filter({ hasText: 'Take rejection back' })).toBeVisible();
  await expect(page.getByRole('option').filter({ hasText: 'Approve this file' })).toHaveCount(0);
  await escapeDialog(page);
  await command(page, 'purge', /^Purge/);
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await rail(page, /^Queue/).click();
  await search(page, 'purge');
  await expect(page.locator('[aria-controls="palette-rows"]')).toHaveValue('purge');
  await expect(page.getByRole('option').filter({ hasText: 'Purge' })).toHaveCount(0);
});

test('two windows, each with its own profile', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [MARLOW, SEEDS]);
  await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
  await loadAs(page, await decideAll(page, 'lamp-room.marlow.geometry-tutor'));
  await loadAs(page, await decideAll(page, 'seed-ledger'));
  await expect(page.getByRole('banner')).toContainText('gen 1');
  await command(page, 'switch marlow', /^MG ?Marlow, geometry tutor/);
  await expect(page.getByRole('banner')).toContainText('Marlow');

  await command(page, 'new window seed', /Seed Ledger/);
  const second = await desk.nextWindow();
  await expect(second.getByRole('banner')).toContainText('Seed Ledger');
  await expect(page.getByRole('banner')).toContainText('Marlow');
  await second.evaluate(() => window.uaix.setSettings({ language: 'zh-CN' }));
  for (const each of [page, second]) await expect(rail(each, '证据')).toBeVisible();
});
