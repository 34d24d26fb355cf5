/** Places, derivatives, variance, comparison and pruning of profiles; by mouse and by keys alone, judged by axe in both looks. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { judge } from './fixtures/accessible.ts';
import { decideAll, loadAs } from './fixtures/desk-acts.ts';
import { type DeskApp, expect, test } from './fixtures/desk-app.ts';
import { command, escapeDialog, IMPORT_MS, menuAct, openPackage, rail, SAMPLES, tabTo } from './fixtures/person.ts';

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');
const MARLOW_2 = join(SAMPLES, 'updates/marlow-persona-2.uaix');
const MEMORY = join(SAMPLES, 'long-memory.uaix');
const MARLOW_ID = 'lamp-room.marlow.geometry-tutor';

const card = (page: Page, title: string): Locator => page.getByRole('article', { name: title });
const said = (page: Page, words: string): Locator => page.getByRole('status').filter({ hasText: words });

async function takeIn(desk: DeskApp, path: string, rows: number): Promise<void> {
  await rail(desk.page, /^Queue/).click();
  await desk.drop(desk.page, [path]);
  await expect(desk.page.getByRole('row')).toHaveCount(rows, { timeout: IMPORT_MS });
}

/** Loads the update whose taboo changed, with the words a person would type. */
async function loadUpdate(page: Page): Promise<void> {
  const archive = await decideAll(page, MARLOW_ID);
  const problem = await page.evaluate(async (digest) => {
    const plan = await window.uaix.planLoad({ archive: digest });
    if (!plan.ok) return plan.problem;
    const authorizations = plan.value.anchors.map(({ authorization }) => authorization);
    const { version } = plan.value;
    const loaded = await window.uaix.loadPackage({ archive: digest, version, authorizations, source: 'same' });
    return loaded.ok ? null : loaded.problem;
  }, archive);
  expect(problem).toBeNull();
}

/** Marlow with two generations, on the screen of the profiles. */
async function twoGenerations(desk: DeskApp): Promise<void> {
  const { page } = desk;
  await takeIn(desk, MARLOW, 1);
  await loadAs(page, await decideAll(page, MARLOW_ID));
  await takeIn(desk, MARLOW_2, 2);
  await loadUpdate(page);
  await rail(page, 'Profiles').click();
  await expect(card(page, 'Marlow').getByText('Generation 2')).toBeVisible();
}

async function act(page: Page, title: string, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: `More acts for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
}

test('a wiki folder is agreed to at the load, changed, shared by choice, taken away and brought back', async ({
  launch,
  scratch,
}) => {
  const home = join(scratch, 'home');
  const other = join(scratch, 'other');
  for (const folder of [home, other]) mkdirSync(folder);
  let chosen = other;
  const desk = await launch({ env: { HOME: home }, dialogs: { open: () => [chosen] } });
  const { page } = desk;
  await takeIn(desk, MEMORY, 1);
  await decideAll(page, '');
  await page.getByRole('row').first().click();
  await page.getByRole('button', { name: 'Load…' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('region', { name: 'Folder for its wiki' })).toContainText(join('Documents', 'UAIX'));
  await judge(page, 'load with a wiki folder');
  expect(existsSync(join(home, 'Documents'))).toBe(false);
  await sheet.getByRole('button', { name: /^Load generation/ }).click();
  await expect(sheet).toHaveCount(0);
  const wikis = join(home, 'Documents', 'UAIX');
  await expect.poll(() => (existsSync(wikis) ? readdirSync(wikis).length : 0)).toBe(1);

  await rail(page, 'Profiles').click();
  const places = page.getByRole('list', { name: 'Places of this profile' });
  await expect(places).toContainText(join('Documents', 'UAIX'));
  const more = places.getByRole('button', { name: /^More acts for the wiki folder/ });
  await more.click();
  await page.getByRole('menuitem', { name: 'Change…' }).click();
  chosen = join(scratch, 'data', 'profiles');
  await sheet.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(sheet).toContainText('touches the data folder');
  await expect(sheet.getByRole('button', { name: 'Use this folder' })).toBeDisabled();
  await judge(page, 'wiki folder that cannot be');
  chosen = other;
  await sheet.getByRole('button', { name: 'Choose another folder…' }).click();
  await sheet.getByRole('button', { name: 'Use this folder' }).click();
  await expect(places).toContainText(other);

  await takeIn(desk, MARLOW, 2);
  await loadAs(page, await decideAll(page, MARLOW_ID));
  const shared = await page.evaluate(async (folder) => {
    const profiles = await window.uaix.listProfiles({ removed: false });
    const marlow = profiles.ok ? profiles.value.find(({ profileId }) => profileId === 'marlow') : undefined;
    const profileKey = marlow?.profileKey ?? '';
    const offer = await window.uaix.choosePlace({ profileKey, what: 'wiki' });
    const unasked = await window.uaix.setPlace({ profileKey, what: 'wiki', folder: '/etc', share: true });
    const alone = await window.uaix.setPlace({ profileKey, what: 'wiki', folder, share: false });
    const together = await window.uaix.setPlace({ profileKey, what: 'wiki', folder, share: true });
    return { offer, unasked, alone, together };
  }, other);
  expect(shared).toMatchObject({
    offer: { ok: true, value: { sharedWith: [{}] } },
    unasked: { ok: false, problem: { values: { variant: 'folder-not-chosen' } } },
    alone: { ok: false, problem: { code: 'authorization-missing' } },
    together: { ok: true },
  });
  await rail(page, 'Profiles').click();
  await expect(places.first()).toContainText('Shared with');
  await expect(places.nth(1)).toContainText('Shared with');
  await judge(page, 'cards that share a wiki folder');
  await page.getByRole('button', { name: 'More acts for the wiki folder of Marlow' }).click();
  await page.getByRole('menuitem', { name: 'Take the wiki folder away' }).click();
  await expect(page.getByText('Shared with')).toHaveCount(0);
  await expect(places.first()).not.toContainText('Wiki folder');
  // The newest note stands last.
  await said(page, 'No wiki folder any more').getByRole('button', { name: 'Undo' }).last().click();
  await expect(page.getByText('Shared with')).toHaveCount(2);
  await expect(places.first()).toContainText(other);
  expect(existsSync(other)).toBe(true);
});

test('a mirror is chosen, falls out of step, is refreshed, and is ended without what a person put there', async ({
  launch,
  scratch,
}) => {
  const mirror = join(scratch, 'mirror');
  mkdirSync(mirror);
  const full = join(scratch, 'full');
  mkdirSync(full);
  writeFileSync(join(full, 'mine.txt'), 'mine');
  let chosen = full;
  const desk = await launch({ dialogs: { open: () => [chosen] } });
  const { page } = desk;
  await takeIn(desk, MARLOW, 1);
  await loadAs(page, await decideAll(page, MARLOW_ID));
  await rail(page, 'Profiles').click();
  await act(page, 'Marlow, geometry tutor', /^Mirror folder/);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Choose a folder…' }).click();
  await expect(sheet).toContainText('is not an empty folder');
  await judge(page, 'mirror that cannot be');
  chosen = mirror;
  await sheet.getByRole('button', { name: 'Choose another folder…' }).click();
  await sheet.getByRole('button', { name: 'Use this folder' }).click();
  const places = page.getByRole('list', { name: 'Places of this profile' });
  await expect(places).toContainText('in step with generation 1');
  expect(existsSync(join(mirror, '.uai/persona.uai'))).toBe(true);
  await judge(page, 'card with a mirror');

  writeFileSync(join(mirror, '.uaix-mirror.json'), '{}');
  await takeIn(desk, MARLOW_2, 2);
  await loadUpdate(page);
  await rail(page, 'Profiles').click();
  await expect(places).toContainText('not in step');
  await judge(page, 'card with a mirror out of step');
  const marker = JSON.stringify({
    schema: 'uaix-desktop.mirror.v1',
    profileKey: await page.evaluate(async () => {
      const profiles = await window.uaix.listProfiles({ removed: false });
      return profiles.ok ? profiles.value[0]?.profileKey : '';
    }),
    generation: 1,
    files: [],
  });
  writeFileSync(join(mirror, '.uaix-mirror.json'), marker);
  await places.getByRole('button', { name: 'Refresh now' }).click();
  await expect(places).toContainText('in step with generation 2');
  await expect(places).toContainText('put aside');

  writeFileSync(join(mirror, 'mine.txt'), 'mine');
  await places.getByRole('button', { name: /^More acts for the mirror/ }).click();
  await page.getByRole('menuitem', { name: 'End the mirror…' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await judge(page, 'end of a mirror');
  await question.getByRole('button', { name: 'End the mirror' }).click();
  await expect(places).not.toContainText('Mirror');
  expect(existsSync(join(mirror, '.uai/persona.uai'))).toBe(false);
  expect(readFileSync(join(mirror, 'mine.txt'), 'utf8')).toBe('mine');
});

test('a derivative is written, saved, taken in like any package, and is shown as a derivative', async ({
  launch,
  scratch,
}) => {
  test.slow();
  const saved = join(scratch, 'slow.uaix');
  const form = join(scratch, 'variance.md');
  const desk = await launch({
    dialogs: { save: ({ defaultPath }) => (String(defaultPath).endsWith('.md') ? form : saved) },
  });
  const { page } = desk;
  await takeIn(desk, MARLOW, 1);
  await loadAs(page, await decideAll(page, MARLOW_ID));
  await rail(page, 'Profiles').click();
  await act(page, 'Marlow, geometry tutor', /^Make a derivative/);
  const sheet = page.getByRole('dialog');
  const save = sheet.getByRole('button', { name: 'Save as a package…' });
  await expect(sheet.getByRole('status')).toContainText('Made by');
  await expect(save).toBeDisabled();
  await judge(page, 'derivative');
  await sheet.getByRole('textbox', { name: 'Profile id' }).fill('marlow');
  await expect(sheet).toContainText('This is the id of the source');
  await sheet.getByRole('textbox', { name: 'Profile id' }).fill('marlow slow');
  await expect(sheet).toContainText('Latin letters, digits');
  await judge(page, 'derivative with a fault');
  await sheet.getByRole('textbox', { name: 'Profile id' }).fill('marlow-slow');
  await sheet.getByRole('textbox', { name: 'Title' }).fill('Marlow, slowly');
  await sheet.getByRole('textbox', { name: 'Made by' }).fill('Evening Club');
  await sheet.getByRole('textbox', { name: 'Why it is made' }).fill('For beginners.');
  const persona = sheet.getByRole('textbox', { name: /^Text of/ });
  await persona.fill(`${await persona.inputValue()}\n## Pace\n\nOne question at a time.\u200b\n`);
  await expect(sheet).toContainText('1 file changed');
  await expect(sheet).toContainText('draws nothing');
  await sheet.getByRole('radio', { name: 'Changes' }).click();
  await expect(sheet.locator('.cm-changedLine, .cm-insertedLine').filter({ hasText: 'Pace' }).first()).toBeVisible();
  await expect(sheet.locator('.cm-content')).toContainText('U+200B');
  await judge(page, 'derivative, changes');
  await sheet.getByRole('radio', { name: 'Write' }).click();
  const text = (await persona.inputValue()).replace('\u200b', '');
  await persona.fill(' ');
  await save.click();
  const refusal = sheet.getByRole('alert');
  await expect(refusal).toContainText('No importer would take the derivative. Refused: a required file says nothing.');
  // The program says this: nothing of it looks foreign.
  await expect(refusal.locator('bdi')).toHaveCount(0);
  await judge(page, 'derivative that is refused');
  await persona.fill(text);
  await save.click();
  await expect(sheet).toContainText(saved);
  await judge(page, 'derivative, saved');
  await sheet.getByRole('button', { name: 'Take it in now' }).click();
  await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
  await openPackage(page, 'Marlow, slowly');
  await expect(page.getByRole('main')).toContainText('derivative');
  await expect(page.getByRole('treeitem').filter({ hasText: 'provenance.md' })).toBeVisible();
  await loadAs(page, await decideAll(page, `${MARLOW_ID}.derivative`));
  await rail(page, 'Profiles').click();
  await expect(card(page, 'Marlow, slowly')).toContainText('derivative');
  await expect(card(page, 'Marlow, geometry tutor')).not.toContainText('derivative');

  await act(page, 'Marlow, geometry tutor', /^Variance report/);
  await expect(sheet.getByRole('region', { name: 'Preview of the variance report' })).toContainText('.uai/persona.uai');
  await judge(page, 'variance report');
  await sheet.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(said(page, 'Copied.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Save report…' }).click();
  await expect.poll(() => existsSync(form)).toBe(true);
  expect(readFileSync(form, 'utf8')).toBe(await desk.copied());
});

test('generations are compared file by file, and old ones are pruned after a look at what goes', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  await twoGenerations(desk);
  const old = card(page, 'Marlow').getByRole('listitem').filter({ hasText: 'Generation 1' });
  await old.getByRole('button', { name: /^More acts for generation 1/ }).click();
  await page.getByRole('menuitem', { name: 'Compare…' }).click();
  const sheet = page.getByRole('dialog');
  await expect(sheet.getByRole('status')).toContainText('3 changed, 0 new, 0 gone, 8 the same');
  const files = sheet.getByRole('listbox', { name: 'Files of both generations' });
  await expect(files.getByRole('option')).toHaveCount(3);
  await expect(sheet.getByRole('table')).toBeVisible();
  await judge(page, 'comparison, manifest');
  await files.getByRole('option', { name: /taboo/ }).click();
  await expect(sheet.getByRole('region', { name: 'Difference of .uai/taboo.uai' })).toBeVisible();
  await expect(sheet.locator('.cm-changedText, .cm-insertedLine, .cm-changedLine').first()).toBeVisible();
  await sheet.getByText('List files that are the same too').click();
  await expect(files.getByRole('option')).toHaveCount(11);
  await files.getByRole('option', { name: /totem/ }).click();
  await expect(sheet).toContainText('The same bytes as in');
  await sheet.getByLabel('Before').selectOption({ label: 'Generation 2, current' });
  await expect(sheet.getByRole('status')).toContainText('0 changed');
  await sheet.getByText('List files that are the same too').click();
  await expect(sheet).toContainText('No file differs between the two.');
  await escapeDialog(page);

  await act(page, 'Marlow, geometry tutor', /^Prune/);
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Nothing goes');
  await expect(question.getByRole('button', { name: /^Delete/ })).toBeDisabled();
  await question.getByRole('radio', { name: '1', exact: true }).click();
  await expect(question).toContainText('1 generation goes');
  await judge(page, 'prune');
  await question.getByText('Generation 1', { exact: false }).first().click();
  await expect(question.getByRole('button', { name: /^Delete/ })).toBeDisabled();
  await question.getByText('Generation 1', { exact: false }).first().click();
  await question.getByRole('button', { name: 'Delete 1 generation' }).click();
  await expect(old).toHaveCount(0);
  await expect(said(page, '1 generation deleted')).toBeVisible();
});

test('by keys alone: mirror, comparison and prune, with the focus back where it was', async ({ launch, scratch }) => {
  const mirror = join(scratch, 'mirror');
  mkdirSync(mirror);
  const desk = await launch({ dialogs: { open: () => [mirror] } });
  const { page } = desk;
  await twoGenerations(desk);
  await command(page, 'profiles', /Profiles/);
  const menu = async (letters: string) => {
    await tabTo(page, /^More acts for Marlow, geometry tutor/);
    await menuAct(page, letters);
  };
  await menu('Mirror');
  await tabTo(page, /Choose a folder/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText(mirror);
  await tabTo(page, /^ *Use this folder/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('list', { name: 'Places of this profile' })).toContainText('in step with generation 2');

  await command(page, 'compare gen', /Compare generations/);
  await expect(page.getByRole('dialog')).toContainText('3 changed');
  await escapeDialog(page);
  await menu('Compare');
  const option = page.getByRole('listbox').getByRole('option', { selected: true });
  await expect(option).toContainText('manifest');
  await tabTo(page, /manifest/);
  await page.keyboard.press('ArrowDown');
  await expect(option).toContainText('short-term-memory');
  await page.keyboard.press('End');
  await expect(option).toContainText('taboo');
  await expect(option).toBeFocused();
  await expect(page.locator('.cm-content').first()).toBeVisible();
  await escapeDialog(page);
  await expect(page.getByRole('button', { name: 'More acts for Marlow, geometry tutor' })).toBeFocused();

  await menu('Prune');
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await tabTo(page, /^ *1$/);
  await page.keyboard.press('Space');
  await tabTo(page, /^ *Delete 1 generation/);
  await page.keyboard.press('Enter');
  await expect(said(page, '1 generation deleted')).toBeVisible();
});

const CHINESE = {
  more: 'Marlow, geometry tutor 的更多动作',
  sheets: ['镜像文件夹…', '制作派生人格…', '差异报告…', '对比各代…', '清理旧的各代…'],
} as const;
const ENGLISH = {
  more: 'More acts for Marlow, geometry tutor',
  sheets: [
    'Mirror folder…',
    'Make a derivative…',
    'Variance report…',
    'Compare generations…',
    'Prune old generations…',
  ],
} as const;

// Each language and each theme once: colours come from the theme alone, names from the language alone.
const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'zh-CN', theme: 'dark' },
] as const;

for (const { language, theme } of LOOKS) {
  const size = theme === 'light' ? { width: 900, height: 700 } : { width: 1600, height: 900 };
  test(`axe finds nothing on cards, menu and sheets: ${language}, ${theme}, ${size.width} wide`, async ({ launch }) => {
    const desk = await launch();
    const { page } = desk;
    await twoGenerations(desk);
    const words = language === 'en' ? ENGLISH : CHINESE;
    await page.evaluate((settings) => window.uaix.setSettings(settings), { language, theme });
    await page.setViewportSize(size);
    const more = page.getByRole('button', { name: words.more, exact: true });
    await expect(more).toBeVisible();
    await judge(page, 'cards');
    for (const name of words.sheets) {
      await more.click();
      if (name === words.sheets[0]) await judge(page, 'menu');
      await page.getByRole('menuitem', { name }).click();
      const sheet = page.getByRole('dialog').or(page.getByRole('alertdialog'));
      await expect(sheet).toBeVisible();
      if (name === words.sheets[3]) await expect(page.locator('.cm-content').first()).toBeVisible();
      await judge(page, name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), name).toBe(true);
      await escapeDialog(page);
    }
  });
}
