/** The main job in the window: take in, look, decide, load, switch, go back; with the mouse, and with the keyboard alone. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures/desk-app.ts';
import { command, IMPORT_MS, openPackage, rail, SAMPLES, tabTo } from './fixtures/person.ts';

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');
const MARLOW_2 = join(SAMPLES, 'updates/marlow-persona-2.uaix');
const HANDOFF = join(SAMPLES, 'project-handoff.uaix');

const policyLine = (page: Page) => page.getByRole('button', { name: /^Policy: / });

/** Acknowledges whatever asks for it, then approves: the clean rest together, what is left one by one. */
async function decideEverything(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^All/ }).click();
  const start = page.getByRole('button', { name: /^Acknowledge.*…$/ });
  for (let open = await start.count(); open > 0; open -= 1) {
    await start.first().click();
    await page.getByLabel('Why may this stay?').fill('Read and compared; it may stay.');
    await page.getByRole('button', { name: /^Acknowledge( \d+)?$/ }).click();
    await expect(page.getByLabel('Why may this stay?')).toHaveCount(0);
    await expect(start).toHaveCount(open - 1);
  }
  const clean = page.getByRole('button', { name: /^Approve \d+ clean/ });
  if ((await clean.count()) > 0) {
    await clean.click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve \d+ clean/ })
      .click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(clean).toHaveCount(0);
  }
  const undecided = page.getByRole('button', { name: /^Next: / });
  while ((await undecided.count()) > 0) {
    const words = await undecided.textContent();
    await undecided.click();
    await page.getByRole('button', { name: /^Approve a?$/ }).click();
    await expect(undecided.filter({ hasText: words ?? '' })).toHaveCount(0);
  }
  await expect(policyLine(page)).toHaveText('Policy: every clause accepts');
}

test('with the mouse: two packages become two profiles, one gets a second generation and goes back', async ({
  launch,
  scratch,
}) => {
  const dataFolder = join(scratch, 'kept');
  const first = await launch({ dataFolder });
  const { page } = first;
  await first.drop(page, [MARLOW, HANDOFF]);

  await openPackage(page, 'Marlow');
  await expect(policyLine(page)).toHaveText(/Policy: \d clauses block/);
  await decideEverything(page);
  await page.getByRole('button', { name: 'Load…' }).click();
  await expect(page.getByRole('dialog')).toContainText('A new profile is made');
  await page.getByRole('button', { name: 'Load generation 1' }).click();
  await expect(page.getByRole('banner')).toContainText('gen 1');

  await openPackage(page, 'project-handoff.uaix');
  await decideEverything(page);
  await page.getByRole('button', { name: 'Load…' }).click();
  await page.getByRole('button', { name: 'Load generation 1' }).click();
  await page.getByRole('button', { name: 'Switch to it' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'This window shows' })).toBeVisible();

  await first.drop(page, [MARLOW_2]);
  await openPackage(page, 'marlow-persona-2.uaix');
  await page.getByRole('button', { name: /^Carry over \d+ unchanged/ }).click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Carry over/ })
    .click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Carry over/ })).toHaveCount(0);
  await decideEverything(page);
  await page.getByRole('button', { name: 'Load…' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText('gets generation 2');
  await expect(sheet).toContainText('Generation 1 stays');
  for (const field of await sheet.getByRole('textbox').all()) {
    await expect(page.getByRole('button', { name: 'Load generation 2' })).toBeDisabled();
    const label = await field.evaluate(
      (input) => (input as HTMLInputElement).labels?.[0]?.querySelector('code')?.textContent,
    );
    await field.fill(label ?? '');
  }
  await page.getByRole('button', { name: 'Load generation 2' }).click();
  await expect(sheet).toHaveCount(0);

  await rail(page, 'Profiles').click();
  const marlow = page.getByRole('article').filter({ hasText: 'Lamp Room' });
  await expect(marlow.locator('[aria-current]')).toContainText('Generation 2');
  await marlow.getByRole('button', { name: 'Return to generation 1' }).click();
  await expect(marlow.locator('[aria-current]')).toContainText('Generation 1');

  await rail(page, 'Evidence').click();
  await expect(page.getByText(/^The chain holds\./)).toBeVisible();
  expect(await first.close()).toBe(0);

  const again = await launch({ dataFolder });
  await rail(again.page, 'Profiles').click();
  await expect(again.page.getByRole('article')).toHaveCount(2);
  await expect(
    again.page.getByRole('article').filter({ hasText: 'Lamp Room' }).locator('[aria-current]'),
  ).toContainText('Generation 1');
  await rail(again.page, /^Queue/).click();
  await expect(again.page.getByRole('row')).toHaveCount(3);
});

test('with the keyboard alone: from the sample to the loaded profile', async ({ launch }) => {
  const { page } = await launch();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await command(page, 'sample marlow', /Marlow/);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await tabTo(page, /Marlow, geometry tutor/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  const done = page.getByRole('heading', { name: /^Files/ });
  const total = Number((await done.textContent())?.match(/of (\d+)/)?.[1]);
  expect(total).toBeGreaterThan(5);

  // Reject by mistake, undo, then approve each file; the desk goes on to the next by itself.
  await page.keyboard.press('x');
  await expect(done).toHaveText(`Files 1 of ${total}`);
  await page.keyboard.press('u');
  await expect(done).toHaveText(`Files 0 of ${total}`);
  for (let decided = 1; decided <= total; decided += 1) {
    await expect(
      page.getByRole('treeitem', { selected: true }).getByRole('img', { name: 'not decided' }),
    ).toBeVisible();
    await page.keyboard.press('a');
    await expect(done).toHaveText(`Files ${decided} of ${total}`);
  }
  await expect(policyLine(page)).toHaveText('Policy: every clause accepts');

  // Letters typed in a field are text.
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Filter files' })).toBeFocused();
  await page.keyboard.type('xaxa');
  await expect(page.getByText('No file fits the filter.')).toBeVisible();
  await expect(done).toHaveText(`Files ${total} of ${total}`);
  await page.keyboard.press('Escape');
  await expect(page.getByText('No file fits the filter.')).toHaveCount(0);

  await tabTo(page, /Load…/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await tabTo(page, /Load generation 1/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('banner')).toContainText('gen 1');
});
