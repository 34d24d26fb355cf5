/** Sheets over the card of a profile: derivative, variance report, prune; and the load that asks for a wiki folder. */
import type { Locator, Page } from '@playwright/test';
import { decideAll } from '../../e2e/fixtures/desk-acts.ts';
import { openPackage, rail } from '../../e2e/fixtures/person.ts';
import { expect, type Stage } from './stage.ts';

/** The card of the profile that has two generations. */
const marlow = (page: Page): Locator => page.getByRole('article').filter({ hasText: 'Generation 2' });

/** Opens a sheet of it, on the screen of the profiles. */
async function openSheet({ page }: Stage, name: string): Promise<void> {
  await marlow(page)
    .getByRole('button', { name: /^More acts for Marlow/ })
    .click();
  await page.getByRole('menuitem', { name }).click();
}

export async function profileSheets(stage: Stage): Promise<void> {
  const { page, camera } = stage;
  await openSheet(stage, 'Make a derivative…');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Made by' }).fill('Evening Club');
  await sheet.getByRole('textbox', { name: 'Why it is made' }).fill('For beginners, who need more time.');
  const persona = sheet.getByRole('textbox', { name: /^Text of/ });
  await persona.fill(`${await persona.inputValue()}\n## Pace\n\nOne question at a time.\n`);
  await expect(sheet.getByRole('button', { name: 'Save as a package…' })).toBeEnabled();
  await camera.shoot('derive');
  await page.keyboard.press('Escape');

  await openSheet(stage, 'Variance report…');
  await expect(sheet.getByRole('region', { name: 'Preview of the variance report' })).toContainText('persona.uai');
  await camera.shoot('variance');
  await page.keyboard.press('Escape');

  await openSheet(stage, 'Prune old generations…');
  const question = page.getByRole('alertdialog');
  await question.getByRole('radio', { name: '1', exact: true }).click();
  await expect(question).toContainText('1 generation goes');
  await camera.shoot('prune');
  await page.keyboard.press('Escape');
}

/** A package with long-term memory, decided and not loaded. */
export async function loadWithWiki({ page, camera }: Stage): Promise<void> {
  await openPackage(page, 'Weir Lane');
  await decideAll(page, 'weir-lane');
  await page.getByRole('button', { name: 'Load…' }).click();
  await expect(page.getByRole('region', { name: 'Folder for its wiki' })).toContainText('UAIX');
  await camera.shoot('load-wiki');
  await page.keyboard.press('Escape');
}

/** The mirror of a profile, and its end. The dialog gives an empty folder. */
export async function mirrorSheets(stage: Stage): Promise<void> {
  const { page, camera } = stage;
  const sheet = page.getByRole('dialog');
  await rail(page, 'Profiles').click();
  await openSheet(stage, 'Mirror folder…');
  await sheet.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(sheet.getByRole('button', { name: 'Use this folder' })).toBeEnabled();
  await camera.shoot('mirror');
  await sheet.getByRole('button', { name: 'Use this folder' }).click();
  const places = marlow(page).getByRole('list', { name: 'Places of this profile' });
  await expect(places).toContainText('in step with generation 2');
  await places.getByRole('button', { name: /^More acts for the mirror/ }).click();
  await page.getByRole('menuitem', { name: 'End the mirror…' }).click();
  await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await camera.shoot('mirror-end');
  await page.keyboard.press('Escape');
}
