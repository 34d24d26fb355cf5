/** Draws every icon from the one SVG, with the Chromium that is here: PNG sizes, `icon.ico`, `icon.icns` into dist/icons. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onProjectNode, ROOT } from './bootstrap/project.mjs';
import { giveUp, runTool, say } from './bootstrap/say.mjs';

const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** @returns {Promise<Map<number, Buffer>>} PNG with transparent ground, by edge in pixels */
async function draw(executablePath) {
  const { chromium } = await import('playwright-core');
  const svg = readFileSync(join(ROOT, 'resources', 'icons', 'icon.svg'), 'utf8');
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    const images = new Map();
    for (const size of SIZES) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
      images.set(size, await page.screenshot({ omitBackground: true }));
    }
    return images;
  } finally {
    await browser.close();
  }
}

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const { icns, ico } = await import('./icon-files.ts');
  const { findChromium } = await import('../e2e/chromium/find-chromium.ts');
  const chromium = findChromium();
  if (!chromium) giveUp('A Chromium is needed to draw the icons.');
  const folder = join(ROOT, 'dist', 'icons');
  mkdirSync(join(folder, 'png'), { recursive: true });
  const images = await draw(chromium);
  for (const [size, png] of images) writeFileSync(join(folder, 'png', `${size}x${size}.png`), png);
  writeFileSync(join(folder, 'icon.png'), images.get(1024));
  writeFileSync(join(folder, 'icon.ico'), ico(images));
  writeFileSync(join(folder, 'icon.icns'), icns(images));
  say(`Drew ${images.size} sizes, icon.ico and icon.icns into dist/icons.`);
  return 0;
});
