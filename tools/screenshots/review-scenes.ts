/** Scenes of the review desk with the hard cases: many chosen, raw bytes, names in six scripts, 300 findings, an image, the palette. */
import { IMPORT_MS, openFile, openPackage, rail } from '../../e2e/fixtures/person.ts';
import { writeShown } from '../../e2e/fixtures/shown-packages.ts';
import { tidy } from './camera.ts';
import { expect, RECEIVED, type Stage } from './stage.ts';

export async function chosenQueue({ page, camera }: Stage): Promise<void> {
  await rail(page, /^Queue/).click();
  for (const title of ['Marlow, summer course', 'marlow-mailed.uaix', 'Weir Lane'])
    await page.getByRole('row').filter({ hasText: title }).locator('label').click();
  await camera.shoot('queue-chosen');
  await page.getByRole('button', { name: 'Export 3…' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await camera.shoot('export');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear selection' }).click();
}

/** The spoiled lesson of the scene before. */
export async function rawBytes({ page, camera }: Stage): Promise<void> {
  await page.getByRole('radio', { name: 'Raw' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: /^00000000/ })).toBeVisible();
  await camera.shoot('raw');
}

export async function palette({ page, camera }: Stage): Promise<void> {
  await openPackage(page, 'Seed Ledger');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await camera.shoot('palette');
  await page.keyboard.press('Escape');
}

export async function sixScripts({ desk, page, camera }: Stage): Promise<void> {
  await desk.drop(page, [await writeShown(RECEIVED, 'scripts')]);
  await tidy(page);
  await openPackage(page, 'marlow-six-scripts.uaix');
  await openFile(page, '\u0627\u0644\u062f\u0631\u0633');
  await camera.shoot('names');
  await camera.shoot('names-narrow', { width: 900, height: 700 });
}

export async function images({ desk, page, camera }: Stage): Promise<void> {
  await desk.drop(page, [await writeShown(RECEIVED, 'image')]);
  await tidy(page);
  await openPackage(page, 'Marlow, with a drawing');
  await openFile(page, 'circle.png');
  await expect(page.getByRole('img', { name: /circle\.png/ })).toBeVisible();
  await camera.shoot('image');
}

export async function manyFindings({ desk, page, camera }: Stage): Promise<void> {
  await desk.drop(page, [await writeShown(RECEIVED, 'many')]);
  await tidy(page);
  await rail(page, /^Queue/).click();
  await page.getByRole('row').filter({ hasText: 'Marlow, winter course' }).click({ timeout: IMPORT_MS });
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  await page.getByRole('radio', { name: /^All/ }).click();
  await page
    .getByRole('button', { name: /^Show all \d+ places/ })
    .first()
    .click();
  await camera.shoot('findings');
}
