/** Takes one screen in both themes and languages, as it stands: settings are switched live, nothing is opened anew. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LANGUAGES } from '../../shared/languages.ts';
import { smallPng } from './small-png.ts';

/** Size of the window in most pictures. */
export const USUAL = { width: 1280, height: 800 } as const;
/** A picture that is larger says too much for a README (bytes). */
const MOST_BYTES = 150_000;

const THEMES = ['light', 'dark'] as const;
const SHORT_NAMES = { en: 'en', 'zh-CN': 'zh-CN' } as const;

export interface Camera {
  /** Number of pictures written. */
  readonly taken: number;
  /**
   * Writes `<name>.<theme>.<language>.png`, and leaves the window in light English.
   * @throws Error when a picture is too large to be committed
   */
  shoot(name: string, size?: { readonly width: number; readonly height: number }): Promise<void>;
}

/** @param wanted names of the scenes to write; all when empty */
export function cameraFor(page: Page, folder: string, wanted: readonly string[]): Camera {
  mkdirSync(folder, { recursive: true });
  let taken = 0;
  return {
    get taken() {
      return taken;
    },
    async shoot(name, size = USUAL) {
      if (wanted.length > 0 && !wanted.includes(name)) return;
      await page.setViewportSize(size);
      if ((await page.locator('[role="dialog"], [role="alertdialog"]').count()) === 0) await tidy(page);
      await page.mouse.move(0, 0);
      for (const language of LANGUAGES) {
        for (const theme of THEMES) {
          await show(page, { language, theme });
          const png = smallPng(await page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' }));
          const file = `${name}.${theme}.${SHORT_NAMES[language]}.png`;
          if (png.length > MOST_BYTES) throw new Error(`${file} has ${png.length} bytes; ${MOST_BYTES} are allowed`);
          writeFileSync(join(folder, file), png);
          taken += 1;
        }
      }
      await show(page, { language: 'en', theme: 'light' });
      await page.setViewportSize(USUAL);
    },
  };
}

type Look = { readonly language: (typeof LANGUAGES)[number]; readonly theme: (typeof THEMES)[number] };

/** Switches and waits until the page has been drawn that way. */
export async function show(page: Page, look: Look): Promise<void> {
  await page.evaluate((settings) => window.uaix.setSettings(settings), look);
  await page.waitForFunction(
    ({ language, theme }) =>
      document.documentElement.lang === language && document.documentElement.dataset.theme === theme,
    look,
  );
  // Two frames: the first runs what the change asked for, the second draws it.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(document.fonts.ready)))),
  );
}

/** Confirmations of what led here are no part of a screen. Under an open dialog they cannot be reached. */
export async function tidy(page: Page): Promise<void> {
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}
