/** Small windows: 900 × 600, and 200 % zoom of 1600 × 900. Every control is inside the window, whole, and on top. */
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { layoutFaults } from './fixtures/accessible.ts';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { expect, test } from './fixtures/desk-app.ts';
import { escapeDialog, IMPORT_MS, openPackage, rail, SAMPLES, search } from './fixtures/person.ts';
import { writeShown } from './fixtures/shown-packages.ts';

const SIZES = [
  { name: '900 × 600', width: 900, height: 600 },
  { name: '200 % of 1600 × 900', width: 800, height: 450 },
] as const;

/** The second language is shown last: acts go by the words of the first. */
const LANGUAGES = ['en', 'zh-CN'] as const;

for (const { name, ...size } of SIZES) {
  test(`${name}, in both languages`, async ({ launch, scratch }) => {
    const desk = await launch();
    const { page } = desk;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await desk.drop(page, [join(SAMPLES, 'marlow-persona.uaix'), await writeShown(scratch, 'scripts')]);
    await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
    await loadAs(page, await decideAll(page, 'lamp-room.marlow.geometry-tutor'));
    await page.setViewportSize(size);
    const speak = async (language: (typeof LANGUAGES)[number]) => {
      await page.evaluate((chosen) => window.uaix.setSettings({ language: chosen }), language);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    };
    const look = async (where: string, shown: Locator) => {
      await expect(shown.first()).toBeVisible();
      for (const language of LANGUAGES) {
        await speak(language);
        expect(await layoutFaults(page), `${where}: ${language}`).toEqual([]);
      }
      await speak(LANGUAGES[0]);
    };
    const dialog = page.getByRole('dialog');
    await look('queue', page.getByRole('row'));
    await page.getByRole('row').first().locator('label').click();
    const exporting = page.getByRole('button', { name: 'Export 1…' });
    await look('queue with a selection', exporting);
    await exporting.click();
    await look('export', dialog);
    await escapeDialog(page);
    for (const place of ['Profiles', 'Policy', 'Handoff', 'Evidence']) {
      await rail(page, place).click();
      await look(place, page.getByRole('heading', { level: 1, name: place }));
    }
    await page.getByRole('radio', { name: 'Reports' }).click();
    await look('reports', page.getByRole('region', { name: 'Preview of the report' }));
    await openPackage(page, 'marlow-six-scripts.uaix');
    await look('package', page.getByRole('heading', { level: 2 }));
    await page.getByRole('button', { name: 'Load…' }).click();
    await look('load', dialog);
    await escapeDialog(page);
    await page.getByRole('button', { name: 'Help', exact: true }).click();
    await look('help', dialog);
    await escapeDialog(page);
    await search(page, '');
    await look('palette', page.getByRole('option'));
  });
}

test('the check sees a control that is covered, one that is cut and one outside', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);
  await page.evaluate(() => {
    const put = (name: string, style: Partial<CSSStyleDeclaration>, tag = 'button') => {
      const element = Object.assign(document.createElement(tag), { textContent: name });
      Object.assign(element.style, { position: 'fixed', height: '30px', zIndex: '90', ...style });
      document.body.append(element);
    };
    put('covered', { left: '300px', top: '200px', width: '80px' });
    put('lid', { left: '290px', top: '190px', width: '120px', height: '60px', zIndex: '91' }, 'div');
    put('cut in the middle', { left: '500px', top: '200px', width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' });
    put('outside', { left: '-60px', top: '300px', width: '50px' });
  });
  const faults = await layoutFaults(page);
  expect(faults).toEqual([
    '<button> covered lies under <div> lid',
    '<button> cut in the middle is cut',
    expect.stringContaining('<button> outside reaches out of the window'),
  ]);
});
