/** Small windows: 900 × 600, and 200 % zoom of 1600 × 900. Every control is inside the window, whole, and on top. */
import { join } from 'node:path';
import { layoutFaults } from './fixtures/accessible.ts';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { expect, test } from './fixtures/desk-app.ts';
import { IMPORT_MS, openPackage, rail, SAMPLES } from './fixtures/person.ts';
import { writeShown } from './fixtures/shown-packages.ts';

const SIZES = [
  { name: '900 × 600', width: 900, height: 600 },
  { name: '200 % of 1600 × 900', width: 800, height: 450 },
] as const;

for (const { name, ...size } of SIZES) {
  for (const language of ['en', 'zh-CN'] as const) {
    test(`${name}, ${language}`, async ({ launch, scratch }) => {
      const desk = await launch();
      const { page } = desk;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await desk.drop(page, [join(SAMPLES, 'marlow-persona.uaix'), await writeShown(scratch, 'scripts')]);
      await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
      await loadAs(page, await decideAll(page, 'lamp-room.marlow.geometry-tutor'));
      await page.setViewportSize(size);
      const look = async (where: string, before: () => Promise<unknown>) => {
        await before();
        await page.evaluate((chosen) => window.uaix.setSettings({ language: chosen }), language);
        await expect(page.locator('html')).toHaveAttribute('lang', language);
        expect(await layoutFaults(page), where).toEqual([]);
        await page.evaluate(() => window.uaix.setSettings({ language: 'en' }));
        await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      };
      await look('queue', async () => undefined);
      await look('queue with a selection', () => page.getByRole('row').first().locator('label').click());
      await look('export', () => page.getByRole('button', { name: 'Export 1…' }).click());
      await page.keyboard.press('Escape');
      for (const place of ['Profiles', 'Policy', 'Handoff', 'Evidence']) {
        await look(place, () => rail(page, place).click());
      }
      await look('reports', () => page.getByRole('radio', { name: 'Reports' }).click());
      await look('package', () => openPackage(page, 'marlow-six-scripts.uaix'));
      await look('load', () => page.getByRole('button', { name: 'Load…' }).click());
      await page.keyboard.press('Escape');
      await look('help', () => page.getByRole('button', { name: 'Help', exact: true }).click());
      await page.keyboard.press('Escape');
      await look('palette', () => page.keyboard.press('Control+k'));
    });
  }
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
