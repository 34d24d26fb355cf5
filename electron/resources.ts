/** Where the program's own data files and its version are, from the sources and from the built bundle alike. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

let found: string | null = null;

/** The folder that holds `package.json` and `resources/`: the nearest one above this file. */
function programFolder(): string {
  if (found !== null) return found;
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'resources', 'format')) && existsSync(join(folder, 'package.json'))) {
      found = folder;
      return folder;
    }
    if (folder === dirname(folder)) throw new Error('the program is incomplete: its resources folder is missing');
  }
}

/** Folder of format packs, default policy and icons. */
export function resourcesFolder(): string {
  return join(programFolder(), 'resources');
}

/** Folder of the sample packages, made from `resources/samples` at build time. */
export function samplesFolder(): string {
  return join(programFolder(), 'dist', 'samples');
}

/** Version of this program, from `package.json`. */
export function appVersion(): string {
  const { version } = JSON.parse(readFileSync(join(programFolder(), 'package.json'), 'utf8')) as { version: string };
  return version;
}

/** The sample package with this id: the file that `importSample` takes in. */
export function sampleArchive(id: string): string {
  return join(samplesFolder(), `${id}.uaix`);
}
