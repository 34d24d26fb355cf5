/** The allow list behind `app://desk/`: the built files of the window, read once at start, looked up by exact name. */
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

export const APP_SCHEME = 'app';
export const APP_HOST = 'desk';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
export const START_PAGE = `${APP_ORIGIN}/index.html`;

/** Types that the build makes. A file of another type is not served. */
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface AppFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

export type AppFiles = ReadonlyMap<string, AppFile>;

/**
 * Reads the built window.
 * @throws when the folder cannot be read
 */
export function readAppFiles(folder: string): AppFiles {
  const files = new Map<string, AppFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const type = TYPES[extname(entry.name)];
    if (!entry.isFile() || !type) continue;
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(folder.length).replaceAll('\\', '/');
    files.set(name, { body: new Uint8Array(readFileSync(path)), type });
  }
  return files;
}

/**
 * The file that an address names, or null. There is no path arithmetic: the address must spell a name of the list, without
 * escapes, query, credentials or port. So `..`, `%2e%2e`, `%00`, `\` and other hosts find nothing.
 */
export function findAppFile(files: AppFiles, address: string): AppFile | null {
  const prefix = `${APP_ORIGIN}/`;
  if (!address.startsWith(prefix)) return null;
  const withoutFragment = address.split('#', 1)[0] ?? '';
  return files.get(withoutFragment.slice(prefix.length - 1)) ?? null;
}

/** True for an address that the window may be at. */
export function isAppPage(address: string): boolean {
  return address.split('#', 1)[0] === START_PAGE;
}
