/** What ships is counted whole, under licences that let it, and told in a form that programs read. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cycloneDx, packageUrl, thirdPartyNotices } from './bill-of-materials.ts';
import { mayShip } from './licences.ts';
import { importedPackages, type LockedPackage, shippedPackages } from './shipped-packages.ts';

const ROOT = join(import.meta.dirname, '..');
const digest = createHash('sha512').update('x').digest();
const one: LockedPackage = {
  name: '@scope/one',
  version: '1.0.0-b+1',
  license: '(MIT OR CC0-1.0)',
  integrity: `sha512-${digest.toString('base64')}`,
  needs: ['node_modules/two'],
  path: 'node_modules/@scope/one',
};
const two: LockedPackage = { ...one, name: 'two', license: 'ISC', needs: [], path: 'node_modules/two' };
const program = { name: 'desk', version: '0.1.0', license: 'MIT' };

describe('licences', () => {
  it.each(['MIT', '(MIT OR GPL-3.0-or-later)', 'WTFPL OR ISC', '(MIT AND Zlib)', 'MIT OR (ISC AND GPL-2.0-only)'])(
    'may ship: %s',
    (expression) => expect(mayShip(expression)).toBe(true),
  );
  it.each([
    '',
    'GPL-3.0-or-later',
    'MPL-2.0',
    '(MIT AND GPL-2.0-only)',
    'UNLICENSED',
    'SEE LICENSE IN x',
    'MIT ISC',
    '(MIT',
    'MIT OR',
    'Apache-2.0 WITH LLVM-exception',
  ])('may not ship: "%s"', (expression) => expect(mayShip(expression)).toBe(false));
  it('of everything that ships are on the list', () => {
    expect(shippedPackages(ROOT).filter(({ license }) => !mayShip(license))).toEqual([]);
  });
});

describe('the packages that ship', () => {
  const direct = importedPackages(ROOT);
  const shipped = shippedPackages(ROOT).map(({ name }) => name);

  it('are those that the sources import, with all they need', () => {
    expect(direct).toEqual(
      expect.arrayContaining(['ajv', 'better-sqlite3', 'react', 'react-dom', 'yauzl', '@codemirror/view']),
    );
    // yauzl → pend, ajv → fast-uri, react-dom → scheduler: as their own package.json files say.
    expect(shipped).toEqual(expect.arrayContaining([...direct, 'pend', 'fast-uri', 'scheduler']));
  });

  it('hold no tool', () => {
    for (const tool of [
      'vite',
      'vitest',
      'typescript',
      '@biomejs/biome',
      'electron-builder',
      'playwright',
      'fast-check',
      'node',
    ]) {
      expect(shipped).not.toContain(tool);
    }
  });

  it('are declared, each by its name', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const declared = Object.keys({ ...dependencies, ...devDependencies });
    // Comes with @secretlint/core, in the version that it needs.
    expect(direct.filter((name) => !declared.includes(name) && name !== '@secretlint/profiler')).toEqual([]);
  });
});

describe('the bill of materials', () => {
  it('is CycloneDX 1.6 with digests, licences and who needs whom', () => {
    const bom = JSON.parse(
      cycloneDx(program, [one, two, { ...two, path: 'node_modules/a/node_modules/two' }], ['@scope/one']),
    );
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
    expect(bom.components).toEqual([
      {
        type: 'library',
        'bom-ref': 'pkg:npm/%40scope/one@1.0.0-b%2B1',
        group: '@scope',
        name: 'one',
        version: '1.0.0-b+1',
        licenses: [{ expression: '(MIT OR CC0-1.0)' }],
        hashes: [{ alg: 'SHA-512', content: digest.toString('hex') }],
        purl: 'pkg:npm/%40scope/one@1.0.0-b%2B1',
      },
      expect.objectContaining({ name: 'two', licenses: [{ license: { id: 'ISC' } }] }),
    ]);
    expect(bom.dependencies).toEqual([
      { ref: 'pkg:npm/desk@0.1.0', dependsOn: ['pkg:npm/%40scope/one@1.0.0-b%2B1'] },
      { ref: 'pkg:npm/%40scope/one@1.0.0-b%2B1', dependsOn: ['pkg:npm/two@1.0.0-b%2B1'] },
      { ref: 'pkg:npm/two@1.0.0-b%2B1', dependsOn: [] },
    ]);
  });

  it('of this program refers only to what it lists, and is the same each time', () => {
    const make = () => cycloneDx(program, shippedPackages(ROOT), importedPackages(ROOT));
    const bom = JSON.parse(make());
    const refs = bom.components.map((each: { 'bom-ref': string }) => each['bom-ref']);
    expect(new Set(refs).size).toBe(refs.length);
    const named = bom.dependencies.flatMap(({ dependsOn }: { dependsOn: string[] }) => dependsOn);
    expect(named.filter((ref: string) => !refs.includes(ref))).toEqual([]);
    expect(make()).toBe(make());
  });
});

describe('the notices', () => {
  it('give every package its licence and its text, or say that there is none', () => {
    const text = thirdPartyNotices(program, [one, two], ({ name }) =>
      name === 'two' ? 'Copyright Two\r\nAll.' : null,
    );
    expect(text).toContain('two 1.0.0-b+1\nLicence: ISC\n\nCopyright Two\nAll.\n');
    expect(text).toContain('@scope/one brings no licence text; its package names (MIT OR CC0-1.0).');
    expect(packageUrl(two)).toBe('pkg:npm/two@1.0.0-b%2B1');
  });
});
