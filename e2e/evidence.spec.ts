/** The evidence screen: filters, the chain verified again, one event whole, a report read and saved; by mouse and by keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { escapeDialog, IMPORT_MS, rail, SAMPLES, tabTo } from './fixtures/person.ts';

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');
const LAMP_ROOM = 'lamp-room.marlow.geometry-tutor';

const events = (page: Page) => page.getByRole('grid', { name: 'Events' }).getByRole('row');

async function loaded(desk: DeskApp): Promise<void> {
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [MARLOW]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await loadAs(page, await decideAll(page, LAMP_ROOM));
}

test('with the mouse: filter, search, verify, look at one event, save a report', async ({ launch, scratch }) => {
  const target = join(scratch, 'report.html');
  const desk = await launch({ dialogs: { save: () => target } });
  const { page } = desk;
  await loaded(desk);
  await rail(page, 'Evidence').click();
  await expect(page.getByText(/^The chain holds\. \d+ events/)).toBeVisible();
  await expect(events(page).first()).toContainText('Generation loaded');
  const all = Number(await page.getByRole('grid').getAttribute('aria-rowcount'));

  await page.getByRole('radio', { name: 'Packages' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  await expect(events(page)).toContainText(['Package inspected', 'Package received']);
  await page.getByRole('radio', { name: 'Handoff' }).click();
  await expect(page.getByRole('heading', { name: 'No event fits' })).toBeVisible();
  await page.getByRole('button', { name: 'Show all events' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(all));
  await page.getByRole('searchbox', { name: 'Search events' }).fill('taboo.uai');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '1');
  await events(page).first().click();
  const whole = page.getByRole('dialog', { name: /^Event \d+: Files decided/ });
  await expect(whole).toContainText('.uai/taboo.uai');
  await whole.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Verify again' }).click();
  await expect(page.getByText(/^The chain holds\./)).toBeVisible();

  await page.getByRole('radio', { name: 'Reports' }).click();
  await page.getByRole('radio', { name: 'HTML' }).click();
  const preview = page.getByRole('region', { name: 'Preview of the report' });
  await expect(preview).toContainText('<!doctype html>');
  await page.getByRole('button', { name: 'Save report…' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Report saved' })).toContainText(target);
  expect(readFileSync(target, 'utf8')).toContain('Marlow, geometry tutor');
});

test('with the keyboard alone: filter, open an event, go to its package, read a report', async ({
  launch,
  scratch,
}) => {
  const target = join(scratch, 'report.md');
  const desk = await launch({ dialogs: { save: () => target } });
  const { page } = desk;
  await loaded(desk);
  await tabTo(page, /^ *Evidence$/);
  await page.keyboard.press('Enter');
  await expect(events(page).first()).toBeVisible();
  await tabTo(page, /^ *All$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Packages' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  await tabTo(page, /Package inspected/);
  await page.keyboard.press('ArrowDown');
  await expect(events(page).nth(1)).toBeFocused();
  await expect(events(page).nth(1)).toHaveAttribute('aria-rowindex', '2');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: /Package received/ })).toBeVisible();
  await escapeDialog(page);
  await expect(events(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, /^ *Open package$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marlow');

  await tabTo(page, /^ *Evidence$/);
  await page.keyboard.press('Enter');
  await tabTo(page, /^ *Events$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Reports' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Preview of the report' })).toContainText(
    '# Report on a .uaix package',
  );
  await tabTo(page, /Save report…/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Report saved' })).toBeVisible();
  expect(readFileSync(target, 'utf8')).toContain('# Report on a .uaix package');
});

test('a report speaks the language of the desk, also when that changes under it', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await loaded(desk);
  await rail(page, 'Evidence').click();
  await page.getByRole('radio', { name: 'Reports' }).click();
  const preview = page.getByRole('region').filter({ has: page.locator('pre') });
  await expect(preview).toContainText('# Report on a .uaix package');
  await page.evaluate(() => window.uaix.setSettings({ language: 'zh-CN' }));
  await expect(preview).toContainText('## 始终禁止');
});
