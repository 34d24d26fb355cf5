/** The queue: finding packages, choosing many, exporting, rejecting and purging them; by mouse and by keys alone. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { type DeskApp, expect, type LaunchOptions, test } from './fixtures/desk-app.ts';
import { buildPackage } from './fixtures/package-builder.ts';
import { IMPORT_MS, rail, SAMPLES, tabTo } from './fixtures/person.ts';

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');
const SEEDS = join(SAMPLES, 'project-handoff.uaix');

const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const choose = (page: Page, title: string) => row(page, title).locator('label').click();
/** More than a window shows at once. */
const MANY = 24;

const chosenBar = (page: Page) => page.getByRole('region', { name: 'Chosen packages' });

type Launch = (options?: LaunchOptions) => Promise<DeskApp>;

/** A desk whose window is there. */
async function open(launch: Launch, options?: LaunchOptions): Promise<DeskApp> {
  const desk = await launch(options);
  await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible();
  return desk;
}

/** A desk with two packages to review and one that is refused. */
async function openWithThree(launch: Launch, scratch: string, options?: LaunchOptions): Promise<DeskApp> {
  const desk = await open(launch, options);
  const refused = join(scratch, 'not a package.uaix');
  writeFileSync(refused, 'plain text');
  await desk.drop(desk.page, [MARLOW, SEEDS, refused]);
  await expect(desk.page.getByRole('row')).toHaveCount(3, { timeout: IMPORT_MS });
  return desk;
}

test('each dropped file has its own end, and a file that is here already opens what is known', async ({
  launch,
  scratch,
}) => {
  const desk = await openWithThree(launch, scratch);
  const { page } = desk;
  await expect(row(page, 'Marlow')).toContainText('Lamp Room');
  await expect(row(page, 'Marlow')).toContainText('persona');
  await expect(row(page, 'Marlow')).toContainText('0 of 11 decided');
  await expect(row(page, 'not a package')).toContainText('Refused: this is not a ZIP file');
  await expect(page.getByRole('progressbar')).toHaveCount(0);

  await desk.drop(page, [MARLOW]);
  const told = page.getByRole('status').filter({ hasText: 'is here already' });
  await expect(told).toContainText('marlow-persona.uaix', { timeout: IMPORT_MS });
  await told.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marlow');
  await rail(page, /^Queue/).click();
  await expect(page.getByRole('row')).toHaveCount(3);
});

/** How often a row went back to an earlier stage since the page was told to watch, and what the rows still say. */
async function watchStages(page: Page): Promise<() => Promise<{ back: string[]; words: string[]; watched: number }>> {
  const watched = await page.evaluateHandle(() => {
    const order = ['Waiting', 'Copying into quarantine', 'Inspecting', 'Recording'];
    const reached = new Map<string, number>();
    const back: string[] = [];
    const words = () =>
      [...document.querySelectorAll('ul[aria-label="Packages being taken in"] > li')].map((li) => li.textContent ?? '');
    new MutationObserver(() => {
      for (const text of words()) {
        const name = /many-\d+/.exec(text)?.[0] ?? text;
        const stage = order.findIndex((word) => text.includes(word));
        if (stage < (reached.get(name) ?? 0)) back.push(text);
        reached.set(name, stage);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
    return { seen: () => ({ back, words: words(), watched: reached.size }) };
  });
  return () => watched.evaluate((inPage) => inPage.seen());
}

test('sixty files that are dropped at once each come to their end; no row goes back, and none is left waiting', async ({
  launch,
  scratch,
}) => {
  const paths = Array.from({ length: 60 }, (_, at) => join(scratch, `many-${at + 10}.uaix`));
  for (const [at, path] of paths.entries()) {
    writeFileSync(path, await buildPackage({ packageId: `many-${at + 10}` }).toArchive());
  }
  const desk = await open(launch);
  const { page } = desk;
  const seen = await watchStages(page);
  await desk.drop(page, paths);
  await expect(page.getByText('60 packages', { exact: true })).toBeVisible({ timeout: IMPORT_MS });
  await expect(page.getByRole('list', { name: 'Packages being taken in' })).toHaveCount(0);
  expect(await seen()).toEqual({ back: [], words: [], watched: 60 });
});

test('packages are found by words, by state and by order; nothing found says what was searched', async ({
  launch,
  scratch,
}) => {
  const { page } = await openWithThree(launch, scratch);
  const search = page.getByRole('searchbox', { name: 'Search packages' });
  await search.fill('old dairy');
  await expect(page.getByRole('row')).toHaveCount(1);
  await expect(row(page, 'Seed Ledger')).toBeVisible();
  await search.fill('nobody');
  await expect(page.getByText('Names, issuers, file names, ids and digests were searched.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all packages' }).click();
  await expect(search).toHaveValue('');
  await expect(page.getByRole('row')).toHaveCount(3);

  await page.getByRole('radio', { name: /^Refused/ }).click();
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.getByRole('radio', { name: /^All/ }).click();
  await expect(page.getByRole('row')).toHaveCount(3);
  await page.getByRole('button', { name: /^Order/ }).click();
  await page.getByRole('menuitemradio', { name: 'By name' }).click();
  await expect(page.getByRole('row').nth(0)).toContainText('Marlow');
  await expect(page.getByRole('row').nth(1)).toContainText('not a package');
  await expect(page.getByRole('row').nth(2)).toContainText('Seed Ledger');
});

test('chosen packages are exported into a folder: a file each, nothing over another, failures by name', async ({
  launch,
  scratch,
}) => {
  const folder = join(scratch, 'reports');
  const gone = join(scratch, 'gone');
  mkdirSync(folder);
  mkdirSync(gone);
  const answers: string[][] = [[], [folder], [folder], [gone]];
  const { page } = await openWithThree(launch, scratch, { dialogs: { open: () => answers.shift() ?? [] } });
  await choose(page, 'Marlow');
  await choose(page, 'not a package');
  await expect(chosenBar(page)).toContainText('2 packages chosen');

  await chosenBar(page).getByRole('button', { name: 'Export 2…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Export the reports of 2 packages' });
  await expect(sheet.getByRole('listitem')).toHaveText(['Marlow, geometry tutor', 'not a package.uaix']);
  const go = sheet.getByRole('button', { name: 'Choose a folder…' });
  await go.click();
  await expect(go).toBeEnabled();
  expect(readdirSync(folder)).toEqual([]);

  await go.click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: '2 reports saved in' })).toContainText(folder);
  const first = readdirSync(folder).sort();
  expect(first).toHaveLength(2);
  for (const name of first) expect(name).toMatch(/^uaix-report-[0-9a-f]{12}\.html$/);
  expect(first.map((name) => readFileSync(join(folder, name), 'utf8')).join()).toContain('Marlow, geometry tutor');

  // The same again in another form, then once more into a folder that is gone by then.
  await chosenBar(page).getByRole('button', { name: 'Export 2…' }).click();
  await go.click();
  await expect(sheet).toHaveCount(0);
  expect(readdirSync(folder).filter((name) => / \(2\)\.html$/.test(name))).toHaveLength(2);
  rmSync(gone, { recursive: true });
  await chosenBar(page).getByRole('button', { name: 'Export 2…' }).click();
  await sheet.getByRole('radio', { name: 'JSON' }).click();
  await go.click();
  await expect(sheet.getByRole('status')).toContainText('2 reports were not saved');
  for (const title of ['Marlow, geometry tutor', 'not a package.uaix']) {
    await expect(sheet.getByRole('listitem').filter({ hasText: title })).toContainText(
      'The chosen folder does not take files',
    );
  }
  expect(existsSync(gone)).toBe(false);
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect(chosenBar(page)).toContainText('2 packages chosen');
});

test('many are rejected with a reason and taken back, others are purged after a question', async ({
  launch,
  scratch,
}) => {
  const { page } = await openWithThree(launch, scratch);
  for (const title of ['Marlow', 'Seed Ledger', 'not a package']) await choose(page, title);
  await chosenBar(page).getByRole('button', { name: 'Reject 2' }).click();
  const rejecting = page.getByRole('alertdialog', { name: 'Reject 2 packages?' });
  await expect(rejecting.getByRole('listitem')).toHaveText(['Marlow, geometry tutor', 'Seed Ledger, handed over']);
  const reject = rejecting.getByRole('button', { name: 'Reject 2' });
  await expect(reject).toBeDisabled();
  await rejecting.getByRole('textbox').fill('Nobody asked for these.');
  await reject.click();
  await expect(row(page, 'Marlow')).toContainText('rejected');
  await expect(row(page, 'Seed Ledger')).toContainText('rejected');
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'Marlow')).toContainText('0 of 11 decided');
  await expect(row(page, 'Seed Ledger')).not.toContainText('rejected');

  await expect(chosenBar(page)).toHaveCount(0);
  await choose(page, 'not a package');
  await chosenBar(page).getByRole('button', { name: 'Purge 1' }).click();
  const purging = page.getByRole('alertdialog', { name: 'Purge 1 package?' });
  await expect(purging).toContainText('not a package.uaix');
  await expect(purging.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(purging).toHaveCount(0);
  await expect(chosenBar(page).getByRole('button', { name: 'Purge 1' })).toBeFocused();
  await expect(row(page, 'not a package')).not.toContainText('purged');
  await chosenBar(page).getByRole('button', { name: 'Purge 1' }).click();
  await purging.getByRole('button', { name: 'Purge 1' }).click();
  await expect(row(page, 'not a package')).toContainText('purged');
});

test('with the keyboard alone: find, order, choose, export, reject, take back', async ({ launch, scratch }) => {
  const folder = join(scratch, 'reports');
  mkdirSync(folder);
  const { page } = await openWithThree(launch, scratch, { dialogs: { open: () => [folder] } });
  await tabTo(page, /Search packages/);
  await page.keyboard.type('old dairy');
  await expect(page.getByRole('row')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('row')).toHaveCount(3);
  await tabTo(page, /^Order/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: 'By name' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row').nth(0)).toContainText('Marlow');

  // Roving focus: one row takes Tab, arrows go on, and each row tells its place.
  await tabTo(page, /Marlow, geometry tutor/);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', '3');
  await expect(row(page, 'Marlow')).toHaveAttribute('aria-rowindex', '1');
  await page.keyboard.press('Space');
  await page.keyboard.press('End');
  await expect(row(page, 'Seed Ledger')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(chosenBar(page)).toContainText('2 packages chosen');

  await tabTo(page, /Export 2…/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Choose a folder…' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(readdirSync(folder)).toHaveLength(2);

  await tabTo(page, /Reject 2/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog').getByRole('textbox')).toBeFocused();
  await page.keyboard.type('Not now.');
  await tabTo(page, /^ *Reject 2$/);
  await page.keyboard.press('Enter');
  await expect(row(page, 'Marlow')).toContainText('rejected');
  await tabTo(page, /^ *Undo$/);
  await page.keyboard.press('Enter');
  await expect(row(page, 'Marlow')).not.toContainText('rejected');
});

test('a range with Shift, all that the filter lists with Ctrl+A, nothing with Escape; by keys and by mouse', async ({
  launch,
  scratch,
}) => {
  const desk = await openWithThree(launch, scratch);
  const { page } = desk;
  const more = [1, 2, 3].map((n) => join(scratch, `refused ${n}.uaix`));
  for (const path of more) writeFileSync(path, path);
  await desk.drop(page, more);
  await expect(page.getByRole('row')).toHaveCount(6, { timeout: IMPORT_MS });
  const chosenRows = page.getByRole('row', { selected: true });

  await tabTo(page, /refused 3/);
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(chosenRows).toHaveCount(3);
  await page.keyboard.press('Shift+ArrowUp');
  await expect(chosenRows).toHaveCount(2);
  await page.keyboard.press('End');
  await page.keyboard.press('Shift+Space');
  await expect(chosenRows).toHaveCount(6);
  await page.keyboard.press('Escape');
  await expect(chosenRows).toHaveCount(0);
  await expect(chosenBar(page)).toHaveCount(0);

  await page.getByRole('radio', { name: /^Refused/ }).click();
  await expect(page.getByRole('row')).toHaveCount(4);
  await page.keyboard.press('Control+a');
  await expect(chosenBar(page)).toContainText('All 4 of this filter are chosen');
  await expect(chosenBar(page).getByRole('button', { name: 'Purge 4' })).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(chosenBar(page)).toHaveCount(0);
  await row(page, 'refused 3').click({ modifiers: ['ControlOrMeta'] });
  await row(page, 'refused 1')
    .locator('label')
    .click({ modifiers: ['Shift'] });
  await expect(chosenBar(page)).toContainText('3 packages chosen');
  // In a field the same keys mean its text.
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+a');
  await expect(chosenBar(page)).toContainText('3 packages chosen');
});

/** Presses Stop in the moment it is there: a press from outside comes too late on a fast machine. */
async function stopAsSoonAsOffered(page: Page): Promise<void> {
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      const stop = [...document.querySelectorAll('button')].find((button) => button.textContent === 'Stop');
      if (!stop) return;
      observer.disconnect();
      stop.click();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
}

test('all that is listed holds rows that were never in view; an act on many shows how far it is and stops', async ({
  launch,
  scratch,
}) => {
  const desk = await open(launch);
  const { page } = desk;
  const paths = Array.from({ length: MANY }, (_, n) => join(scratch, `refused ${n}.uaix`));
  for (const path of paths) writeFileSync(path, path);
  await desk.drop(page, paths);
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(MANY), { timeout: 2 * IMPORT_MS });
  await expect(page.getByRole('list', { name: 'Packages being taken in' })).toHaveCount(0, { timeout: IMPORT_MS });
  expect(await page.getByRole('row').count()).toBeLessThan(MANY);
  await tabTo(page, /refused/);
  await page.keyboard.press('Control+a');
  await expect(chosenBar(page)).toContainText(`All ${MANY} of this filter are chosen`);
  await chosenBar(page)
    .getByRole('button', { name: `Purge ${MANY}` })
    .click();
  await stopAsSoonAsOffered(page);
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: `Purge ${MANY}` })
    .click();
  await expect(page.getByRole('status').filter({ hasText: `of ${MANY} packages purged` })).toBeVisible();
  const counted = async (name: RegExp) =>
    Number(/\d+$/.exec((await page.getByRole('radio', { name }).textContent()) ?? '')?.[0]);
  // The counts come anew after the act: they are right once both are.
  await expect.poll(async () => (await counted(/^Refused/)) + (await counted(/^Rejected/))).toBe(MANY);
  const refused = await counted(/^Refused/);
  expect(refused).toBeGreaterThan(0);
  await expect(chosenBar(page)).toContainText(`${refused} packages chosen`);
});
