/** The policy screen: tighter at once, looser only after a question, a text that does not pass never saved; by mouse and by keys. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures/desk-app.ts';
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
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, /^ *Policy$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Policy' })).toBeVisible();
  await tabTo(page, /Every package must have a persona file/);
  await page.keyboard.press('Space');
  await expect(page.getByRole('complementary')).toContainText('tighter');
  await tabTo(page, /^ *Save$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Policy saved.' })).toBeVisible();
  expect(readFileSync(join(desk.dataFolder, 'policy.json'), 'utf8')).toMatch(/"requirePersona": true/);

  await tabTo(page, /^ *Form$/);
  await page.keyboard.press('ArrowRight');
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
