/** Every screen in both themes and both languages, judged by axe: nothing to complain about. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { judge } from './fixtures/accessible.ts';
import { expect, ROOT, test } from './fixtures/desk-app.ts';
import { holdInspector } from './fixtures/inspector-process.ts';
import { escapeDialog, IMPORT_MS } from './fixtures/person.ts';

const SAMPLE = join(ROOT, 'dist/samples/marlow-persona.uaix');
const NOT_A_PACKAGE = join(ROOT, 'README.md');

/** Words of the rail and of buttons in each language. */
const WORDS = {
  en: {
    profiles: 'Profiles',
    policy: 'Policy',
    evidence: 'Evidence',
    handoff: 'Handoff',
    queue: /^Queue/,
    help: 'Help',
    load: 'Load…',
    text: 'Text',
    chosen: 'Chosen packages',
    purge: 'Purge 1',
    stop: 'Stop',
    imports: 'Packages being taken in',
  },
  'zh-CN': {
    profiles: '配置',
    policy: '策略',
    evidence: '证据',
    handoff: '交接',
    queue: /^队列/,
    help: '帮助',
    load: '加载…',
    text: '文本',
    chosen: '已选的包',
    purge: '清除 1 个',
    stop: '停止',
    imports: '正在收入的包',
  },
} as const;

/** How light the ground of the window is in each theme: what is judged is drawn in that theme. */
const GROUND = { light: /^oklch\(0\.9/, dark: /^oklch\(0\.1/ } as const;

/** Judges what is shown in both themes: the theme follows the system, which changes under it. */
function bothThemes(page: Page): (where: string) => Promise<void> {
  return async (where) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('body')).toHaveCSS('background-color', GROUND[colorScheme]);
      await judge(page, `${where}: ${colorScheme}`);
    }
  };
}

for (const language of ['en', 'zh-CN'] as const) {
  test(`axe finds nothing, in light and in dark: ${language}`, async ({ launch }) => {
    const words = WORDS[language];
    const desk = await launch({ locale: language === 'en' ? 'en-US' : 'zh-CN' });
    const { page } = desk;
    const judgeBoth = bothThemes(page);
    await page.evaluate((chosen) => window.uaix.setSettings({ language: chosen }), language);
    await expect(page.getByRole('button', { name: words.profiles, exact: true })).toBeVisible();
    const rail = page.getByRole('navigation');

    await judgeBoth('empty queue');
    await rail.getByRole('button', { name: words.profiles }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await judgeBoth('no profiles');
    await rail.getByRole('button', { name: words.evidence }).click();
    await expect(page.getByRole('row').first()).toBeVisible();
    await judgeBoth('events');
    await rail.getByRole('button', { name: words.policy }).click();
    await expect(page.getByRole('group').first()).toBeVisible();
    await judgeBoth('policy form');
    await page.getByRole('radio', { name: words.text }).click();
    await judgeBoth('policy text');
    await rail.getByRole('button', { name: words.handoff }).click();
    await expect(page.getByRole('textbox').first()).toBeVisible();
    await judgeBoth('handoff');

    await desk.drop(page, [SAMPLE, NOT_A_PACKAGE]);
    await rail.getByRole('button', { name: words.queue }).click();
    await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
    await judgeBoth('queue');
    await page.getByRole('row').filter({ hasText: 'README.md' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('README.md');
    await judgeBoth('refused package');
    await rail.getByRole('button', { name: words.queue }).click();
    await page.getByRole('row').filter({ hasText: 'Marlow' }).click();
    await expect(page.getByRole('treeitem').first()).toBeVisible();
    await judgeBoth('package');
    await page.getByRole('button', { name: words.load }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await judgeBoth('load sheet');
    await escapeDialog(page);
    await page.getByRole('button', { name: words.help, exact: true }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await judgeBoth('help');
    await escapeDialog(page);
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await judgeBoth('palette');
  });

  test(`axe finds nothing while something is being done, in light and in dark: ${language}`, async ({ launch }) => {
    const words = WORDS[language];
    const desk = await launch({ locale: language === 'en' ? 'en-US' : 'zh-CN' });
    const { page, hold } = desk;
    test.skip(hold === null, 'the work cannot be held still here');
    const judgeBoth = bothThemes(page);
    const bar = page.getByRole('region', { name: words.chosen });
    const imports = page.getByRole('list', { name: words.imports });
    await page.evaluate((chosen) => window.uaix.setSettings({ language: chosen }), language);
    await desk.drop(page, [NOT_A_PACKAGE]);
    await expect(page.getByRole('row')).toHaveCount(1, { timeout: IMPORT_MS });
    await expect(imports).toHaveCount(0);

    const inspector = holdInspector();
    expect(inspector).not.toBeNull();
    await desk.drop(page, [SAMPLE]);
    await expect(imports.getByRole('progressbar')).toBeVisible();
    await judgeBoth('an import in work');
    process.kill(Number(inspector), 'SIGCONT');
    await expect(page.getByRole('row')).toHaveCount(2, { timeout: IMPORT_MS });
    await expect(imports).toHaveCount(0);

    await page.getByRole('row').filter({ hasText: 'README.md' }).locator('label').click();
    await bar.getByRole('button', { name: words.purge }).click();
    const stop = bar.getByRole('button', { name: words.stop });
    const goOn = hold?.();
    try {
      await page.getByRole('alertdialog').getByRole('button', { name: words.purge }).click();
      await expect(stop).toBeEnabled();
      await judgeBoth('an act on many');
      await stop.click();
      await expect(stop).toBeDisabled();
      await judgeBoth('an act on many that is being stopped');
    } finally {
      goOn?.();
    }
    await expect(bar).toHaveCount(0);
  });
}
