/** Finds a Chromium that is already on this machine. */
import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

const PLACES: Readonly<Record<string, readonly string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Browsers that Playwright has downloaded before. */
function playwrightBrowsers(): string[] {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache', 'ms-playwright');
  try {
    return readdirSync(folder)
      .filter((name) => /^chromium-\d+$/.test(name))
      .sort()
      .reverse()
      .flatMap((name) => ['chrome-linux64', 'chrome-linux'].map((inner) => join(folder, name, inner, 'chrome')));
  } catch {
    return [];
  }
}

/** Path of a Chromium, or null. `UAIX_CHROMIUM` names another one. */
export function findChromium(): string | null {
  const named = process.env.UAIX_CHROMIUM;
  if (named) return runs(named) ? named : null;
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => COMMANDS.map((name) => join(folder, name)));
  const candidates = [...onPath, ...(PLACES[process.platform] ?? []), ...playwrightBrowsers()];
  return candidates.find(runs) ?? null;
}
