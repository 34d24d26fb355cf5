/** The viewer: find in a file and in the package, differences in both forms, the raw bytes; by mouse and by keys alone. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { IMPORT_MS, openFile, openPackage, SAMPLES, tabTo } from './fixtures/person.ts';

const LAMP_ROOM = 'lamp-room.marlow.geometry-tutor';

/** Generation 1 is loaded, the package that changes it is on the screen. */
async function updateOnScreen(desk: DeskApp): Promise<Page> {
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [join(SAMPLES, 'marlow-persona.uaix')]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await loadAs(page, await decideAll(page, LAMP_ROOM));
  await desk.drop(page, [join(SAMPLES, 'updates', 'marlow-persona-2.uaix')]);
  await openPackage(page, 'marlow-persona-2.uaix');
  return page;
}

const changes = (page: Page) => page.locator('.cm-changedLine, .cm-insertedLine, .cm-deletedChunk');

test('with the mouse: find here and everywhere, see changes in both forms, see bytes', async ({ launch }) => {
  const page = await updateOnScreen(await launch());
  await openFile(page, 'taboo.uai');
  await page.getByRole('button', { name: 'Find in this file' }).click();
  await page.getByRole('searchbox', { name: 'Find in this file' }).fill('never');
  const position = page.getByRole('status').filter({ hasText: /^\d+ of \d+$/ });
  await expect(position).toHaveText(/^1 of \d+/);
  await page.getByRole('button', { name: 'Next place' }).click();
  await expect(position).toHaveText(/^2 of /);
  await page.getByRole('searchbox', { name: 'Find in this file' }).fill('marlow');
  await page.getByRole('button', { name: 'In the whole package' }).click();
  const everywhere = page.getByRole('status').filter({ hasText: /places? in the package$/ });
  await expect(everywhere).toBeVisible();
  await page
    .getByRole('button', { name: /persona\.uai line \d+/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'persona.uai' })).toBeVisible();
  await page.getByRole('region', { name: 'File', exact: true }).getByRole('button', { name: 'Close' }).click();

  await openFile(page, 'taboo.uai');
  await page.getByRole('radio', { name: 'Changes' }).click();
  await page.getByRole('radio', { name: 'Side by side' }).click();
  await expect(page.locator('.cm-mergeView')).toBeVisible();
  await expect(changes(page).first()).toBeVisible();
  await page.getByRole('radio', { name: 'One column' }).click();
  await expect(page.locator('.cm-mergeView')).toHaveCount(0);
  await expect(changes(page).first()).toBeVisible();
  await page.getByRole('button', { name: /^Compared with/ }).click();
  await page.getByRole('menuitemradio', { name: /marlow-persona\.uaix/ }).click();
  await expect(changes(page).first()).toBeVisible();

  await page.getByRole('radio', { name: 'Raw' }).click();
  const bytes = page.getByRole('list', { name: 'Raw bytes of .uai/taboo.uai' });
  await expect(bytes.getByRole('listitem').first()).toContainText('2d 2d 2d 0a');

  // What widens in the manifest is a table before it is a text.
  await openFile(page, 'manifest.uaix.json');
  await page.getByRole('radio', { name: 'Changes' }).click();
  await expect(page.getByRole('table')).toContainText('Before');
});

test('with the keyboard alone: find, walk the hits, the changes and the bytes', async ({ launch }) => {
  const page = await updateOnScreen(await launch());
  const heading = page.getByRole('region', { name: 'File', exact: true }).getByRole('heading', { level: 2 });
  for (let words = await heading.textContent(); !words?.includes('taboo.uai'); words = await heading.textContent()) {
    await page.keyboard.press('j');
    await expect(heading).not.toHaveText(words ?? '');
  }
  await page.keyboard.press('2');
  await expect(page.getByRole('radio', { name: 'Changes' })).toBeChecked();
  await expect(changes(page).first()).toBeVisible();
  await page.keyboard.press(']');
  await page.keyboard.press('[');
  await page.keyboard.press('3');
  await expect(page.getByRole('list', { name: /^Raw bytes/ })).toBeVisible();
  await tabTo(page, /^ *00000000/);
  await page.keyboard.press('ArrowDown');
  await expect(
    page
      .getByRole('list', { name: /^Raw bytes/ })
      .getByRole('listitem')
      .nth(1),
  ).toBeFocused();
  await page.keyboard.press('1');

  await page.keyboard.press('Control+f');
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toBeFocused();
  await page.keyboard.type('never');
  const position = page.getByRole('status').filter({ hasText: /^\d+ of \d+$/ });
  await expect(position).toHaveText(/^1 of /);
  await page.keyboard.press('Enter');
  await expect(position).toHaveText(/^2 of /);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('marlow');
  await expect(position).toHaveText(/^1 of /);
  await tabTo(page, /In the whole package/);
  await page.keyboard.press('Enter');
  await tabTo(page, /persona\.uai line \d+/);
  await page.keyboard.press('Enter');
  await expect(heading).toContainText('persona.uai');
  // The places found stay, and so does the focus, while one walks from file to file.
  await expect(page.getByRole('button', { name: /persona\.uai line \d+/ }).first()).toBeFocused();
  // Escape closes the bar from any of its controls and keeps the package; only the next one leaves it.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox', { name: 'Find in this file' })).toHaveCount(0);
  await expect(heading).toContainText('persona.uai');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
});
