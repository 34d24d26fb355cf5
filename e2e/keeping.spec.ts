/** What keeps the past safe: pinned and exported generations, and the notice about a log that somebody changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, ROOT, test } from './fixtures/desk-app.ts';
import { IMPORT_MS } from './fixtures/person.ts';

const MARLOW = join(ROOT, 'dist/samples/marlow-persona.uaix');

test('a generation is pinned, unpinned, and exported byte for byte', async ({ launch, scratch }) => {
  const saved = join(scratch, 'exported.uaix');
  const desk = await launch({ dialogs: { save: () => saved } });
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await desk.drop(page, [MARLOW]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await page.getByRole('row').first().click();
  await expect(page.getByRole('treeitem').first()).toBeVisible();
  const problem = await page.evaluate(async () => {
    const { uaix } = window;
    const queue = await uaix.listQueue({ states: [], search: '', sort: 'received', offset: 0, limit: 1 });
    const archive = queue.ok ? (queue.value.rows[0]?.archiveSha256 ?? '') : '';
    const detail = await uaix.getPackage({ archive });
    if (!detail.ok) return detail.problem;
    let { version } = detail.value;
    for (const { path } of detail.value.files) {
      const decided = await uaix.decideFiles({
        archive,
        version,
        paths: [path],
        decision: 'approved',
        manner: 'single',
        note: null,
      });
      if (!decided.ok) return decided.problem;
      version = decided.value.version;
    }
    const loaded = await uaix.loadPackage({ archive, version, authorizations: [], source: 'same' });
    return loaded.ok ? null : loaded.problem;
  });
  expect(problem).toBeNull();

  await page.getByRole('navigation').getByRole('button', { name: 'Profiles' }).click();
  const generation = page.getByRole('article').getByRole('listitem').filter({ hasText: 'Generation 1' });
  const more = generation.getByRole('button', { name: 'More acts for generation 1' });
  await more.click();
  await page.getByRole('menuitem', { name: /^Pin/ }).click();
  await expect(generation).toContainText('pinned');
  await more.click();
  await page.getByRole('menuitem', { name: 'Unpin' }).click();
  await expect(generation).not.toContainText('pinned');
  await more.click();
  await page.getByRole('menuitem', { name: /^Export/ }).click();
  await expect(page.getByRole('status').filter({ hasText: 'was saved as a package' })).toBeVisible();
  expect(readFileSync(saved).equals(readFileSync(MARLOW))).toBe(true);
});

test('a log that somebody changed is told above every screen, and the evidence screen says where', async ({
  launch,
  scratch,
}) => {
  const dataFolder = join(scratch, 'kept');
  const first = await launch({ dataFolder });
  await expect(first.page.getByRole('heading', { level: 1 })).toBeVisible();
  await first.drop(first.page, [MARLOW]);
  await expect(first.page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  await expect(first.page.getByTestId('chain-notice')).toHaveCount(0);
  expect(await first.close()).toBe(0);

  const db = new Sqlite(join(dataFolder, 'desk.sqlite'));
  const { seq } = db.prepare('SELECT MAX(seq) AS seq FROM events').get() as { seq: number };
  db.exec('DROP TRIGGER events_never_change');
  db.prepare('UPDATE events SET actor = ? WHERE seq = ?').run('somebody else', seq);
  db.close();

  const { page } = await launch({ dataFolder });
  const notice = page.getByTestId('chain-notice');
  await expect(notice).toContainText(`Event ${seq} was changed after it was written.`);
  await page.getByRole('navigation').getByRole('button', { name: 'Policy' }).click();
  await expect(notice).toBeVisible();
  await notice.getByRole('button', { name: 'See where' }).click();
  await expect(page.getByRole('main')).toContainText(`Event ${seq} was changed after it was written.`);
  await expect(notice).toHaveCount(0);
});
