/**
 * Measures the real window: queues of 10 and 10 000, packages of 50 and 5 000 files, a text of 32 MiB, 20 imports at once. Run by hand:
 * `node tools/measure-window.mjs`. Prints one line a figure; judges nothing, since every machine has its own speed.
 */
import { onProjectNode } from './bootstrap/project.mjs';
import { runTool } from './bootstrap/say.mjs';
import { ensureChromium } from './bootstrap/system-packages.mjs';
import { build } from './build.mjs';

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const { findChromium } = await import('../e2e/chromium/find-chromium.ts');
  ensureChromium(findChromium);
  await build();
  const { measureWindow } = await import('./measure/window.ts');
  await measureWindow((line) => process.stdout.write(`${line}\n`), process.argv.slice(2));
  return 0;
});
