/** Where the desk of this person lives when nobody names another folder. App and command line agree on it. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

const APP_FOLDER = 'uaix-desktop';

/** What the choice depends on; the real machine by default. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
}

const THIS_MACHINE: Surroundings = { env: process.env, platform: process.platform, home: homedir() };

/**
 * The data folder: the one named on the command line, else `UAIX_DATA`, else the app's folder of this system
 * (`%APPDATA%`, `~/Library/Application Support`, `$XDG_CONFIG_HOME` or `~/.config`).
 * @param named as given by `--data`; relative to `cwd`
 */
export function dataFolder(named: string | undefined, cwd: string, { env, platform, home } = THIS_MACHINE): string {
  const chosen = named ?? env.UAIX_DATA;
  if (chosen) return resolve(cwd, chosen);
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), APP_FOLDER);
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', APP_FOLDER);
  return join(env.XDG_CONFIG_HOME || join(home, '.config'), APP_FOLDER);
}
