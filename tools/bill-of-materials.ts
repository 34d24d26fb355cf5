/** What ships, for people (third-party notices) and for programs (CycloneDX 1.6). Same lock file, same bytes: no clock, no serial number. Pure. */
import type { LockedPackage } from './shipped-packages.ts';

export interface Program {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** Package URL of an npm package. */
export function packageUrl({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`;
}

/** One licence by its id, or an expression. */
function licences(expression: string): readonly object[] {
  return /^[\w.+-]+$/.test(expression) ? [{ license: { id: expression } }] : [{ expression }];
}

/** Digests of a `integrity` member: `sha512-` and base64. */
function hashes(integrity: string): readonly object[] {
  return integrity
    .split(' ')
    .filter((each) => each.startsWith('sha512-'))
    .map((each) => ({
      alg: 'SHA-512',
      content: Buffer.from(each.slice('sha512-'.length), 'base64').toString('hex'),
    }));
}

function component(shipped: LockedPackage): object {
  const [group, name] = shipped.name.startsWith('@') ? shipped.name.split('/') : [undefined, shipped.name];
  return {
    type: 'library',
    'bom-ref': packageUrl(shipped),
    ...(group ? { group } : {}),
    name,
    version: shipped.version,
    licenses: licences(shipped.license),
    hashes: hashes(shipped.integrity),
    purl: packageUrl(shipped),
  };
}

/** Two places in the tree that hold the same package count once. */
function distinct(packages: readonly LockedPackage[]): readonly LockedPackage[] {
  return [...new Map(packages.map((each) => [packageUrl(each), each])).values()];
}

/**
 * The bill of materials as CycloneDX 1.6 JSON.
 * @param direct names of packages that the program itself imports
 */
export function cycloneDx(program: Program, packages: readonly LockedPackage[], direct: readonly string[]): string {
  const byPath = new Map(packages.map((each) => [each.path, each]));
  const urls = (paths: readonly string[]) => [
    ...new Set(paths.flatMap((path) => (byPath.get(path) ? [packageUrl(byPath.get(path) as LockedPackage)] : []))),
  ];
  const self = packageUrl(program);
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': self,
        name: program.name,
        version: program.version,
        licenses: licences(program.license),
        purl: self,
      },
    },
    components: distinct(packages).map(component),
    dependencies: [
      { ref: self, dependsOn: urls(direct.map((name) => `node_modules/${name}`)) },
      ...distinct(packages).map((each) => ({ ref: packageUrl(each), dependsOn: urls(each.needs) })),
    ],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

const RULE = '-'.repeat(80);

/** @param textOf the licence text that a package brings; null when it brings none */
export function thirdPartyNotices(
  program: Program,
  packages: readonly LockedPackage[],
  textOf: (shipped: LockedPackage) => string | null,
): string {
  const entries = distinct(packages).map((each) => {
    const text = textOf(each)?.replaceAll('\r\n', '\n').trim();
    return [
      RULE,
      `${each.name} ${each.version}`,
      `Licence: ${each.license}`,
      '',
      text ?? `${each.name} brings no licence text; its package names ${each.license}.`,
      '',
    ].join('\n');
  });
  return [
    `${program.name} ${program.version} contains software of others. Each part, its licence and its notice:`,
    '',
    'Electron, Chromium and Node.js: see LICENSE.electron.txt and LICENSES.chromium.html beside the program.',
    'SQLite, inside better-sqlite3: in the public domain.',
    '',
    ...entries,
  ].join('\n');
}
