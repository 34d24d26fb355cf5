/**
 * Starts the desk: `npm start [FILE…] [-- --data DIR]`. On Electron where it can be had; else the same compiled program in the system's
 * Chromium; without a display, the main job in the terminal.
 */
import { join, resolve } from 'node:path';
import { electronOrNull } from './bootstrap/electron-binary.mjs';
import { onProjectNode, passOn, ROOT } from './bootstrap/project.mjs';
import { giveUp, runTool, say } from './bootstrap/say.mjs';
import { ensureChromium } from './bootstrap/system-packages.mjs';
import { build } from './build.mjs';

/** Where the person stood when typing the command; npm itself goes to the project's folder. */
const CWD = process.env.INIT_CWD ?? process.cwd();

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** Relative words are made absolute here: the program itself starts in the project's folder. */
function absoluteWords(words) {
  return words.map((word, at) => {
    const isPath = !word.startsWith('-') || words[at - 1] === '--data';
    return isPath && !/^file:/i.test(word) ? resolve(CWD, word) : word;
  });
}

await runTool(async () => {
  if (!(await onProjectNode(import.meta.url))) return Number(process.exitCode ?? 0);
  const words = absoluteWords(process.argv.slice(2));
  await build();
  if (!hasDisplay()) {
    say('No display here: doing the main job in the terminal.');
    const { terminalDesk } = await import('./terminal-desk.mjs');
    return terminalDesk(words);
  }
  const electron = electronOrNull();
  if (electron) return passOn(electron, [ROOT, ...sandboxSwitch(), ...words]);

  const { findChromium } = await import('../e2e/chromium/find-chromium.ts');
  const chromium = ensureChromium(findChromium);
  if (!chromium) {
    giveUp('Neither Electron nor a Chromium is on this machine. Install Chromium or Chrome, then run npm start again.');
  }
  say('Electron cannot be fetched here: the desk opens in the Chromium of this machine instead.');
  const { runVisible } = await import('../e2e/chromium/run.ts');
  return runVisible({ main: join(ROOT, 'dist', 'electron', 'main.js'), words, chromium });
});

/** Chromium refuses to run as root inside its own sandbox. */
function sandboxSwitch() {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
