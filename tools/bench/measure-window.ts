/** The window: from the start of the program until it can be used, beside the start of the same browser with an empty page. */
import { join } from 'node:path';
import { StandInBrowser } from '../../e2e/chromium/browser.ts';
import { findChromium } from '../../e2e/chromium/find-chromium.ts';
import { type DeskApp, launchDesk } from '../../e2e/fixtures/desk-app.ts';
import { type Contestant, type Row, runInTurn } from './contest.ts';
import type { Place } from './place.ts';
import type { Sample } from './programs.ts';

const EMPTY = {
  url: 'about:blank',
  preload: null,
  title: '',
  width: 1_200,
  height: 800,
  x: null,
  y: null,
  switches: [],
};

/** Wall clock only: the processes of a browser are many, and most belong to nobody here. */
async function wall(work: () => Promise<void>): Promise<Sample> {
  const start = performance.now();
  await work();
  return { wallMs: performance.now() - start, cpuMs: null };
}

export async function measureWindowStart(place: Place): Promise<readonly Row[]> {
  const executable = findChromium();
  if (executable === null) {
    place.say('window: no Chromium here, so the window is not measured');
    return [];
  }
  return place.inFolder((compiledCode) => {
    const contestants: readonly Contestant[] = [
      {
        id: 'desk',
        what: 'program started, window can be used',
        run: () => place.inFolder((folder) => deskStart(join(folder, 'data'), compiledCode)),
      },
      { id: 'empty', what: 'browser started, empty page', run: () => emptyPage(executable) },
    ];
    return runInTurn({ name: 'window', about: 'window', contestants }, place.runs, place.say);
  });
}

/**
 * Until the first button of the window answers.
 * @param compiledCode where Node keeps what it made of the stand-in's TypeScript, which is no part of the program
 */
async function deskStart(dataFolder: string, compiledCode: string): Promise<Sample> {
  let desk: DeskApp | null = null;
  try {
    return await wall(async () => {
      desk = await launchDesk({ dataFolder, env: { NODE_COMPILE_CACHE: compiledCode } });
      await desk.page.getByRole('navigation').getByRole('button').first().click();
    });
  } finally {
    await (desk as DeskApp | null)?.close();
  }
}

async function emptyPage(executable: string): Promise<Sample> {
  const browser = new StandInBrowser({ executable, headless: true, locale: 'en-GB', colorScheme: 'light' });
  try {
    return await wall(async () => {
      const { page } = await browser.open(EMPTY);
      await page.setContent('<!doctype html><title>Empty</title><button>Nothing</button>');
      await page.getByRole('button').first().click();
    });
  } finally {
    await browser.end();
  }
}
