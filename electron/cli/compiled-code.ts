/** Compiled code of the program is kept for the next run, so that it is compiled once per machine and version. */
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Node's own default is a folder below the system's temporary one, which other accounts may have made before: code is read from there.
 * The cache of this account is nobody else's. A folder that cannot be written is no fault: then nothing is kept.
 */
export function keepCompiledCode(): void {
  enableCompileCache(cacheFolder(process.env, process.platform, homedir()));
}

/** `%LOCALAPPDATA%`, `~/Library/Caches`, `$XDG_CACHE_HOME` or `~/.cache`, and in it a folder of ours. */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
  home: string,
): string {
  const inside = (folder: string): string => join(folder, 'uaix-desktop', 'compiled-code');
  if (platform === 'win32') return inside(env.LOCALAPPDATA || join(home, 'AppData', 'Local'));
  if (platform === 'darwin') return inside(join(home, 'Library', 'Caches'));
  return inside(env.XDG_CACHE_HOME || join(home, '.cache'));
}
