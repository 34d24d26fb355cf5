/** Decides the data folder and points everything that Chromium writes into it, before the app is ready. */
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { app } from 'electron';
import { dataFolder } from '../data-folder.ts';
import { resourcesFolder } from '../resources.ts';

/** A file of this name beside the program makes it portable: all it writes stays beside it. */
export const PORTABLE_MARKER = 'uaix-portable';
const PORTABLE_DATA = 'uaix-data';

/** Holds what Chromium and the window keep (state, dumps, logs), apart from the desk's own files. */
const WINDOW_FOLDER = 'window';
/** The data folder is often made here, before the desk itself: for this account only, as the desk makes it. */
const PRIVATE_FOLDER = 0o700;

export interface AppPaths {
  readonly data: string;
  /** Where the window and Chromium write; a temporary folder when the data folder cannot be written. */
  readonly window: string;
  readonly logs: string;
  readonly resources: string;
  readonly renderer: string;
  readonly preload: string;
}

/** What decides whether the program is portable. */
export interface ProgramPlace {
  readonly execPath: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder that a portable program keeps everything in, or null when it is not portable. */
export function portableFolder(
  { execPath, env }: ProgramPlace,
  exists: (path: string) => boolean = existsSync,
): string | null {
  const fromBuilder = env.PORTABLE_EXECUTABLE_DIR;
  if (fromBuilder) return join(fromBuilder, PORTABLE_DATA);
  const beside = dirname(env.APPIMAGE ?? execPath);
  return exists(join(beside, PORTABLE_MARKER)) ? join(beside, PORTABLE_DATA) : null;
}

/**
 * @param named value of `--data`, or null
 */
export function setupPaths(named: string | null): AppPaths {
  const portable = portableFolder({ execPath: process.execPath, env: process.env });
  const unnamed = process.env.UAIX_DATA ? undefined : (portable ?? undefined);
  const data = dataFolder(named ?? unnamed, process.cwd());
  const window = writableFolder(join(data, WINDOW_FOLDER));
  const logs = join(window, 'logs');
  const dumps = join(window, 'crash-dumps');
  for (const folder of [logs, dumps]) mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER });
  // Also the scope of the single instance lock: two data folders may be open at once.
  app.setPath('userData', window);
  app.setPath('sessionData', window);
  app.setPath('crashDumps', dumps);
  app.setAppLogsPath(logs);
  const resources = resourcesFolder();
  const program = dirname(resources);
  return {
    data,
    window,
    logs,
    resources,
    renderer: join(program, 'dist', 'renderer'),
    preload: join(program, 'dist', 'electron', 'preload.cjs'),
  };
}

/** The window must open even on a read-only data folder: it has to say what is wrong. */
function writableFolder(wanted: string): string {
  try {
    mkdirSync(wanted, { recursive: true, mode: PRIVATE_FOLDER });
    return wanted;
  } catch {
    return mkdtempSync(join(tmpdir(), 'uaix-window-'));
  }
}
