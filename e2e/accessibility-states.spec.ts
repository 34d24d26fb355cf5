/** States that a person meets on the way, in both themes and both languages: axe finds nothing in any of them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { judge, judgeInEveryLook } from './fixtures/accessible.ts';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { escapeDialog, IMPORT_MS, openFile, openPackage, rail, SAMPLES, search, tabTo } from './fixtures/person.ts';
import { type ShownPackage, writeShown } from './fixtures/shown-packages.ts';

/** Four looks of many states each. */
test.describe.configure({ timeout: 240_000 });

const LAMP_ROOM = 'lamp-room.marlow.geometry-tutor';

async function take(desk: DeskApp, paths: readonly string[], rows: number): Promise<Page> {
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await rail(page, /^(Queue|队列)/).click();
  await desk.drop(page, paths);
  await expect(page.getByRole('row')).toHaveCount(rows, { timeout: IMPORT_MS });
  return page;
}

const shown = (scratch: string, ...names: ShownPackage[]) =>
  Promise.all(names.map((name) => writeShown(scratch, name)));

test('the queue with a selection and its sheets, the palette, the report of a problem', async ({ launch, scratch }) => {
  const desk = await launch();
  const page = await take(desk, [join(SAMPLES, 'marlow-persona.uaix'), ...(await shown(scratch, 'cut'))], 2);
  for (const box of await page.getByRole('row').locator('label').all()) await box.click();
  await judgeInEveryLook(page, 'queue with a selection');
  await page.keyboard.press('Control+a');
  await expect(page.getByText('All 2 of this filter are chosen')).toBeVisible();
  await judgeInEveryLook(page, 'queue with all chosen');
  await page.getByRole('button', { name: 'Export 2…' }).click();
  await judgeInEveryLook(page, 'export');
  await escapeDialog(page);
  await page.getByRole('button', { name: 'Reject 1' }).click();
  await judgeInEveryLook(page, 'reject');
  await escapeDialog(page);
  await page.getByRole('searchbox').fill('nobody');
  await expect(page.getByRole('button', { name: 'Show all packages' })).toBeVisible();
  await judgeInEveryLook(page, 'nothing found');
  await search(page, 'marlow');
  await expect(page.getByRole('option').last()).toBeVisible();
  await judgeInEveryLook(page, 'palette');
  await escapeDialog(page);
  expect(await desk.clickMenu('report-problem')).toBe(true);
  await expect(page.getByRole('region', { name: 'Text of the report' })).toBeVisible();
  await judgeInEveryLook(page, 'report of a problem');
});

test('the viewer: what is hidden, bytes, differences in both forms, find', async ({ launch, scratch }) => {
  const desk = await launch();
  const page = await take(desk, [join(SAMPLES, 'marlow-persona.uaix'), ...(await shown(scratch, 'hidden'))], 2);
  await openPackage(page, 'Marlow, evening course');
  await openFile(page, 'first-lesson.md');
  await expect(page.locator('.cm-content')).toBeVisible();
  await judgeInEveryLook(page, 'hidden characters');
  await page.keyboard.press('3');
  await expect(page.getByRole('list', { name: /^Raw bytes/ })).toBeVisible();
  await judgeInEveryLook(page, 'raw bytes');
  await loadAs(page, await decideAll(page, LAMP_ROOM));
  await take(desk, [join(SAMPLES, 'updates', 'marlow-persona-2.uaix')], 3);
  await openPackage(page, 'marlow-persona-2.uaix');
  await openFile(page, 'manifest.uaix.json');
  await page.keyboard.press('2');
  for (const form of ['Side by side', 'One column']) {
    await page.getByRole('radio', { name: form }).click();
    await expect(page.getByRole('table')).toBeVisible();
    await judgeInEveryLook(page, `difference: ${form}`);
  }
  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toBeFocused();
  await page.keyboard.type('lamp');
  await page.getByRole('button', { name: 'In the whole package' }).click();
  await expect(page.getByRole('status').filter({ hasText: /places? in the package$/ })).toBeVisible();
  await judgeInEveryLook(page, 'find');
});

test('names in six scripts, an image, 300 findings', async ({ launch, scratch }) => {
  const desk = await launch();
  const page = await take(desk, await shown(scratch, 'scripts', 'image', 'many'), 3);
  await judgeInEveryLook(page, 'queue with a long name');
  await openPackage(page, 'marlow-six-scripts.uaix');
  await openFile(page, '第一课.md');
  await judgeInEveryLook(page, 'six scripts');
  // An ending stands at the end of its name, whatever the script of the name.
  await expect(page.getByRole('treeitem').filter({ hasText: 'שיעור' }).locator('bdi')).toHaveAttribute('dir', 'ltr');
  await openPackage(page, 'Marlow, with a drawing');
  await openFile(page, 'circle.png');
  await expect(page.getByRole('img', { name: /circle\.png/ })).toBeVisible();
  await judgeInEveryLook(page, 'image');
  await openPackage(page, 'Marlow, winter course');
  await page.getByRole('radio', { name: /^All/ }).click();
  const group = page.getByRole('article').filter({ hasText: 'Looks like an order to the AI' });
  await group.getByRole('button', { name: 'Show all 300 places' }).click();
  await expect(group.getByRole('listitem').first()).toBeVisible();
  await judge(page, '300 findings');
});

test('policy with a preview and with a text that does not pass; evidence with filters and a report', async ({
  launch,
}) => {
  const desk = await launch();
  const page = await take(desk, [join(SAMPLES, 'marlow-persona.uaix')], 1);
  await rail(page, 'Policy').click();
  await page.getByRole('radio', { name: 'Only the allow list' }).click();
  await expect(page.getByRole('complementary')).toContainText('tighter');
  await judgeInEveryLook(page, 'policy with a preview');
  await page.getByRole('radio', { name: 'Text' }).click();
  await page.getByRole('textbox', { name: 'Text of the policy file' }).fill('{');
  await expect(page.getByRole('complementary')).toContainText('This cannot be saved.');
  await judgeInEveryLook(page, 'policy that does not pass');
  const path = join(desk.dataFolder, 'policy.json');
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, '{');
  await rail(page, 'Evidence').click();
  await rail(page, 'Policy').click();
  await expect(page.getByText('The policy file is broken, so nothing loads.')).toBeVisible();
  await judgeInEveryLook(page, 'broken policy file');
  writeFileSync(path, right);

  await rail(page, 'Evidence').click();
  await page.getByRole('radio', { name: 'Packages' }).click();
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '2');
  await judgeInEveryLook(page, 'events of one group');
  await page.getByRole('radio', { name: 'Handoff' }).click();
  await expect(page.getByRole('button', { name: 'Show all events' })).toBeVisible();
  await judgeInEveryLook(page, 'no events');
  await page.getByRole('radio', { name: 'Reports' }).click();
  await expect(page.getByRole('region', { name: 'Preview of the report' })).toContainText('#');
  await judgeInEveryLook(page, 'report');
});

test('forced colours and reduced motion: focus is seen, the chosen is told apart, nothing moves', async ({
  launch,
}) => {
  const desk = await launch();
  const page = await take(desk, [join(SAMPLES, 'marlow-persona.uaix')], 1);
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  await page.getByRole('row').locator('label').click();
  await judge(page, 'queue in forced colours');
  const chosen = page.getByRole('row', { selected: true });
  expect(await chosen.evaluate((row) => getComputedStyle(row).outlineStyle)).toBe('solid');
  await tabTo(page, /^ *Evidence$/);
  const focused = page.locator(':focus-visible');
  expect(await focused.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await openPackage(page, 'Marlow');
  await judge(page, 'package in forced colours');
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        return (
          Number.parseFloat(transitionDuration) > 0.01 ||
          (animationName !== 'none' && Number.parseFloat(animationDuration) > 0.01)
        );
      })
      .map((element) => element.className),
  );
  expect(moving).toEqual([]);
});
