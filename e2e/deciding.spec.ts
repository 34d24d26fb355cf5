/** Deciding many things at once, with notes and reasons, and taking all of it back; with the keyboard alone. */
import { join } from 'node:path';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { IMPORT_MS, openPackage, SAMPLES, tabTo } from './fixtures/person.ts';
import { writeShown } from './fixtures/shown-packages.ts';

const LAMP_ROOM = 'lamp-room.marlow.geometry-tutor';

async function open(desk: DeskApp, path: string, title: string): Promise<void> {
  await expect(desk.page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(desk.page, [path]);
  await openPackage(desk.page, title);
}

test('the clean rest is approved in one act that lists it, and undone in one', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await open(desk, join(SAMPLES, 'marlow-persona.uaix'), 'Marlow');
  const done = page.getByRole('heading', { name: /^Files/ });
  await tabTo(page, /^ *Approve 8 clean/);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Approve 8 clean files together?' });
  await expect(sheet.getByRole('listitem')).toHaveCount(8);
  await expect(sheet.getByText('taboo.uai')).toHaveCount(0);
  await tabTo(page, /Note \(may stay empty\)/);
  await page.keyboard.type('Read at the meeting.');
  await tabTo(page, /^ *Approve 8 clean/);
  await page.keyboard.press('Enter');
  await expect(sheet).toHaveCount(0);
  await expect(done).toHaveText('Files 8 of 11');
  // Whoever looks at a file that is not decided stays there.
  await expect(page.getByRole('treeitem', { selected: true })).toContainText('totem.uai');
  await page.keyboard.press('u');
  await expect(done).toHaveText('Files 0 of 11');
});

test('a note goes with the decision, and a decision can be taken back', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await open(desk, join(SAMPLES, 'marlow-persona.uaix'), 'Marlow');
  const file = page.getByRole('region', { name: 'File', exact: true });
  await page.evaluate(() => window.uaix.setSettings({ autoAdvance: false }));
  await tabTo(page, /^ *Note$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Note for the next decision' })).toBeFocused();
  await page.keyboard.type('axv: asked the sender');
  await tabTo(page, /^ *Approve/);
  await page.keyboard.press('Enter');
  await expect(file).toContainText('“axv: asked the sender”');
  await expect(file).toContainText('by itself');
  await tabTo(page, /^ *Take back$/);
  await page.keyboard.press('Enter');
  await expect(file).toContainText(/not decided/i);
});

test('what is unchanged since the loaded generation is carried over, anchors named', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [join(SAMPLES, 'marlow-persona.uaix')]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await loadAs(page, await decideAll(page, LAMP_ROOM));
  await open(desk, join(SAMPLES, 'updates', 'marlow-persona-2.uaix'), 'marlow-persona-2.uaix');
  await tabTo(page, /^ *Carry over 8 unchanged/);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Carry over 8 unchanged files?' });
  await expect(sheet.getByRole('listitem')).toHaveCount(8);
  await expect(sheet.getByRole('listitem').filter({ hasText: 'taboo.uai' })).toHaveCount(0);
  await tabTo(page, /^ *Carry over 8/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: /^Files/ })).toHaveText('Files 8 of 11');
});

test('a finding is walked to, acknowledged with a reason, and that is taken back', async ({ launch, scratch }) => {
  const desk = await launch();
  const { page } = desk;
  await open(desk, await writeShown(scratch, 'orders'), 'Marlow, summer course');
  await page.keyboard.press('n');
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasText: 'first-lesson.md' })).toBeVisible();
  await tabTo(page, /^ *Acknowledge…/);
  await page.keyboard.press('Enter');
  const reason = page.getByRole('textbox', { name: 'Why may this stay?' });
  await expect(reason).toBeFocused();
  await page.keyboard.type('A quotation.');
  await tabTo(page, /^ *Cancel$/);
  await page.keyboard.press('Escape');
  await expect(reason).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Marlow, summer course');
  await tabTo(page, /^ *Acknowledge…/);
  await page.keyboard.press('Enter');
  await expect(reason).toHaveValue('A quotation.');
  await tabTo(page, /^ *Acknowledge$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('“A quotation.”')).toBeVisible();
  await tabTo(page, /^ *Take back$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Acknowledge…' })).toBeVisible();
});
