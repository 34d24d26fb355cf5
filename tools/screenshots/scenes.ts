/** The walk through the program that shows every screen once, with the samples and a few hostile packages. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { decideAll, loadAs } from '../../e2e/fixtures/desk-acts.ts';
import { launchDesk, ROOT } from '../../e2e/fixtures/desk-app.ts';
import { IMPORT_MS, openFile, openPackage, rail, SAMPLES } from '../../e2e/fixtures/person.ts';
import { writeShown } from '../../e2e/fixtures/shown-packages.ts';
import { cameraFor, show, tidy } from './camera.ts';
import { loadWithWiki, mirrorSheets, profileSheets } from './profile-scenes.ts';
import { chosenQueue, images, manyFindings, palette, rawBytes, sixScripts } from './review-scenes.ts';
import { expect, PLACE, RECEIVED, SCENE_MS, type Stage } from './stage.ts';

const SCREENS = join(ROOT, 'docs', 'screens');

const SECOND_LESSON = `# Second lesson: bisecting an angle

Fold the paper first. Then ask what the fold has done to the two sides.

Print the sheet for every pupil; the drawings are on its back.
`;
const SHORTER_EVENINGS = `# Shorter evenings

Four evenings ran over. End each evening at half past six, with the drawing unfinished if need be.
`;

/**
 * Walks through the program and writes the pictures.
 * @param wanted names of the scenes to write; all when empty
 * @returns number of pictures written
 */
export async function takeScreens(wanted: readonly string[]): Promise<number> {
  rmSync(PLACE, { recursive: true, force: true });
  const chosen = join(PLACE, 'Marlow');
  mkdirSync(chosen, { recursive: true });
  const desk = await launchDesk({
    dataFolder: join(PLACE, 'UAIX Desktop'),
    reducedMotion: 'reduce',
    dialogs: { open: () => [chosen] },
    // The folder of the documents stands on one screen.
    env: { HOME: PLACE, NODE_OPTIONS: `--import=${join(import.meta.dirname, 'neutral-name.mjs')}` },
  });
  try {
    const { page } = desk;
    page.setDefaultTimeout(SCENE_MS);
    await show(page, { language: 'en', theme: 'light' });
    const camera = cameraFor(page, SCREENS, wanted);
    const stage = { desk, page, camera };
    for (const scene of SCENES) await scene(stage);
    if (desk.faults().length > 0) throw new Error(`the pages had faults: ${desk.faults().join('; ')}`);
    return camera.taken;
  } finally {
    await desk.close();
    rmSync(PLACE, { recursive: true, force: true });
  }
}

const SCENES: readonly ((stage: Stage) => Promise<void>)[] = [
  emptyQueue,
  packageUnderReview,
  queue,
  chosenQueue,
  loadWithWiki,
  hidden,
  rawBytes,
  update,
  profiles,
  profileSheets,
  evidence,
  policy,
  handoff,
  help,
  palette,
  sixScripts,
  images,
  manyFindings,
  mirrorSheets,
];

async function emptyQueue({ page, camera }: Stage): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await camera.shoot('queue-empty');
}

/** The picture of the README: half decided, an anchor open. */
async function packageUnderReview({ desk, page, camera }: Stage): Promise<void> {
  await desk.drop(page, [join(SAMPLES, 'marlow-persona.uaix')]);
  await openPackage(page, 'Marlow');
  await openFile(page, 'first-lesson.md');
  for (const name of ['first-lesson.md', 'identity.uai', 'memory-maintenance.uai', 'totem.uai']) {
    await openFile(page, name);
    await page.getByRole('button', { name: /^Approve a?$/ }).click();
  }
  await openFile(page, 'taboo.uai');
  await camera.shoot('package');
  await camera.shoot('package-narrow', { width: 900, height: 700 });
  await camera.shoot('package-wide', { width: 1600, height: 900 });
}

async function queue({ desk, page, camera }: Stage): Promise<void> {
  const marlow = await decideAll(page, 'lamp-room.marlow.geometry-tutor');
  await loadAs(page, marlow);
  await rail(page, /^Queue/).click();
  const paths = [
    join(SAMPLES, 'project-handoff.uaix'),
    join(SAMPLES, 'long-memory.uaix'),
    join(SAMPLES, 'advanced-persona.uaix'),
    await writeShown(RECEIVED, 'cut'),
    await writeShown(RECEIVED, 'trailing'),
    await writeShown(RECEIVED, 'orders'),
    await writeShown(RECEIVED, 'hidden'),
  ];
  // One by one, so that they stand in the same order in every run.
  for (const [at, path] of paths.entries()) {
    await desk.drop(page, [path]);
    await expect(page.getByRole('row')).toHaveCount(at + 2, { timeout: IMPORT_MS });
  }
  await expect(page.getByRole('progressbar')).toHaveCount(0, { timeout: IMPORT_MS });
  await camera.shoot('queue');
  await camera.shoot('queue-narrow', { width: 900, height: 600 });
  await camera.shoot('queue-wide', { width: 1600, height: 900 });
}

async function hidden({ page, camera }: Stage): Promise<void> {
  await openPackage(page, 'Marlow, evening course');
  await openFile(page, 'first-lesson.md');
  await camera.shoot('hidden');
}

async function update({ desk, page, camera }: Stage): Promise<void> {
  await desk.drop(page, [join(SAMPLES, 'updates/marlow-persona-2.uaix')]);
  await openPackage(page, 'marlow-persona-2.uaix');
  await openFile(page, 'taboo.uai');
  await page.getByRole('radio', { name: 'Changes' }).click();
  await expect(page.locator('.cm-changedText, .cm-insertedLine, .cm-changedLine').first()).toBeVisible();
  await camera.shoot('diff');
  await openFile(page, 'manifest.uaix.json');
  await page.getByRole('radio', { name: 'Changes' }).click();
  await page.getByRole('radio', { name: 'One column' }).click();
  await expect(page.getByRole('table')).toBeVisible();
  await camera.shoot('diff-manifest');
  await page.getByRole('radio', { name: 'Side by side' }).click();

  await decideAll(page, 'lamp-room.marlow.geometry-tutor');
  await tidy(page);
  await page.getByRole('button', { name: 'Load…' }).click();
  const field = page.getByRole('dialog').getByRole('textbox').first();
  await expect(field).toBeVisible();
  const words = await field.evaluate(
    (input) => (input as HTMLInputElement).labels?.[0]?.querySelector('code')?.textContent,
  );
  await field.fill(words ?? '');
  await page.getByRole('dialog').locator('summary').first().click();
  await camera.shoot('load');
  await page.getByRole('button', { name: /^Load generation/ }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

async function profiles({ page, camera }: Stage): Promise<void> {
  await loadAs(page, await decideAll(page, 'lamp-room.marlow.summer'));
  await rail(page, 'Profiles').click();
  await expect(page.getByRole('article')).toHaveCount(2);
  await camera.shoot('profiles');
  await page
    .getByRole('article')
    .filter({ hasText: 'Generation 2' })
    .getByRole('button', { name: /^More acts for Marlow/ })
    .click();
  await page.getByRole('menuitem', { name: 'Compare generations…' }).click();
  await expect(page.getByRole('dialog')).toContainText('taboo.uai');
  await camera.shoot('compare');
  await page.keyboard.press('Escape');
}

async function evidence({ page, camera }: Stage): Promise<void> {
  await rail(page, 'Evidence').click();
  await expect(page.getByText(/^The chain holds\./)).toBeVisible();
  await expect(page.getByRole('row').first()).toBeVisible();
  await camera.shoot('evidence');
  await page.getByRole('radio', { name: 'Reports' }).click();
  await page.getByRole('button', { name: /marlow-mailed/ }).click();
  await expect(page.getByRole('region', { name: 'Preview of the report' })).toContainText('#');
  await camera.shoot('report');
}

async function policy({ page, camera }: Stage): Promise<void> {
  await rail(page, 'Policy').click();
  await page.getByRole('radio', { name: 'Only the allow list' }).first().click();
  await expect(page.getByText(/^(looser|tighter)$/).first()).toBeVisible();
  await camera.shoot('policy');
  await page.getByRole('radio', { name: 'Text' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of the policy file' })).toBeVisible();
  await camera.shoot('policy-text');

  const path = await page.evaluate(async () => {
    const state = await window.uaix.getPolicy({});
    return state.ok ? state.value.path : '';
  });
  const right = readFileSync(path, 'utf8');
  writeFileSync(path, right.replace('"issuers"', '"isuers"'));
  await rail(page, 'Evidence').click();
  await rail(page, 'Policy').click();
  await expect(page.getByText('The policy file is broken, so nothing loads.')).toBeVisible();
  await expect(page.getByText('This cannot be saved.')).toBeVisible();
  await camera.shoot('policy-broken');
  writeFileSync(path, right);
}

/** One file goes the whole way, another is being decided. */
async function handoff({ page, camera }: Stage): Promise<void> {
  const folders = ['content', 'improvement', 'evidence'].map((name) => join(PLACE, 'handoff', name));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  writeFileSync(join(PLACE, 'handoff/content/second-lesson.md'), SECOND_LESSON);
  writeFileSync(join(PLACE, 'handoff/improvement/shorter-evenings.md'), SHORTER_EVENINGS);
  writeFileSync(join(PLACE, 'handoff/improvement/compass.png.exe'), 'MZ');

  await rail(page, 'Handoff').click();
  await camera.shoot('handoff-folders');
  await page.getByRole('textbox', { name: 'Folder of bucket 1' }).fill(folders[0] ?? '');
  await page.getByRole('textbox', { name: 'Folder of bucket 2' }).fill(folders[1] ?? '');
  await page.getByRole('textbox', { name: 'Folder for evidence' }).fill(folders[2] ?? '');
  await page.getByRole('button', { name: 'Use these folders' }).click();
  await page.getByRole('button', { name: 'Scan the folders' }).click();

  await page.getByRole('button', { name: /second-lesson/ }).click();
  await takeReadDecide(page, 'Print the sheet for every pupil.');
  await page.getByRole('button', { name: 'Preserve a durable copy' }).click();
  await page.getByRole('button', { name: 'Remove from the folder' }).click();
  await page.getByRole('button', { name: /shorter-evenings/ }).click();
  await page.getByRole('button', { name: 'Take it in' }).click();
  await page.getByRole('button', { name: 'I read it to the end' }).click();
  await expect(page.getByRole('button', { name: 'Decide…' })).toBeEnabled();
  await camera.shoot('handoff');

  await decide(page, 'End each evening at half past six.');
  await page.getByRole('button', { name: 'Preserve a durable copy' }).click();
  await page.getByRole('button', { name: 'Finish and write the message' }).click();
  await expect(page.getByRole('heading', { name: 'What the message tells' })).toBeVisible();
  await expect(page.getByText(/^Final scan/)).toBeVisible();
  await camera.shoot('handoff-message');
}

async function takeReadDecide(page: Page, recommendation: string): Promise<void> {
  await page.getByRole('button', { name: 'Take it in' }).click();
  await page.getByRole('button', { name: 'I read it to the end' }).click();
  await decide(page, recommendation);
}

async function decide(page: Page, recommendation: string): Promise<void> {
  await page.getByRole('button', { name: 'Decide…' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('What becomes of it').selectOption('apply-now');
  await sheet.getByLabel('What came of it').selectOption('adapted');
  await sheet.getByRole('textbox', { name: 'Why' }).first().fill('It fits the course; dates were changed.');
  await sheet.getByRole('textbox', { name: 'Recommendation 1' }).fill(recommendation);
  await sheet.getByRole('textbox', { name: 'Why' }).nth(1).fill('Agreed by both tutors.');
  await sheet.getByRole('button', { name: 'Record the decision' }).click();
  await expect(sheet).toHaveCount(0);
}

async function help({ page, camera }: Stage): Promise<void> {
  await rail(page, /^Queue/).click();
  await tidy(page);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await camera.shoot('help');
  await page.keyboard.press('Escape');
}
