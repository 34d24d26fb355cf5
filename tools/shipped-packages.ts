/**
 * The npm packages whose code ships: those that a bundle imports, and the one beside the bundles, each with everything it depends on. Worked out
 * from the sources and the lock file; a package of which the bundler keeps only a part is still counted.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';

export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression as the package states it. */
  readonly license: string;
  /** Subresource integrity as in the lock file: algorithm and base64 digest. */
  readonly integrity: string;
  /** Paths in the lock file of the packages that it needs. */
  readonly needs: readonly string[];
  /** Path in the lock file, `node_modules/…`. */
  readonly path: string;
}

interface LockEntry {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

type Lock = Readonly<Record<string, LockEntry>>;

const SOURCES = ['electron', 'renderer', 'shared'];
/** Given by the host, not shipped as a package. */
const HOST = ['electron'];

function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Names of packages that product sources import; types do not count, nor do tests. */
export function importedPackages(root: string): readonly string[] {
  const names = new Set<string>();
  for (const folder of SOURCES) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.tsx?$/.test(entry.name) || /test\.tsx?$|testing\.ts$|-for-tests\.ts$/.test(entry.name))
        continue;
      if (/[\\/](corpus|durability)$/.test(entry.parentPath)) continue;
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8').replace(/^import type [\s\S]*?;$/gm, '');
      for (const [, specifier] of text.matchAll(/(?:^|\s)(?:from|import)\s*\(?\s*'([a-z@][\w@./-]*)'/g)) {
        if (specifier && !specifier.startsWith('node:')) names.add(packageName(specifier));
      }
    }
  }
  return [...names].filter((name) => !HOST.includes(name) && !builtinModules.includes(name)).sort();
}

/** Where Node would find `name` from the package at `from`: the nearest `node_modules` upwards. */
function resolved(lock: Lock, from: string, name: string): string | null {
  for (let folder = from; ; ) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in lock) return path;
    if (folder === '') return null;
    const above = folder.lastIndexOf('/node_modules/');
    folder = above < 0 ? '' : folder.slice(0, above);
  }
}

function needsOf(lock: Lock, path: string, entry: LockEntry): string[] {
  const peers = Object.keys(entry.peerDependencies ?? {}).filter(
    (name) => !entry.peerDependenciesMeta?.[name]?.optional,
  );
  return [...Object.keys(entry.dependencies ?? {}), ...peers]
    .map((name) => resolved(lock, path, name))
    .filter((found): found is string => found !== null);
}

/** The packages, sorted by name and version. @throws when one of them states no licence or has no digest */
export function shippedPackages(root: string): readonly LockedPackage[] {
  const { packages: lock } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock };
  const found = new Map<string, LockedPackage>();
  const waiting = importedPackages(root).map((name) => `node_modules/${name}`);
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue;
    const entry = lock[path];
    if (!entry?.license || !entry.integrity) throw new Error(`${path}: the lock file has no licence or digest for it`);
    const needs = needsOf(lock, path, entry);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    found.set(path, { name, version: entry.version, license: entry.license, integrity: entry.integrity, needs, path });
    waiting.push(...needs);
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
