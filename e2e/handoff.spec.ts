/** File handoff in the window: from named folders to a kept message, with the real files on disk. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFolder } from '../electron/packer/folder.ts';
import { packFiles } from '../electron/packer/pack.ts';
import { bundledPack } from '../electron/packer/testing.ts';
import { DEFAULT_LIMITS } from '../shared/limits.ts';
import { judge } from './fixtures/accessible.ts';
import { expect, ROOT, test } from './fixtures/desk-app.ts';
import { IMPORT_MS } from './fixtures/person.ts';

const LESSON = '# Second lesson\n\nPrint the sheet for every pupil.\n';

test('a file is taken in, read, decided, preserved, removed, brought back, and told in a message', async ({
  launch,
  scratch,
}) => {
  const [content, improvement, evidence] = ['content', 'improvement', 'evidence'].map((name) => {
    const folder = join(scratch, name);
    mkdirSync(folder);
    return folder;
  }) as [string, string, string];
  const source = join(content, 'second-lesson.md');
  writeFileSync(source, LESSON);

  const chosen = [content, improvement, evidence];
  const { page } = await launch({ dialogs: { open: () => chosen.splice(0, 1) } });
  await page.getByRole('navigation').getByRole('button', { name: 'Handoff' }).click();
  await judge(page, 'folders');
  const save = page.getByRole('button', { name: 'Use these folders' });
  await expect(save).toBeDisabled();
  for (const name of ['Folder of bucket 1', 'Folder of bucket 2', 'Folder for evidence']) {
    await page.getByRole('button', { name: `Choose: ${name}` }).click();
    await expect(page.getByRole('textbox', { name })).not.toHaveValue('');
  }
  await save.click();
  await page.getByRole('button', { name: 'Scan the folders' }).click();
  const line = page.getByRole('button', { name: /second-lesson/ });
  await expect(line).toContainText('waits to be taken in');
  const finish = page.getByRole('button', { name: 'Finish and write the message' });

  await page.getByRole('button', { name: 'Take it in' }).click();
  await expect(page.getByRole('region', { name: /^Content of/ })).toContainText('Print the sheet');
  await expect(page.getByRole('button', { name: 'Decide…' })).toBeDisabled();
  await page.getByRole('button', { name: 'I read it to the end' }).click();
  await page.getByRole('button', { name: 'Decide…' }).click();
  const sheet = page.getByRole('dialog');
  const record = sheet.getByRole('button', { name: 'Record the decision' });
  await expect(record).toBeDisabled();
  await judge(page, 'decision');
  await sheet.getByLabel('What came of it').selectOption('adapted');
  await sheet.getByRole('textbox', { name: 'Why' }).first().fill('It fits the course.');
  await sheet.getByRole('textbox', { name: 'Recommendation 1' }).fill('Print the sheet.');
  await sheet.getByRole('textbox', { name: 'Why' }).nth(1).fill('Agreed.');
  await record.click();
  await expect(line).toContainText('decided; to preserve');
  await expect(finish).toBeDisabled();

  await page.getByRole('button', { name: 'Preserve a durable copy' }).click();
  await expect(line).toContainText('to remove');
  expect(existsSync(source)).toBe(true);
  await page.getByRole('button', { name: 'Remove from the folder' }).click();
  await expect(line).toContainText('done');
  expect(existsSync(source)).toBe(false);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(line).toContainText('to remove');
  expect(readFileSync(source, 'utf8')).toBe(LESSON);
  await page.getByRole('button', { name: 'Remove from the folder' }).click();
  await expect(line).toContainText('done');
  await judge(page, 'files');

  await finish.click();
  const story = page.getByRole('region', { name: 'What the message tells' });
  await expect(story).toContainText('The intake is complete.');
  await expect(story).toContainText('content/second-lesson.md: put off, with a reason, adapted');
  await judge(page, 'message');
  const [run] = readdirSync(evidence);
  const message = JSON.parse(readFileSync(join(evidence, run ?? '', 'message.json'), 'utf8'));
  expect(message.body.fileOutcomes[0].processedOutcome).toBe('adapted');
  expect(message.body.fileOutcomes[0].sourceSiteRemoval.removed).toBe(true);
});

test('a message that lies in a package opens as a line of time', async ({ launch, scratch }) => {
  const desk = await launch();
  const { page } = desk;
  await desk.drop(page, [join(ROOT, 'dist/samples/marlow-persona.uaix')]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  const text = await page.evaluate(async () => {
    const queue = await window.uaix.listQueue({ states: [], search: '', sort: 'received', offset: 0, limit: 1 });
    const archive = queue.ok ? (queue.value.rows[0]?.archiveSha256 ?? '') : '';
    const message = await window.uaix.makePackageMessage({ archive });
    return message.ok ? message.value.text : '';
  });
  const { files } = await readFolder(join(ROOT, 'resources/samples/marlow-persona'), DEFAULT_LIMITS);
  const manifest = JSON.parse(String(files.get('.uai/manifest.uaix.json')));
  const parts = new Map([...files, ['evidence/handoff.json', Buffer.from(text)] as const]);
  const { archive } = await packFiles(parts, manifest, { pack: bundledPack() });
  const file = join(scratch, 'with-message.uaix');
  writeFileSync(file, archive);
  await desk.drop(page, [file]);
  await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
  await page.getByRole('row').filter({ hasText: 'with-message.uaix' }).click();
  await page.getByRole('treeitem').filter({ hasText: 'handoff.json' }).first().click();
  await page.getByRole('radio', { name: 'Message' }).click();
  await expect(page.getByRole('region', { name: 'What the message tells' })).toContainText('.uai/totem.uai');
  await page.getByRole('treeitem').filter({ hasText: 'totem.uai' }).first().click();
  await expect(page.getByRole('radio', { name: 'Message' })).toHaveCount(0);
});
