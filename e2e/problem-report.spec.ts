/** Help ▸ Report a problem: the person reads the whole text first; a desk with secrets in quarantine gives none of them away. */
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixtures/desk-app.ts';
import { PackageBuilder } from './fixtures/package-builder.ts';
import { IMPORT_MS } from './fixtures/person.ts';

/** Made here, so that no secret-shaped text is in the repository. */
const TOKEN = ['gh', 'p_', 'Ab3dEf6hIj9kLm2nOp5q', 'Rs8tUv1wXy4zAb7c'].join('');
const KEY = ['-----BEGIN', ' PRIVATE ', 'KEY-----'].join('');
const NAME = 'plan-of-lady-ada.uaix';
const PHRASE = 'the orchard behind the mill';

test('shows the whole report, saves exactly that, and holds nothing of the packages', async ({ launch, scratch }) => {
  const builder = new PackageBuilder({ packageId: 'orchard-package', profileId: 'orchard-profile' });
  builder.put('.uai/persona.uai', `# Persona\n\n${PHRASE}\ntoken: ${TOKEN}\n${KEY}\nMIIEvQ\n`);
  const file = join(scratch, NAME);
  writeFileSync(file, await builder.toArchive());
  const target = join(scratch, 'problem.txt');
  const desk = await launch({ args: [file], dialogs: { save: () => target } });
  const { page } = desk;
  const states = () =>
    page.evaluate(async () => {
      const answer = await window.uaix.listQueue({ states: [], search: '', sort: 'title', offset: 0, limit: 9 });
      return answer.ok ? answer.value.rows.map(({ state }) => state) : [];
    });
  await expect.poll(states, { timeout: IMPORT_MS }).toEqual(['no_op']);

  // Nothing that was not shown can be saved.
  expect(await page.evaluate(() => window.uaix.saveProblemReport({}))).toMatchObject({
    ok: false,
    problem: { code: 'bad-request' },
  });

  expect(await desk.clickMenu('report-problem')).toBe(true);
  const sheet = page.getByRole('dialog', { name: 'Report a problem' });
  const text = sheet.getByRole('region', { name: 'Text of the report' });
  await expect(text).toContainText('security/private-key no-op 1 (1)');
  const shown = await text.locator('pre').textContent();
  await sheet.getByRole('button', { name: 'Save…' }).click();
  await expect(sheet).toHaveCount(0);
  const saved = readFileSync(target, 'utf8');
  expect(saved).toBe(shown);

  expect(saved).toMatch(/^no_op 1$/m);
  expect(saved).toMatch(/^database ok database-whole/m);
  // The window made the data folder before the desk did: for this account only.
  if (process.platform !== 'win32') expect(saved).toMatch(/^permissions ok permissions-private/m);
  expect(saved).toMatch(/what=desk-opened code=yes/);
  const private_ = [
    TOKEN,
    TOKEN.slice(4, 20),
    KEY,
    'MIIEvQ',
    PHRASE,
    NAME,
    'lady-ada',
    'orchard',
    'persona.uai',
    scratch,
    homedir(),
  ];
  for (const text of private_) expect(saved, text).not.toContain(text);
  // A digest names a package: none is told either.
  expect(saved).not.toMatch(/[0-9a-f]{16}/);
  if (userInfo().username !== 'root') expect(saved).not.toContain(userInfo().username);
});

test('is offered where the desk cannot be opened', async ({ launch, scratch }) => {
  const dataFolder = join(scratch, 'data');
  const first = await launch({ dataFolder });
  await first.close();
  writeFileSync(join(dataFolder, 'desk.sqlite'), 'this is no database');
  const { page, clickMenu } = await launch({ dataFolder });
  await expect(page.getByRole('alert')).toBeVisible();
  await clickMenu('report-problem');
  await expect(page.getByRole('region', { name: 'Text of the report' })).toContainText('database-damaged');
});
