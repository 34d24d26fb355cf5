/** What the shell does for the window: files from drops and dialogs, reports, a desk that cannot be opened, a power cut. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { Bridge } from '../shared/contract.ts';
import { expect, ROOT, test } from './fixtures/desk-app.ts';
import { IMPORT_MS } from './fixtures/person.ts';

declare global {
  interface Window {
    readonly uaix: Bridge;
  }
}

const LONG = { timeout: IMPORT_MS };
const MARLOW = join(ROOT, 'dist', 'samples', 'marlow-persona.uaix');

/** File name and state of every package in the queue, by name. */
function queue(page: Page) {
  return page.evaluate(async () => {
    const answer = await window.uaix.listQueue({ states: [], search: '', sort: 'title', offset: 0, limit: 100 });
    if (!answer.ok) throw new Error(answer.problem.code);
    return answer.value.rows.map(({ fileName, state }) => `${fileName} ${state}`).sort();
  });
}

async function onlyPackage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const answer = await window.uaix.listQueue({ states: [], search: '', sort: 'title', offset: 0, limit: 100 });
    if (!answer.ok || answer.value.rows.length !== 1) throw new Error('one package was expected');
    return answer.value.rows[0]?.archiveSha256 ?? '';
  });
}

test('files dropped on the window come in, good and bad together', async ({ launch, scratch }) => {
  const desk = await launch();
  await expect(desk.page.locator('#root > *').first()).toBeVisible();
  const bad = join(scratch, 'not a package.uaix');
  writeFileSync(bad, 'plain text');
  await desk.drop(desk.page, [MARLOW, bad]);
  await expect
    .poll(() => queue(desk.page), LONG)
    .toEqual(['marlow-persona.uaix in_review', 'not a package.uaix no_op']);
});

test('a file made by a script has no path and ends in its own message', async ({ launch }) => {
  const { page } = await launch();
  const drop = () => page.evaluate(() => window.uaix.importDropped([new File(['x'], 'invented.uaix'), 'text']));
  const first = await drop();
  expect(first).toMatchObject({
    ok: true,
    value: [
      { fileName: 'invented.uaix', stage: 'failed', problem: { code: 'source-missing' } },
      { fileName: '', stage: 'failed', problem: { code: 'source-missing' } },
    ],
  });
  // The same things once more are other imports: a window that has dismissed the first ones tells of them again.
  const ids = [first, await drop()]
    .flatMap((answer) => (answer.ok ? answer.value : []))
    .map(({ importId }) => importId);
  expect(new Set(ids).size).toBe(4);
  expect(await queue(page)).toEqual([]);
});

test('files chosen in the dialog come in; a dialog that is closed changes nothing', async ({ launch }) => {
  const choices = [[], [MARLOW]];
  const desk = await launch({ dialogs: { open: () => choices.shift() ?? [] } });
  const choose = () => desk.page.evaluate(() => window.uaix.chooseFiles({}));
  expect(await choose()).toEqual({ ok: true, value: [] });
  expect(await choose()).toMatchObject({ ok: true, value: [{ fileName: 'marlow-persona.uaix' }] });
  await expect.poll(() => queue(desk.page), LONG).toEqual(['marlow-persona.uaix in_review']);
});

test('a file from the system comes in, and its report is saved where the person says', async ({ launch, scratch }) => {
  const target = join(scratch, 'report.json');
  const answers = [null, target, join(scratch, 'no', 'such', 'folder.json')];
  const desk = await launch({ dialogs: { save: () => answers.shift() ?? null } });
  await desk.openFile(MARLOW);
  await expect.poll(() => queue(desk.page), LONG).toEqual(['marlow-persona.uaix in_review']);
  const archive = await onlyPackage(desk.page);
  const save = () => desk.page.evaluate((name) => window.uaix.saveReport({ archive: name, format: 'json' }), archive);
  expect(await save()).toEqual({ ok: true, value: null });
  expect(await save()).toEqual({ ok: true, value: target });
  expect(readFileSync(target, 'utf8')).toContain(archive);
  expect(await save()).toMatchObject({ ok: false, problem: { code: 'io' } });
});

test('text is copied to the clipboard of the system', async ({ launch }) => {
  const desk = await launch();
  await desk.page.evaluate(() => window.uaix.copyText({ text: 'sha256 of something' }));
  expect(await desk.copied()).toBe('sha256 of something');
});

test('a damaged database is told in the window, which stays alive', async ({ launch, scratch }) => {
  const dataFolder = join(scratch, 'damaged');
  mkdirSync(dataFolder);
  writeFileSync(
    join(dataFolder, 'desk.sqlite'),
    'this is not a database, and it is long enough to be read as one'.repeat(40),
  );
  const { page } = await launch({ dataFolder });
  const told = await page.evaluate(async () => [await window.uaix.startProblem({}), await window.uaix.listImports({})]);
  expect(told).toMatchObject([
    { ok: true, value: { code: 'database-damaged' } },
    { ok: false, problem: { code: 'database-damaged' } },
  ]);
  await expect(page.locator('#root > *').first()).toBeVisible();
});

test('after a power cut everything that was recorded is there', async ({ launch }) => {
  const first = await launch({ args: [MARLOW] });
  await expect.poll(() => queue(first.page), LONG).toEqual(['marlow-persona.uaix in_review']);
  await first.kill();
  const second = await launch();
  expect(await second.page.evaluate(() => window.uaix.startProblem({}))).toEqual({ ok: true, value: null });
  expect(await queue(second.page)).toEqual(['marlow-persona.uaix in_review']);
});
