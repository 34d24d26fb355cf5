/** Imports that do not end well: cancelled while they run, tried again after the inspector died; and those of another program. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { openDatabase } from '../electron/database/open.ts';
import { advanceImport, insertImport } from '../electron/quarantine/imports-table.ts';
import { DataLayout } from '../electron/quarantine/layout.ts';
import { recordEnd } from '../electron/quarantine/record.ts';
import { type DeskApp, expect, hostHere, test } from './fixtures/desk-app.ts';
import { holdInspector } from './fixtures/inspector-process.ts';
import { IMPORT_MS, SAMPLES, tabTo } from './fixtures/person.ts';

/** Windows cannot hold a process still; Electron's own processes do not tell by their words which one is the inspector. */
test.skip(process.platform === 'win32' || hostHere() === 'electron', 'the inspector cannot be held still here');

const MARLOW = join(SAMPLES, 'marlow-persona.uaix');
const SEEDS = join(SAMPLES, 'project-handoff.uaix');

const imports = (page: Page) => page.getByRole('list', { name: 'Packages being taken in' });
const staged = (desk: DeskApp) => {
  const folder = join(desk.dataFolder, 'staging');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** An import that has come to the inspector, which stands still. Answers the inspector's process id. */
async function heldImport(desk: DeskApp, path: string): Promise<number> {
  const { page } = desk;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The first import makes sure that the inspector is there and idle.
  await desk.drop(page, [SEEDS]);
  await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
  const pid = holdInspector();
  if (pid === null) throw new Error('no inspector runs');
  await desk.drop(page, [path]);
  await expect(imports(page).getByRole('listitem')).toContainText('Inspecting', { timeout: IMPORT_MS });
  return pid;
}

test('a running import that is cancelled ends as cancelled and leaves nothing; the next one runs', async ({
  launch,
}) => {
  const desk = await launch();
  const { page } = desk;
  await heldImport(desk, MARLOW);
  expect(staged(desk)).not.toEqual([]);
  await tabTo(page, /^ *Cancel$/);
  await page.keyboard.press('Enter');
  await expect(imports(page).getByRole('listitem')).toContainText('Cancelled. Nothing was kept.');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect.poll(() => staged(desk)).toEqual([]);
  await expect(page.getByRole('row')).toHaveCount(1);
  await imports(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(imports(page)).toHaveCount(0);
  await desk.drop(page, [MARLOW]);
  await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
});

test('an import whose inspector died says so and is tried again from the private copy', async ({ launch }) => {
  const desk = await launch();
  const { page } = desk;
  const pid = await heldImport(desk, MARLOW);
  process.kill(pid, 'SIGKILL');
  const failed = imports(page).getByRole('listitem');
  await expect(failed.getByRole('alert')).toBeVisible();
  await expect.poll(() => staged(desk)).toEqual([]);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Marlow' })).toContainText('0 of 11 decided', {
    timeout: IMPORT_MS,
  });
  await expect(imports(page)).toHaveCount(0);
  await expect.poll(() => staged(desk)).toEqual([]);
});

test('imports of another program on the same folder are shown, and followed to their ends', async ({
  launch,
  scratch,
}) => {
  const db = openDatabase(new DataLayout(join(scratch, 'data')));
  const ids = ['a', 'b', 'c'].map((letter) => letter.repeat(8));
  for (const id of ids) insertImport(db, id, `${id}.uaix`, null);
  const [first = '', second = '', third = ''] = ids;
  const { page } = await launch();
  const items = imports(page).getByRole('listitem');
  await expect(items).toHaveCount(3);
  await expect(items.first()).toContainText('Waiting');
  advanceImport(db, first, 'inspecting', 'a'.repeat(64));
  await expect(items.first()).toContainText('Inspecting');
  recordEnd(db, first, 'cancelled', null);
  recordEnd(db, second, 'failed', { code: 'disk-full', values: {} });
  await expect(items).toHaveCount(2);
  await expect(items.first().getByRole('alert')).toBeVisible();
  recordEnd(db, third, 'cancelled', null);
  await expect(items).toHaveCount(1);
  db.close();
});
