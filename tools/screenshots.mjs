/**
 * Writes docs/screens/: every screen of the real program, in both themes and both languages. `npm run screenshots [SCENE…]`
 * With names of scenes only their pictures are written; the others are walked through all the same.
 */
import { onProjectNode } from './bootstrap/project.mjs';
import { runTool, say } from './bootstrap/say.mjs';
import { ensureChromium } from './bootstrap/system-packages.mjs';
import { build } from './build.mjs';

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const { findChromium } = await import('../e2e/chromium/find-chromium.ts');
  ensureChromium(findChromium);
  await build();
  const { takeScreens } = await import('./screenshots/scenes.ts');
  const taken = await takeScreens(process.argv.slice(2));
  say(`${taken} pictures in docs/screens/.`);
  return taken > 0 ? 0 : 1;
});
