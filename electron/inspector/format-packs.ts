/** Reads the format packs that come with the program. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareText } from '../../shared/findings.ts';
import type { FormatPackId } from '../../shared/models.ts';
import { type FormatPack, formatPackId, parseFormatPack } from '../inspect/format/pack.ts';

/** The pack that new inspections use. */
export const CURRENT_PACK = 'uaix-0.1';

/**
 * All packs below `resources/format/`, one folder each, by id.
 * @throws RangeError when a pack is not whole, or its folder is not named for its id
 */
export function readFormatPacks(resourcesFolder: string): ReadonlyMap<string, FormatPack> {
  const root = join(resourcesFolder, 'format');
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const packs = new Map<string, FormatPack>();
  for (const { name } of folders.sort((a, b) => compareText(a.name, b.name))) {
    const pack = parseFormatPack(packFiles(join(root, name)));
    if (pack.id.id !== name) throw new RangeError(`format pack: folder ${name} holds ${pack.id.id}`);
    packs.set(name, pack);
  }
  return packs;
}

/** Id of the pack that new inspections use, without reading the rest of it. @throws RangeError when the program is incomplete */
export function currentFormatPackId(resourcesFolder: string): FormatPackId {
  return formatPackId(packFiles(join(resourcesFolder, 'format', CURRENT_PACK)));
}

/** Files of one pack by name. */
export function packFiles(folder: string): ReadonlyMap<string, Buffer> {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(files.map((file) => [file.name, readFileSync(join(folder, file.name))]));
}

/** The pack that new inspections use. @throws RangeError when the program is incomplete */
export function currentFormatPack(resourcesFolder: string): FormatPack {
  const pack = readFormatPacks(resourcesFolder).get(CURRENT_PACK);
  if (!pack) throw new RangeError(`format pack: ${CURRENT_PACK} is missing`);
  return pack;
}
