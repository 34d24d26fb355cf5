/** The format packs of `resources/`, proven while the program is built, with their manifest schema as source code. */
import { resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Plugin } from 'vite';
import { compileManifestSchema, MANIFEST_SCHEMA_OPTIONS } from '../../electron/inspect/format/pack.ts';
import { packFiles, readFormatPacks } from '../../electron/inspector/format-packs.ts';
import { StandaloneModule } from './standalone.ts';

const MODULE = /[\\/]inspect[\\/]format[\\/]proven-packs\.ts$/;

/** Puts the proven packs in the place of the module that has none. */
export function provenPacks(root: string): Plugin {
  const resources = resolve(root, 'resources');
  return {
    name: 'proven-packs',
    load: (id) => (MODULE.test(id) ? provenPacksModule(resources) : null),
  };
}

/** @throws RangeError when a pack is not whole */
export function provenPacksModule(resources: string): string {
  const module = new StandaloneModule();
  const packs = [...readFormatPacks(resources).values()].map(({ id }) => {
    const validators = standalone(module, packFiles(resolve(resources, 'format', id.id)));
    return `{ sha256: '${id.sha256}', ...${validators} }`;
  });
  return module.source(`export const PROVEN_PACKS = [${packs.join(', ')}];`);
}

function standalone(module: StandaloneModule, files: ReadonlyMap<string, Buffer>): string {
  const schema = JSON.parse(String(files.get('manifest.schema.json')));
  const ajv = new Ajv2020({ ...MANIFEST_SCHEMA_OPTIONS, code: { source: true } });
  compileManifestSchema(schema, ajv);
  return module.expression(ajv, { validateManifest: schema.$id, validateFile: `${schema.$id}#/$defs/file` });
}
