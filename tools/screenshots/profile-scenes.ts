/** Sheets over the card of a profile: derivative, variance report, prune; and the load that asks for a wiki folder. */
import { decideAll } from '../../e2e/fixtures/desk-acts.ts';
import { openPackage } from '../../e2e/fixtures/person.ts';
import { expect, type Stage } from './stage.ts';

/** On the screen of the profiles, where Marlow has two generations. */
export async function profileSheets({ page, camera }: Stage): Promise<void> {
  const open = async (name: string) => {
    await page
      .getByRole('article')
      .filter({ hasText: 'Generation 2' })
      .getByRole('button', { name: /^More acts for Marlow/ })
      .click();
    await page.getByRole('menuitem', { name }).click();
  };
  await open('Make a derivative…');
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Made by' }).fill('Evening Club');
  await sheet.getByRole('textbox', { name: 'Why it is made' }).fill('For beginners, who need more time.');
  const persona = sheet.getByRole('textbox', { name: /^Text of/ });
  await persona.fill(`${await persona.inputValue()}\n## Pace\n\nOne question at a time.\n`);
  await expect(sheet.getByRole('button', { name: 'Save as a package…' })).toBeEnabled();
  await camera.shoot('derive');
  await page.keyboard.press('Escape');

  await open('Variance report…');
  await expect(sheet.getByRole('region', { name: 'Preview of the variance report' })).toContainText('persona.uai');
  await camera.shoot('variance');
  await page.keyboard.press('Escape');

  await open('Prune old generations…');
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
