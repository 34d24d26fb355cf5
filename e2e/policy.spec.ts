/** The policy screen: tighter at once, looser only after a question, a text that does not pass never saved; by mouse and by keys. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { judgeInEveryLook } from './fixtures/accessible.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { IMPORT_MS, rail, SAMPLES, tabTo } from './fixtures/person.ts';

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');

test('with the mouse: what a change would do is shown before it is saved; loosening asks', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [MARLOW]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await rail(page, 'Policy').click();
  const preview = page.getByRole('complementary', { name: 'What this would change' });
  const save = page.getByRole('button', { name: /^Save/ });
  await expect(save).toBeDisabled();

  await page.getByRole('radio', { name: 'Only the allow list' }).click();
  await expect(preview).toContainText('tighter');
  await expect(preview).toContainText('1 package would be judged differently');
  await expect(preview.getByRole('button', { name: 'Marlow, geometry tutor' })).toBeVisible();
  await save.click();
  await expect(page.getByRole('status').filter({ hasText: 'Policy saved.' })).toBeVisible();

  await page.getByRole('radio', { name: 'Any issuer' }).click();
  await expect(preview).toContainText('looser');
  await save.click();
  const question = page.getByRole('alertdialog', { name: 'Loosen the policy?' });
  await expect(question).toContainText('Which issuers are heard');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toHaveCount(0);
  await expect(save).toBeFocused();
  expect(readFileSync(join(desk.dataFolder, 'policy.json'), 'utf8')).toContain('"allow-list"');
  await save.click();
  await question.getByRole('button', { name: 'Loosen the policy' }).click();
  await expect(question).toHaveCount(0);
  await expect(save).toBeDisabled();
  expect(readFileSync(join(desk.dataFolder, 'policy.json'), 'utf8')).toContain('"any"');
});

test('with the keyboard alone: tighten, then a text that does not pass is named and cannot be saved', async ({
  launch,
}) => {
  const desk = await launch();
  const { page } = desk;
  await policyByKeys(page);
  await tabTo(page, /Every package must have a persona file/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('complementary')).toContainText('tighter');
  await tabTo(page, /^ *Save$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Policy saved.' })).toBeVisible();
  expect(readFileSync(join(desk.dataFolder, 'policy.json'), 'utf8')).toMatch(/"requirePersona": true/);

  await tabTo(page, /^ *Form$/);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Text' })).toBeFocused();
  await page.keyboard.press('Enter');
  const text = page.getByRole('textbox', { name: 'Text of the policy file' });
  await expect(text).toBeVisible();
  await tabTo(page, /Text of the policy file/);
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('{');
  await expect(page.getByRole('complementary')).toContainText('This cannot be saved.');
  await expect(page.getByRole('complementary')).toContainText(/Line \d+, column \d+:/);
  await expect(page.getByRole('button', { name: /^Save/ })).toBeDisabled();
  await tabTo(page, /^ *Discard changes$/);
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue(readFileSync(join(desk.dataFolder, 'policy.json'), 'utf8'));
});

const BROKEN = '{\n  // mine\n  "requirePersona": yes\n}\n';
async function policyByKeys(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, /^ *Policy$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Policy' })).toBeVisible();
}

const policyOf = (desk: DeskApp) => join(desk.dataFolder, 'policy.json');
const keptOf = (desk: DeskApp) =>
  readdirSync(desk.dataFolder)
    .filter((name) => name.startsWith('policy.broken-'))
    .map((name) => readFileSync(join(desk.dataFolder, name)));

/** The window, started on a data folder whose policy file somebody broke. */
async function brokenPolicy(desk: DeskApp, bytes: string | Buffer): Promise<Page> {
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  writeFileSync(policyOf(desk), bytes);
  await rail(page, 'Policy').click();
  await expect(page.getByText('The policy file is broken, so nothing loads.')).toBeVisible();
  return page;
}

test('with the mouse: a broken file is mended in the window, looser than the defaults only after a question', async ({
  launch,
}) => {
  const desk = await launch();
  const page = await brokenPolicy(desk, BROKEN);
  const text = page.getByRole('textbox', { name: 'Text of the policy file' });
  const save = page.getByRole('button', { name: /^Save/ });
  await expect(text).toHaveValue(BROKEN);
  await expect(text).toHaveAccessibleDescription(/Line 3, column 21:/);
  await expect(save).toBeDisabled();
  await text.fill('{ "requirePersona": true, "derivatives": "allow" }');
  const preview = page.getByRole('complementary', { name: 'What this would change' });
  await expect(preview).toContainText('looser');
  expect(readFileSync(policyOf(desk), 'utf8')).toBe(BROKEN);
  await save.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Loosen the policy' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'The broken file is kept as policy.broken-' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Form' })).toBeChecked();
  expect(readFileSync(policyOf(desk), 'utf8')).toContain('"allow"');
  expect(keptOf(desk).map(String)).toEqual([BROKEN]);
});

test('with the keyboard alone: a broken file gives way to the strict defaults, named, kept and logged', async ({
  launch,
}) => {
  const desk = await launch();
  const { page } = desk;
  await policyByKeys(page);
  await tabTo(page, /Every package must have a persona file/);
  await page.keyboard.press('Space');
  await tabTo(page, /^ *Save$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Policy saved.' })).toBeVisible();
  writeFileSync(policyOf(desk), BROKEN);
  await tabTo(page, /^ *Evidence$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Evidence' })).toBeVisible();
  await tabTo(page, /^ *Policy$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('The policy file is broken, so nothing loads.')).toBeVisible();
  await tabTo(page, /^ *Go back to the strict defaults…$/);
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Go back to the strict defaults?' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(question.getByRole('listitem')).toHaveText(['Persona file in every package']);
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Go back to the strict defaults…' })).toBeFocused();
  expect(readFileSync(policyOf(desk), 'utf8')).toBe(BROKEN);
  await page.keyboard.press('Enter');
  await tabTo(page, /^ *Go back to the defaults$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'The strict defaults are in force.' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByRole('checkbox', { name: /Every package must/ })).not.toBeChecked();
  expect(keptOf(desk).map(String)).toEqual([BROKEN]);
  await rail(page, 'Evidence').click();
  await expect(page.getByRole('row').filter({ hasText: /policy/i })).toHaveCount(2);
});

test('what is no text is not shown as one, yet the strict defaults can take its place', async ({ launch }) => {
  const desk = await launch();
  const bytes = Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0xff]);
  const page = await brokenPolicy(desk, bytes);
  await expect(page.getByText('It cannot be shown as text here.')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await judgeInEveryLook(page, 'policy file that is no text');
  await page.getByRole('button', { name: 'Go back to the strict defaults…' }).click();
  await judgeInEveryLook(page, 'question before the strict defaults');
  await page.getByRole('button', { name: 'Go back to the defaults' }).click();
  await expect(page.getByRole('radio', { name: 'Form' })).toBeChecked();
  expect(keptOf(desk)).toEqual([bytes]);
});
