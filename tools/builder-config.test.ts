/** The builder's configuration is what electron-builder's own schema wants, and leaves no protection to a default. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { FuseV1Options } from '@electron/fuses';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const require = createRequire(import.meta.url);
const { validateConfiguration } = require('app-builder-lib/out/util/config/config.js');
const { DebugLogger } = require('builder-util');

const text = readFileSync(join(ROOT, 'electron-builder.yml'), 'utf8');
const config = () => parse(text) as Record<string, never> & { [key: string]: unknown };
const validate = (value: unknown): Promise<void> => validateConfiguration(value, new DebugLogger(false));

describe('electron-builder.yml', () => {
  it("passes electron-builder's schema", async () => {
    await expect(validate(config())).resolves.toBeUndefined();
  });

  it.each([
    ['an unknown key', { unknownKey: true }],
    ['a fuse that is not a flag', { electronFuses: { runAsNode: 'no' } }],
    ['an unknown fuse', { electronFuses: { runAsNodes: false } }],
  ])('would not pass with %s', async (_what, change) => {
    await expect(validate({ ...config(), ...change })).rejects.toThrow();
  });

  it('sets every fuse there is, the dangerous ones off', () => {
    const { resetAdHocDarwinSignature, ...fuses } = config().electronFuses as unknown as Record<string, boolean>;
    expect(resetAdHocDarwinSignature).toBe(false);
    const names = Object.keys(FuseV1Options).filter((name) => !/^\d+$/.test(name));
    expect(
      Object.keys(fuses)
        .map((name) => name.toLowerCase())
        .sort(),
    ).toEqual(names.map((name) => name.toLowerCase()).sort());
    expect(fuses).toEqual({
      runAsNode: false,
      enableCookieEncryption: true,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      loadBrowserProcessSpecificV8Snapshot: false,
      grantFileProtocolExtraPrivileges: false,
    });
  });

  it('associates one extension, for the whole machine, and never publishes or updates', () => {
    const { fileAssociations, nsis, publish } = config() as unknown as Record<string, never>;
    expect(fileAssociations).toEqual([
      expect.objectContaining({ ext: 'uaix', mimeType: 'application/vnd.uaix.package+zip' }),
    ]);
    expect(nsis).toMatchObject({ perMachine: true, deleteAppDataOnUninstall: false });
    expect(publish).toBeNull();
  });
});
