import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPackage } from '../../e2e/fixtures/package-builder.ts';
import type { ProvenPack } from '../../electron/inspect/format/proven-packs.ts';
import { currentFormatPack } from '../../electron/inspector/format-packs.ts';
import { provenPacksModule } from './proven-packs.ts';

const RESOURCES = resolve(import.meta.dirname, '../../resources');

/** Runs the module as a bundler would: its imports are CommonJS modules. */
function evaluated(): readonly ProvenPack[] {
  const body = provenPacksModule(RESOURCES)
    .replaceAll(/import (\w+) from '([^']+)';/g, "const $1 = require('$2');")
    .replace('export const PROVEN_PACKS =', 'return');
  return new Function('require', body)(createRequire(import.meta.url));
}

describe('the packs that a build proves', () => {
  const pack = currentFormatPack(RESOURCES);
  const [proven] = evaluated() as [ProvenPack];

  it('are those that come with the program', () => {
    expect(evaluated().map(({ sha256 }) => sha256)).toEqual([pack.id.sha256]);
  });

  it('are judged by the source code as by the schema', () => {
    const good = JSON.parse(String(buildPackage().manifestBytes()));
    const long = { ...good, title: '𝒳'.repeat(5_000) };
    const spoiled = [
      good,
      long,
      {},
      [],
      null,
      { ...good, files: {} },
      { ...good, issuer: { name: 7 } },
      { ...good, status: 'fine', declaredScopes: [] },
      { ...good, integrity: { packageDigest: 'x' }, files: [{ ...good.files[0], sha256: 'x', sizeBytes: -1 }] },
    ];
    const verdicts = spoiled.map((manifest) => {
      const expected = [pack.validateManifest(manifest), pack.validateManifest.errors];
      expect([proven.validateManifest(manifest), proven.validateManifest.errors]).toEqual(expected);
      return expected[0];
    });
    // By hand. Status and scopes are other rules' matter.
    expect(verdicts).toEqual([true, true, false, false, false, false, false, true, false]);
    for (const file of [good.files[0], { path: 1 }, null, { ...good.files[0], extra: true }]) {
      const expected = [pack.validateFile(file), pack.validateFile.errors];
      expect([proven.validateFile(file), proven.validateFile.errors]).toEqual(expected);
    }
  });
});
