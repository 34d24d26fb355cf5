/** What the packer's tests share: the format pack of this checkout, and folders made for one test. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type FormatPack, parseFormatPack } from '../inspect/format/pack.ts';

const PACK_FOLDER = join(import.meta.dirname, '../../resources/format/uaix-0.1');

let parsed: FormatPack | undefined;

/** The bundled format pack, parsed once. */
export function bundledPack(): FormatPack {
  parsed ??= parseFormatPack(
    new Map(readdirSync(PACK_FOLDER).map((name) => [name, readFileSync(join(PACK_FOLDER, name))] as const)),
  );
  return parsed;
}

export const SAMPLES = join(import.meta.dirname, '../../resources/samples');

/** A new folder in the system's place for temporary files, holding these files; it ends with the test. */
export function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'uaix-packer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** The least a draft can say. */
export const DRAFT = JSON.stringify({
  packageId: 'lamp-room.test',
  profileId: 'test',
  issuer: 'Lamp Room',
  createdUtc: '2026-07-04T09:30:00Z',
  declaredScopes: ['persona_profile'],
  entrypoints: ['.uai/persona.uai'],
  supportBoundary: 'Texts for a test.',
});
