/**
 * The files that electron-builder would put into the program, worked out with its own matcher and without Electron's binary.
 * `node tools/packed-files.ts linux x64` prints them.
 */
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

export type BuilderOs = 'linux' | 'mac' | 'win';

interface Matcher {
  createFilter(): (file: string, stat: object) => boolean;
}

const require = createRequire(import.meta.url);
const { getMainFileMatchers } = require('app-builder-lib/out/fileMatcher.js') as {
  getMainFileMatchers(...args: unknown[]): Matcher[];
};

/** The builder's configuration as data. */
export function builderConfig(root: string): Record<string, unknown> {
  return parse(readFileSync(join(root, 'electron-builder.yml'), 'utf8'));
}

/** Names of the packages that a program needs at run time: the production part of the lock file. */
export function productionPackages(root: string): readonly string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean }>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path.startsWith('node_modules/') && !dev && !devOptional)
    .map(([path]) => path.slice('node_modules/'.length))
    .sort();
}

/** Every file below a folder, as paths from `root`; folders named `node_modules` are entered only on request. */
function* walk(root: string, folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory() && entry.name !== 'node_modules' && entry.name !== '.git') yield* walk(root, path);
    else if (entry.isFile()) yield path;
  }
}

/**
 * Paths inside `app.asar` and beside it, sorted.
 * @param root the built checkout
 */
export function packedFiles(root: string, os: BuilderOs, arch: 'x64' | 'arm64'): readonly string[] {
  const config = builderConfig(root);
  const expand = (pattern: string): string => pattern.replace(/\$\{os\}/g, os).replace(/\$\{arch\}/g, arch);
  const directories = config.directories as { output: string; buildResources: string };
  const packager = {
    info: {
      projectDir: root,
      buildResourcesDir: directories.buildResources,
      isPrepackedAppAsar: false,
      config,
      debugLogger: { isEnabled: false },
    },
  };
  const out = resolve(root, directories.output);
  const [matcher] = getMainFileMatchers(root, join(out, 'app'), expand, config[os] ?? {}, packager, out, false);
  if (!matcher) throw new Error('the builder names no files');
  const passes = matcher.createFilter();
  const packages = productionPackages(root).map((name) => `node_modules/${name}`);
  return ['', ...packages]
    .flatMap((folder) => [...walk(root, folder)])
    .filter((file) => passes(join(root, file), lstatSync(join(root, file))))
    .sort();
}

if (import.meta.main) {
  const [os = 'linux', arch = 'x64'] = process.argv.slice(2);
  process.stdout.write(
    `${packedFiles(resolve(import.meta.dirname, '..'), os as BuilderOs, arch as 'x64').join('\n')}\n`,
  );
}
